"""What files hold, found by a Spark job that reads each to its end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import pyarrow as pa
from pyspark.sql import SparkSession

from binlog_kaitai.changes import Change
from binlog_kaitai.columnar.walk import Rows, Walk
from binlog_kaitai.errors import BinlogError
from binlog_kaitai.schema import table_schema, widens
from binlog_kaitai.tables import Table


@dataclass
class TableSurvey:
    """The row images of a table in one file, and how the file describes it, each way once."""

    database: str
    name: str
    images: int = 0
    layouts: list[Table] = field(default_factory=list)


@dataclass
class FileSurvey:
    """What a file holds: the numbers of events and of statements, and the tables by full name.

    `fault` is what ended the reading of a damaged file.
    """

    path: str
    events: int = 0
    statements: int = 0
    tables: dict[str, TableSurvey] = field(default_factory=dict)
    fault: BinlogError | None = None


def survey_files(spark: SparkSession, files: Sequence[str]) -> Iterator[FileSurvey]:
    """Yields the survey of each file, in order. Raises BinlogError for a damaged one."""
    surveys = spark.sparkContext.parallelize(files, len(files)).map(survey_file)
    for survey in surveys.toLocalIterator(prefetchPartitions=True):
        if survey.fault is not None:
            raise survey.fault
        yield survey


def survey_file(path: str) -> FileSurvey:
    """The survey of one file, up to its fault if it has one."""
    survey = FileSurvey(path)
    walk = Walk(path)
    try:
        for found in walk.found():
            if isinstance(found, Rows):
                for table, count in found.counts():
                    _count(survey.tables, table, count)
            elif isinstance(found, list):
                _count_changes(survey, found)
    except BinlogError as error:
        survey.fault = error
    survey.events = walk.num_events
    return survey


def _count_changes(survey: FileSurvey, changes: Iterable[Change]) -> None:
    for change in changes:
        if change.table is None:
            survey.statements += 1
        else:
            _count(survey.tables, change.table, 1)


def _count(tables: dict[str, TableSurvey], table: Table, count: int) -> None:
    known = tables.setdefault(table.full_name, TableSurvey(table.database, table.name))
    known.images += count
    if table not in known.layouts:
        known.layouts.append(table)


def merged_schema(surveys: Iterable[TableSurvey]) -> pa.Schema:
    """One typed schema for all layouts of a table: each column once, in order of appearance.

    Where a later type holds all that an earlier one does, it is taken. Layouts without names, which
    match by position, count only where there are no others.
    """
    layouts = [layout for survey in surveys for layout in survey.layouts]
    named = [layout for layout in layouts if layout.has_names]
    fields: dict[str, pa.Field] = {}
    for layout in named or layouts:
        for item in table_schema(layout):
            known = fields.setdefault(item.name.casefold(), item)
            if widens(known.type, item.type):
                fields[item.name.casefold()] = known.with_type(item.type)
    return pa.schema(fields.values())
