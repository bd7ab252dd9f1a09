"""Binary logs to typed datasets, one a table, by Spark."""

from __future__ import annotations

import re
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from urllib.parse import quote

from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.pandas.types import from_arrow_schema

from binlog_kaitai.changes import STATEMENT
from binlog_kaitai.ddl import read_definitions
from binlog_kaitai.errors import BinlogError
from binlog_kaitai.layouts import merged_schema
from binlog_kaitai.scopes import Scope
from binlog_kaitai.spark.paths import find_files
from binlog_kaitai.spark.session import start_session
from binlog_kaitai.spark.survey import FileSurvey, TableSurvey, survey_files

STATEMENTS = "statements"

# tables whose files are written at the same time, as small ones leave cores idle
CONCURRENT_WRITES = 4

_ERROR_TEXT = re.compile(r"\w+Error: (.*): at byte (\d+): expected (.*), found (.*)")


@dataclass(frozen=True, slots=True)
class Step:
    """How far an export is: `done` of `total` files read, or datasets written, last `name`."""

    stage: Literal["read", "write"]
    done: int
    total: int
    name: str


@dataclass(frozen=True, slots=True)
class Summary:
    """What an export did.

    `images` counts the row images by table (`database.table`), `datasets` are the folders
    written, by table, that of the statements as `statements`; `seconds` is how long it took.
    """

    files: int
    events: int
    images: dict[str, int]
    statements: int
    datasets: dict[str, Path]
    seconds: float


class OutputExistsError(ValueError):
    """The output folder is not empty, and not to be overwritten."""


def export(  # noqa: PLR0913
    paths: Iterable[str],
    out: str | Path,
    *,
    table: str | None = None,
    ddl: str | None = None,
    file_format: str = "parquet",
    master: str = "local[*]",
    overwrite: bool = False,
    progress: Callable[[Step], None] = lambda _: None,
) -> Summary:
    """Writes the row images of each table to `out/<database>.<table>/`, typed.

    Statements go to `out/statements/`, as flat records. With `table` (`database.table`), only that
    table is written. Of a table that was altered, all columns that it had are written; columns
    without names in the log are `@1`, `@2` ..., or what `ddl` calls them, the path of a file that
    `mysqldump --no-data` printed. In the names of folders, what is not a letter or
    digit of ASCII, `_` or `-` is percent-encoded. `paths` are as the data source takes them,
    `file_format` is one that Spark writes, `progress` is called after each step. Where a session is
    active it is used, whatever its master.

    `out` appears when all is written. Raises BinlogError for a damaged file, or a column of types
    that do not merge (`binlog_kaitai.layouts.merged_schema`); OutputExistsError
    for an `out` that is not empty, unless `overwrite` says to replace it, which it does only where
    it holds nothing but datasets; ValueError for what is not there, OSError.
    """
    start = time.perf_counter()
    files = [file.path for file in find_files(paths)]
    definitions = read_definitions(ddl, table) if ddl else None
    defined = definitions.tables if definitions else {}
    scope = Scope(definitions=definitions)
    target = Path(out).absolute()
    _check_replaceable(target, overwrite=overwrite)
    with _session(master) as spark:
        surveys = []
        for survey in survey_files(spark, files, scope):
            surveys.append(survey)
            progress(Step("read", len(surveys), len(files), survey.path))
        tables = _by_name(surveys, table)
        datasets = [
            _table_dataset(spark, surveys, name, ddl if name in defined else None)
            for name in tables
        ]
        statements = 0 if table else sum(survey.statements for survey in surveys)
        if statements:
            datasets.append(_statements_dataset(spark, surveys))
        with _replacing(target) as folder:
            _write(datasets, folder, file_format, progress)
    return Summary(
        files=len(files),
        events=sum(survey.events for survey in surveys),
        images={name: sum(part.images for part in parts) for name, parts in tables.items()},
        statements=statements,
        datasets={dataset.name: target / dataset.folder for dataset in datasets},
        seconds=time.perf_counter() - start,
    )


@dataclass(frozen=True, slots=True)
class _Dataset:
    name: str
    folder: str
    frame: DataFrame


def _by_name(surveys: Sequence[FileSurvey], wanted: str | None) -> dict[str, list[TableSurvey]]:
    tables: dict[str, list[TableSurvey]] = {}
    for survey in surveys:
        for name, part in survey.tables.items():
            if wanted in (None, name):
                tables.setdefault(name, []).append(part)
    if wanted is not None and not tables:
        raise ValueError(f"no row image of a table {wanted} in {len(surveys)} files")
    return tables


def _table_dataset(
    spark: SparkSession, surveys: Sequence[FileSurvey], name: str, ddl: str | None
) -> _Dataset:
    held = {survey.path: survey.tables[name] for survey in surveys if name in survey.tables}
    layouts = [layout for survey in held.values() for layout in survey.layouts]
    schema = from_arrow_schema(merged_schema(layouts))
    reader = spark.read.format("binlog").option("table", name).schema(schema)
    if ddl:
        reader = reader.option("ddl", ddl)
    first = next(iter(held.values()))
    return _Dataset(name, folder_name(first.database, first.name), reader.load(list(held)))


def _statements_dataset(spark: SparkSession, surveys: Sequence[FileSurvey]) -> _Dataset:
    files = [survey.path for survey in surveys if survey.statements]
    records = spark.read.format("binlog").load(files)
    return _Dataset(STATEMENTS, STATEMENTS, records.where(records.change_type == STATEMENT))


def folder_name(database: str, table: str) -> str:
    """The name of a table's folder, which no other table has, and which Spark does not hide."""
    return f"{_encoded(database)}.{_encoded(table)}"


def _encoded(name: str) -> str:
    encoded = quote(name, safe="").replace(".", "%2E").replace("~", "%7E")
    return f"%5F{encoded[1:]}" if encoded.startswith("_") else encoded


def _write(
    datasets: Sequence[_Dataset],
    folder: Path,
    file_format: str,
    progress: Callable[[Step], None],
) -> None:
    pool = ThreadPoolExecutor(CONCURRENT_WRITES)
    try:
        jobs = {
            pool.submit(
                dataset.frame.write.save, str(folder / dataset.folder), file_format
            ): dataset
            for dataset in datasets
        }
        for done, job in enumerate(as_completed(jobs), start=1):
            job.result()
            progress(Step("write", done, len(jobs), jobs[job].name))
    except PySparkException as error:
        fault = _ERROR_TEXT.search(str(error))
        if fault is None:
            raise
        file, position, expected, found = fault.groups()
        raise BinlogError(file, int(position), expected, found) from error
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _session(master: str) -> Iterator[SparkSession]:
    """The session that is active, or one that ends with the export."""
    is_active = SparkSession.getActiveSession() is not None
    spark = start_session(master)
    try:
        yield spark
    finally:
        if not is_active:
            spark.stop()


def _check_replaceable(target: Path, *, overwrite: bool) -> None:
    if not target.exists():
        return
    if not target.is_dir():
        raise OutputExistsError(f"{target} is not a folder")
    entries = list(target.iterdir())
    if entries and not overwrite:
        raise OutputExistsError(f"{target} is not empty")
    for entry in entries:
        if not (entry / "_SUCCESS").exists():
            raise OutputExistsError(f"{target} is not overwritten: {entry.name} is no dataset")


@contextmanager
def _replacing(target: Path) -> Iterator[Path]:
    """A folder beside the target that takes its place, unless an exception is raised."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{target.name}.", dir=target.parent) as beside:
        folder = Path(beside) / target.name
        folder.mkdir()
        yield folder
        if target.exists():
            shutil.rmtree(target)
        folder.rename(target)
