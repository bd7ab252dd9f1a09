"""Surveys that an earlier export made, for files that did not change."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import Any

from binlog_kaitai.model.layouts import PlacedLayout
from binlog_kaitai.model.tables import Column, ColumnType, Table
from binlog_kaitai.model.waiting import Waiting
from binlog_kaitai.read.survey import FileSurvey, TableSurvey
from binlog_kaitai.spark.source.paths import FoundFile

_Key = tuple[str, int, int, "str | None"]


class SurveyCache:
    """A file of JSON lines, one a survey, and before it one for each description that is new.

    `ddl` tells one file of definitions from another, as they change what surveys find. A line that
    a killed export left torn is dropped.
    """

    def __init__(self, path: Path, ddl: str | None) -> None:
        self._path = path
        self._ddl = ddl
        self._numbers: dict[Table, int] = {}
        self._tables: list[Table] = []
        self._surveys: dict[_Key, dict[str, Any]] = {}
        if path.exists():
            self._load()

    def find(self, file: FoundFile) -> FileSurvey | None:
        """Return the survey of a file, unless it is new or changed."""
        line = self._surveys.get(self._key(file))
        if line is None:
            return None
        survey = FileSurvey(file.path, line["events"], line["statements"])
        survey.waiting = Waiting(**line["waiting"])
        for images, num_prepared, placed in line["tables"]:
            layouts = [PlacedLayout(self._tables[n], file.path, position) for n, position in placed]
            table = layouts[0].table
            survey.tables[table.full_name] = TableSurvey(
                table.database, table.name, images, num_prepared, layouts
            )
        return survey

    def add(self, file: FoundFile, survey: FileSurvey) -> None:
        """Keep the survey of a file as it was found."""
        lines: list[dict[str, Any]] = []
        tables = [
            [
                part.images,
                part.num_prepared,
                [[self._number(one.table, lines), one.position] for one in part.layouts],
            ]
            for part in survey.tables.values()
        ]
        numbers = {"events": survey.events, "statements": survey.statements}
        waiting = asdict(survey.waiting)
        lines.append({"file": self._key(file), **numbers, "tables": tables, "waiting": waiting})
        with self._path.open("a", encoding="ascii") as stream:
            stream.writelines(json.dumps(line) + "\n" for line in lines)

    def _key(self, file: FoundFile) -> _Key:
        return file.path, file.size, file.modified, self._ddl

    def _number(self, table: Table, lines: list[dict[str, Any]]) -> int:
        number = self._numbers.get(table)
        if number is None:
            number = self._learn(table)
            lines.append({"table": asdict(table)})
        return number

    def _learn(self, table: Table) -> int:
        self._tables.append(table)
        return self._numbers.setdefault(table, len(self._tables) - 1)

    def _load(self) -> None:
        whole = self._path.read_bytes().rpartition(b"\n")
        os.truncate(self._path, len(whole[0] + whole[1]))
        for text in whole[0].splitlines():
            line = json.loads(text)
            if "table" in line:
                self._learn(_table(line["table"]))
            else:
                path, size, modified, ddl = line["file"]
                if "waiting" in line:  # else it is of an older version
                    self._surveys[path, size, modified, ddl] = line


def _table(fields: dict[str, Any]) -> Table:
    columns = tuple(_column(column) for column in fields["columns"])
    return Table(**fields | {"columns": columns, "primary_key": tuple(fields["primary_key"])})


def _column(fields: dict[str, Any]) -> Column:
    labels = fields["labels"]
    kinds = ColumnType._value2member_map_
    return Column(
        **fields
        | {
            "type": kinds.get(fields["type"], fields["type"]),
            "labels": None if labels is None else tuple(labels),
        }
    )
