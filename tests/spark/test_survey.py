"""Surveys of spans are together those of files, and are kept from one export to the next."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from binlog_kaitai import BinlogError
from binlog_kaitai.model.ddl import read_definitions
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.spans import spans_of
from binlog_kaitai.read.survey import FileSurvey, survey_file
from binlog_kaitai.spark.export.survey import survey_files
from binlog_kaitai.spark.export.survey_cache import SurveyCache
from binlog_kaitai.spark.source.paths import FoundFile, find_files
from tests.marks import mostly_long
from tests.replay import FIXTURES

MYSQL = FIXTURES / "mysql97"
LOGS = [
    MYSQL / "rotated.1.binlog",
    MYSQL / "statements.binlog",
    MYSQL / "compressed.binlog",
    FIXTURES / "mysql56/types.binlog",
    FIXTURES / "mariadb118/types.binlog",
]


@pytest.mark.parametrize("log", LOGS, ids=lambda log: f"{log.parent.name}/{log.name}")
@pytest.mark.parametrize("size", [300, 2000, 10_000])
def test_spans_are_together_the_file(log: Path, size: int) -> None:
    found = FileSurvey(str(log))
    for span in spans_of(log.stat().st_size, size):
        found.add(survey_file(str(log), Scope(span=span)))
    whole = survey_file(str(log))
    assert found == whole
    assert whole.events > 0
    assert whole.tables


@pytest.mark.parametrize("span_size", mostly_long([2**25, 3000]))
def test_surveys_come_in_the_order_of_files(spark: SparkSession, span_size: int) -> None:
    files = find_files(map(str, LOGS))
    surveys = list(survey_files(spark, files, span_size=span_size))
    assert surveys == [survey_file(file.path) for file in files]


def test_first_fault_is_told_after_the_files_before(spark: SparkSession, tmp_path: Path) -> None:
    whole, damaged = tmp_path / "1.whole", tmp_path / "2.damaged"
    content = bytearray(LOGS[1].read_bytes())
    whole.write_bytes(content)
    for position in (len(content) // 3, len(content) * 2 // 3):
        content[position] ^= 0xFF
    damaged.write_bytes(content)
    files = find_files([str(tmp_path)])
    surveys = survey_files(spark, files, span_size=len(content) // 5)
    assert next(surveys) == survey_file(str(whole))
    with pytest.raises(BinlogError) as raised:
        next(surveys)
    assert str(raised.value) == str(survey_file(str(damaged)).fault)


class TestCache:
    @pytest.fixture
    def files(self) -> list[FoundFile]:
        return find_files(map(str, LOGS))

    @pytest.fixture
    def path(self, tmp_path: Path, files: list[FoundFile]) -> Path:
        path = tmp_path / "surveys.jsonl"
        cache = SurveyCache(path, None)
        for file in files:
            cache.add(file, survey_file(file.path))
        return path

    def test_gives_what_it_was_given(self, path: Path, files: list[FoundFile]) -> None:
        cache = SurveyCache(path, None)
        assert [cache.find(file) for file in files] == [survey_file(file.path) for file in files]

    def test_does_not_know_what_changed(self, path: Path, files: list[FoundFile]) -> None:
        file = files[0]
        cache = SurveyCache(path, None)
        assert cache.find(file) is not None
        assert cache.find(replace(file, size=file.size + 1)) is None
        assert cache.find(replace(file, modified=file.modified + 1)) is None
        assert cache.find(replace(file, path="/other")) is None
        assert SurveyCache(path, "hash").find(file) is None

    def test_keeps_what_definitions_say_apart(self, path: Path) -> None:
        log, ddl = (str(FIXTURES / "mysql56" / name) for name in ("types.binlog", "types.sql"))
        (file,) = find_files([log])
        defined = survey_file(log, Scope(definitions=read_definitions(ddl)))
        SurveyCache(path, "hash").add(file, defined)
        assert SurveyCache(path, "hash").find(file) == defined
        assert SurveyCache(path, None).find(file) == survey_file(log) != defined

    @pytest.mark.long
    def test_torn_anywhere_it_is_added_to(
        self, tmp_path: Path, path: Path, files: list[FoundFile]
    ) -> None:
        content = path.read_bytes()
        torn = tmp_path / "torn.jsonl"
        for length in range(0, len(content), len(content) // 50):
            torn.write_bytes(content[:length])
            cache = SurveyCache(torn, None)
            for file in files:
                if cache.find(file) is None:
                    cache.add(file, survey_file(file.path))
            cache = SurveyCache(torn, None)
            found = [cache.find(file) for file in files]
            assert found == [survey_file(file.path) for file in files]
