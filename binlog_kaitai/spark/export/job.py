"""Binary logs to typed datasets, one a table, by Spark."""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal
from urllib.parse import quote

from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.model.ddl import read_definitions
from binlog_kaitai.model.definitions import Definitions
from binlog_kaitai.model.names import asks_for
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.read.survey import FileSurvey, TableSurvey
from binlog_kaitai.spark.export.content import STATEMENTS, Content
from binlog_kaitai.spark.export.output import Dataset, Output, Run, Undecided, key_of
from binlog_kaitai.spark.export.survey import survey_files
from binlog_kaitai.spark.export.survey_cache import SurveyCache
from binlog_kaitai.spark.session import start_session
from binlog_kaitai.spark.source.paths import FoundFile, find_files

# tables whose files are written at the same time, as small ones leave cores idle
CONCURRENT_WRITES = 4

# bytes of files whose rows are written together, and not anew if the export is killed later
PART_SIZE = 2**34

# what most file systems take are 255 bytes; some may be added
MAX_FOLDER_NAME = 240

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
    in the output, by table, that of the statements as `statements`, of which those `kept` were
    whole before; `seconds` is how long it took.
    """

    files: int
    events: int
    images: dict[str, int]
    statements: int
    datasets: dict[str, Path]
    kept: tuple[str, ...]
    seconds: float


def export(  # noqa: PLR0913
    paths: Iterable[str],
    out: str | Path,
    *,
    table: str | None = None,
    ddl: str | None = None,
    file_format: str = "parquet",
    master: str = "local[*]",
    overwrite: bool = False,
    verify_checksums: bool = True,
    progress: Callable[[Step], None] = lambda _: None,
) -> Summary:
    """Write the row images of each table to `out/<database>.<table>/`, typed.

    Statements go to `out/statements/`, as flat records. Datasets are partitioned by the day, UTC.
    Each appears when it is whole, and `out/_SUCCESS` when all are; where `out` holds what an export
    with the same options wrote before it was killed, or before there were more files, that is
    kept, and completed. What was rolled back is left out, and so are prepared transactions (XA),
    unless one of the files commits them; rows whose transaction the logs do not end have null as
    their `_outcome`.

    Args:
        paths: as the data source takes them.
        out: a folder of this machine. In the names of folders, what is no letter or digit of ASCII,
            `_` or `-` is percent-encoded, and what is too long cut; each folder's `_export.json`
            has the true names.
        table: only this one, `database.table`, with all columns that it had.
        ddl: path of what `mysqldump --no-data` printed, for columns without names in the log.
        file_format: one that Spark writes.
        master: Spark's, unless a session is active.
        overwrite: replaces what `out` holds, if that is nothing but datasets.
        verify_checksums: an event with a wrong checksum is damaged.
        progress: is called after each step.

    Raises:
        BinlogError: for a damaged file, or a column of types that do not merge.
        OutputExistsError: for an `out` that holds anything else.
        ValueError: for what is not there, or an `out` that is no folder of this machine.
    """
    started = time.perf_counter()
    output = Output(out)
    files = find_files(paths)
    definitions = read_definitions(ddl, table) if ddl else None
    ddl_hash = hashlib.sha256(Path(ddl).read_bytes()).hexdigest() if ddl else None
    options = _options(table, ddl_hash, file_format, verify_checksums=verify_checksums)
    scope = Scope(definitions=definitions, verify_checksums=verify_checksums)
    output.check(options, files, overwrite=overwrite)
    with output.run() as run, _session(master) as start_spark:
        if overwrite:
            output.surveys.unlink(missing_ok=True)
        cache = SurveyCache(output.surveys, ddl_hash)
        surveys = list(_told(_surveys(start_spark, files, cache, scope), len(files), progress))
        tables = _by_name(surveys, table)
        statements = 0 if table else sum(survey.statements for survey in surveys)
        contents = _contents(
            files, surveys, tables, ddl, definitions, has_statements=statements > 0
        )
        contents = [replace(content, verify_checksums=verify_checksums) for content in contents]
        records = {content: content.record(options) for content in contents}
        if overwrite:
            run.clear()
        datasets = {
            content: Dataset(run, content.folder, record) for content, record in records.items()
        }
        pending = {content: one for content, one in datasets.items() if not one.is_whole}
        if pending:
            run.begin()
            _write(start_spark(), run, pending, file_format, progress)
        run.finish()
    return Summary(
        files=len(files),
        events=sum(survey.events for survey in surveys),
        images={name: sum(part.images for part in parts) for name, parts in tables.items()},
        statements=statements,
        datasets={content.name: dataset.path for content, dataset in datasets.items()},
        kept=tuple(content.name for content in datasets if content not in pending),
        seconds=time.perf_counter() - started,
    )


def _told(
    surveys: Iterable[FileSurvey], count: int, progress: Callable[[Step], None]
) -> Iterator[FileSurvey]:
    """Yield surveys of files, and tell how many there are so far."""
    for number, survey in enumerate(surveys, 1):
        progress(Step("read", number, count, survey.path))
        yield survey


def _options(
    table: str | None, ddl_hash: str | None, file_format: str, *, verify_checksums: bool
) -> dict[str, str | None]:
    """Return what an export has to have in common with the one that it goes on with."""
    options = {"table": table, "ddl": ddl_hash, "format": file_format}
    return options if verify_checksums else options | {"verifyChecksums": "false"}


def _contents(  # noqa: PLR0913 - what the files and the options tell
    files: Sequence[FoundFile],
    surveys: Sequence[FileSurvey],
    tables: Iterable[str],
    ddl: str | None,
    definitions: Definitions | None,
    *,
    has_statements: bool,
) -> list[Content]:
    """Return what is to be written: a dataset for each table, and one of the statements."""
    undecided = _undecided(surveys)
    contents = [
        _table_content(
            *(files, surveys, name, ddl if name in _defined(definitions) else None),
            undecided.get(name, ()),
        )
        for name in tables
    ]
    if has_statements:
        contents.append(_statements_content(files, surveys))
    return contents


def _defined(definitions: Definitions | None) -> Container[str]:
    return definitions.tables if definitions else ()


def _surveys(
    start_spark: Callable[[], SparkSession],
    files: Sequence[FoundFile],
    cache: SurveyCache,
    scope: Scope,
) -> Iterator[FileSurvey]:
    """Yield the survey of each file, in order, and keeps those that are new."""
    known = {file.path: cache.find(file) for file in files}
    unknown = [file for file in files if known[file.path] is None]
    new = survey_files(start_spark(), unknown, scope) if unknown else iter(())
    for file in files:
        survey = known[file.path]
        if survey is None:
            survey = next(new)
            cache.add(file, survey)
        yield survey


def _by_name(surveys: Sequence[FileSurvey], wanted: str | None) -> dict[str, list[TableSurvey]]:
    tables: dict[str, list[TableSurvey]] = {}
    for survey in surveys:
        for name, part in survey.tables.items():
            if wanted is None or asks_for(wanted, name):
                tables.setdefault(name, []).append(part)
    if wanted is not None and not tables:
        raise ValueError(f"no row image of a table {wanted} in {len(surveys)} files")
    return tables


def _undecided(surveys: Sequence[FileSurvey]) -> dict[str, tuple[Undecided, ...]]:
    """Return the prepared transactions that no file decides, by the tables that they changed."""
    waiting: dict[str, tuple[str, dict[str, int]]] = {}
    for survey in surveys:
        for xid in survey.waiting.decided:
            waiting.pop(xid, None)
        for xid, tables in survey.waiting.prepared.items():
            waiting[xid] = survey.path, tables
    undecided: dict[str, list[Undecided]] = {}
    for xid, (path, tables) in waiting.items():
        for name, position in tables.items():
            undecided.setdefault(name, []).append((xid, path, position))
    return {name: tuple(found) for name, found in undecided.items()}


def _table_content(
    files: Sequence[FoundFile],
    surveys: Sequence[FileSurvey],
    name: str,
    ddl: str | None,
    undecided: tuple[Undecided, ...],
) -> Content:
    held = {
        file: survey.tables[name]
        for file, survey in zip(files, surveys, strict=True)
        if name in survey.tables
    }
    first = next(iter(held.values()))
    deciding = [
        file for file, survey in zip(files, surveys, strict=True) if survey.waiting.num_decisions
    ]
    return Content(
        name,
        folder_name(first.database, first.name),
        {file: survey.images for file, survey in held.items()},
        ddl,
        {file: survey.layouts for file, survey in held.items()},
        first.database,
        first.name,
        deciding=deciding if any(survey.num_prepared for survey in held.values()) else None,
        undecided=undecided,
    )


def _statements_content(files: Sequence[FoundFile], surveys: Sequence[FileSurvey]) -> Content:
    counts = {
        file: survey.statements
        for file, survey in zip(files, surveys, strict=True)
        if survey.statements
    }
    return Content(STATEMENTS, STATEMENTS, counts)


def folder_name(database: str, table: str) -> str:
    """Return the name of a table's folder, which no other table has, and which Spark does not hide.

    What is longer than file systems take ends with `~` and a digest.
    """
    name = f"{_encoded(database)}.{_encoded(table)}"
    if len(name) <= MAX_FOLDER_NAME:
        return name
    digest = hashlib.blake2b(name.encode(), digest_size=8).hexdigest()
    return f"{name[: MAX_FOLDER_NAME - len(digest) - 1].rstrip('%')}~{digest}"


def _encoded(name: str) -> str:
    if not name:
        return "%"  # which no other name is encoded as
    encoded = quote(name, safe="").replace(".", "%2E").replace("~", "%7E")
    return f"%5F{encoded[1:]}" if encoded.startswith("_") else encoded


def _write(
    spark: SparkSession,
    run: Run,
    pending: Mapping[Content, Dataset],
    file_format: str,
    progress: Callable[[Step], None],
) -> None:
    pool = ThreadPoolExecutor(CONCURRENT_WRITES)
    try:
        jobs = {
            pool.submit(_write_dataset, spark, run, content, dataset, file_format): content
            for content, dataset in pending.items()
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


def _write_dataset(
    spark: SparkSession, run: Run, content: Content, dataset: Dataset, file_format: str
) -> None:
    files = [file for file in content.files if key_of(file) not in dataset.done]
    for part in _parts(files):
        folder = run.new_path()
        frame = content.frame(spark, part)
        frame.write.partitionBy(frame.columns[-1]).save(str(folder), file_format)
        dataset.add(folder, part)
    dataset.publish()


def _parts(files: Sequence[FoundFile]) -> Iterator[list[FoundFile]]:
    """Cut files into parts of at most `PART_SIZE` bytes, or one file."""
    part: list[FoundFile] = []
    for file in files:
        if part and sum(one.size for one in part) + file.size > PART_SIZE:
            yield part
            part = []
        part.append(file)
    if part:
        yield part


@contextmanager
def _session(master: str) -> Iterator[Callable[[], SparkSession]]:
    """Return what starts a session, which ends with the export, or gives the one that is active."""
    with ExitStack() as stack:

        def start() -> SparkSession:
            active = SparkSession.getActiveSession()
            if active is None:
                active = start_session(master)
                stack.callback(active.stop)
            return active

        yield start
