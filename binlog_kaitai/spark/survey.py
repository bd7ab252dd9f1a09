"""What files hold, found by a Spark job that reads each to its end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from pyspark.sql import SparkSession

from binlog_kaitai.changes import Change
from binlog_kaitai.columnar.walk import Rows, Walk
from binlog_kaitai.errors import BinlogError
from binlog_kaitai.layouts import PlacedLayout
from binlog_kaitai.scopes import EVERYTHING, Scope
from binlog_kaitai.tables import Table


@dataclass
class TableSurvey:
    """The row images of a table in one file, and how the file describes it, each way once."""

    database: str
    name: str
    images: int = 0
    layouts: list[PlacedLayout] = field(default_factory=list)


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


def survey_files(
    spark: SparkSession, files: Sequence[str], scope: Scope = EVERYTHING
) -> Iterator[FileSurvey]:
    """Yields the survey of each file, in order. Raises BinlogError for a damaged one."""
    of_file = partial(survey_file, scope=scope)
    surveys = spark.sparkContext.parallelize(files, len(files)).map(of_file)
    for survey in surveys.toLocalIterator(prefetchPartitions=True):
        if survey.fault is not None:
            raise survey.fault
        yield survey


def survey_file(path: str, scope: Scope = EVERYTHING) -> FileSurvey:
    """The survey of one file, up to its fault if it has one."""
    survey = FileSurvey(path)
    walk = Walk(path, scope)
    try:
        for found in walk.found():
            if isinstance(found, Rows):
                for table, position in found.tables():
                    _note(survey, table, position)
                for table, count in found.counts():
                    survey.tables[table.full_name].images += count
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
            _note(survey, change.table, change.position)
            survey.tables[change.table.full_name].images += 1


def _note(survey: FileSurvey, table: Table, position: int) -> None:
    empty = TableSurvey(table.database, table.name)
    layouts = survey.tables.setdefault(table.full_name, empty).layouts
    if all(table != layout.table for layout in layouts):
        layouts.append(PlacedLayout(table, survey.path, position))
