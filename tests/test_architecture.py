"""The rules of the house: which room may know of which, and how large rooms and modules are."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest

PACKAGE = Path(__file__).parents[1] / "binlog_kaitai"

MAX_LINES = 400
MAX_FUNCTION = 80
MAX_PARAMETERS = 8
MAX_BY_PLACE = 3
MAX_ROOMS = 13

# what users call with the options that they want, by their names
TAKE_OPTIONS = {
    "lake.job": {"export"},
    "read.batches": {"read_batches"},
    "read.scan": {"scan"},
    "spark.current.folding": {"latest"},
    "spark.functions.following": {"follow_packets"},
}

# what each room may import, beside itself and what is generated
KNOWS = {
    "printable": set[str](),
    "extras": set[str](),
    "errors": {"printable"},
    "io": {"extras", "errors", "printable"},
    "model": {"io", "extras", "errors", "printable"},
    "tree": {"model", "io", "errors", "printable"},
    "kernels": {"model", "io", "errors", "printable"},
    "catalog": {"model", "io", "extras", "errors", "printable"},
    "read": {
        "catalog",
        "compiler",
        "replication",
        "tree",
        "kernels",
        "model",
        "io",
        "extras",
        "errors",
        "printable",
    },
    "replication": {"catalog", "model", "io", "extras", "errors", "printable"},
    "rewrite": {"catalog", "read", "tree", "model", "io", "extras", "errors", "printable"},
    "forensics": {"catalog", "read", "model", "io", "extras", "errors", "printable"},
    "polars": {"read", "extras"},
    "lake": {"catalog", "replication", "read", "model", "io", "extras", "errors", "printable"},
    "spark": {
        "catalog",
        "compiler",
        "replication",
        "forensics",
        "lake",
        "rewrite",
        "read",
        "model",
        "io",
        "extras",
        "errors",
        "printable",
    },
    "cli": {
        "catalog",
        "compiler",
        "replication",
        "forensics",
        "lake",
        "rewrite",
        "spark",
        "read",
        "model",
        "io",
        "extras",
        "errors",
        "printable",
    },
    "compiler": set[str](),
    "__init__": {"forensics", "read", "model", "errors"},
    "__main__": {"cli"},
}

HANDOFF = "kernels.handoff"
"""The only module of the kernels that knows of the tree engine."""

# what is heavy, or need not be installed, where a program is entered by it
LATE = {
    ("__main__", "cli.commands"): "an interrupted start is a line, also while this is imported",
    ("cli.archive", "replication.archive"): "PyMySQL, which only servers need",
    ("cli.archive", "replication.bucket"): "likewise",
    ("cli.archive", "read.wire"): "what only this command needs",
    ("cli.archive", "read.archived_tables"): "likewise",
    ("cli.archive", "read.indexing"): "likewise",
    ("cli.archive", "replication.definitions"): "PyMySQL, which only servers need",
    ("cli.matches", "forensics.stats.gathering"): "what only commands without a match need",
    ("compiler.own.kept", "compiler.own.classes"): "the compiler, which few readers need",
    ("cli.export", "cli.console"): "what writes Parquet, which only `export` needs",
    ("cli.export", "lake.current.planning"): "what merges tables, which only `export` needs",
    ("cli.export", "lake.following"): "likewise",
    ("cli.maintain", "lake.maintenance"): "pyarrow, which takes a second",
    ("cli.mirror", "lake.dumps"): "what only --baseline needs",
    ("cli.prove", "lake.proof"): "PyMySQL, which only servers need",
    ("cli.status", "cli.console"): "pyarrow, which status files do not need",
    ("cli.status", "lake.following"): "likewise",
    ("cli.status", "lake.progress"): "likewise",
    ("cli.watching", "cli.metrics"): "prometheus_client, which only --metrics needs",
    ("cli.watching", "read.executed"): "Numba, which only --status needs",
    ("cli.export", "spark.runner"): "Spark, which threads do not need",
    ("io.files", "io.decrypting"): "cryptography, which only encrypted logs need",
    ("io.files", "io.keyrings"): "likewise",
    ("read.frames", "read.datasets"): "pyarrow.dataset, which only queries need",
    ("read.cells", "kernels.columns.column"): "Numba, which trees do not need",
    ("read.cells", "kernels.columns.conversions"): "likewise",
    ("read.cells", "kernels.records.runs"): "likewise",
    ("read.cells", "kernels.walk.carried"): "likewise",
    ("read.cells", "kernels.walk.change_walk"): "likewise",
    ("read.cells", "kernels.walk.found_rows"): "likewise",
    ("cli.stats", "forensics.stats.report"): "Plotly, which only --html needs",
    ("lake.served", "lake.baseline"): "PyMySQL, which only servers need",
    ("lake.served", "read.server_spool"): "PyMySQL, which only servers need",
    ("lake.served", "replication.definitions"): "PyMySQL, which only servers need",
    ("lake.served", "replication.sessions"): "PyMySQL, which only servers need",
    ("read.given", "replication.logs"): "PyMySQL, which only servers need",
    ("read.served", "replication.definitions"): "likewise",
    ("read.ddl", "replication.definitions"): "likewise",
    ("spark.source.variants", "read.variants"): "Numba, which trees do not need",
    ("read.tables.readers", "read.tables.by_kernels"): "Numba, which trees do not need",
    ("read.wire", "kernels.packets.wire"): "Numba, which trees do not need",
    ("lake.current.positions", "lake.delta_vectors"): "pyroaring, which only --format delta needs",
    ("lake.tables", "lake.delta"): "deltalake, which only --format delta needs",
    ("lake.tables", "lake.iceberg"): "pyiceberg, which only --format iceberg needs",
    ("read.ddl_in_logs", "read.live_tail"): "Numba, which trees do not need",
    ("read.engines", "kernels.engine"): "Numba, which trees do not need",
    ("read.engines", "kernels.seek.boundaries"): "Numba, which trees do not need",
    ("read.event_blocks", "kernels.seek.frames"): "Numba, which trees do not need",
    ("read.event_blocks", "kernels.walk.masked_cells"): "Numba, which trees do not need",
    ("read.engines", "kernels.walk.paged"): "Numba, which trees do not need",
    ("read.outline", "kernels.seek.windows"): "Numba, which trees do not need",
    ("read.outline", "kernels.seek.header_scan"): "likewise",
    ("spark.source.paths", "replication.logs"): "PyMySQL, which only servers need",
    ("spark.source.data_source", "spark.releases"): "Spark loads the source to name it",
    ("spark.source.data_source", "spark.source.reader"): "likewise",
    ("spark.source.data_source", "spark.source.schemas"): "likewise",
    ("spark.source.data_source", "spark.source.paths"): "likewise",
    ("spark.source.data_source", "spark.source.server_stream"): "likewise",
    ("spark.source.data_source", "spark.source.stream"): "likewise",
}


class Import(NamedTuple):
    """`importer` imports `imported`, both without the package's name."""

    importer: str
    imported: str
    is_late: bool
    is_for_types: bool


def module_name(path: Path) -> str:
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)


MODULES = {
    module_name(path): path
    for path in sorted(PACKAGE.rglob("*.py"))
    if not {"generated", "discovery"} & set(path.relative_to(PACKAGE).parts)
}


def imports_of(module: str) -> Iterator[Import]:
    tree = ast.parse(MODULES[module].read_text(encoding="utf-8"))
    yield from _imports_in(module, tree, is_late=False, is_for_types=False)


def _imports_in(
    module: str, node: ast.AST, *, is_late: bool, is_for_types: bool
) -> Iterator[Import]:
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, (ast.stmt, ast.ExceptHandler, ast.match_case)):
            continue  # expressions import nothing, and are most of a tree
        if isinstance(child, ast.ImportFrom) and (child.module or "").startswith("binlog_kaitai"):
            package = (child.module or "").removeprefix("binlog_kaitai").removeprefix(".")
            for alias in child.names:
                inside = f"{package}.{alias.name}" if package else alias.name
                found = inside if inside in MODULES else package
                if found in MODULES:
                    yield Import(module, found, is_late, is_for_types)
        is_function = isinstance(child, ast.FunctionDef)
        guards_types = isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test)
        yield from _imports_in(
            module,
            child,
            is_late=is_late or is_function,
            is_for_types=is_for_types or guards_types,
        )


IMPORTS = [found for module in MODULES for found in imports_of(module)]


def room_of(module: str) -> str:
    return module.partition(".")[0]


def test_all_rooms_have_a_rule() -> None:
    assert {room_of(module) for module in MODULES} == set(KNOWS)


def test_arrows_go_one_way() -> None:
    wrong = [
        (found.importer, found.imported)
        for found in IMPORTS
        if room_of(found.importer) != room_of(found.imported)
        and room_of(found.imported) not in KNOWS[room_of(found.importer)]
        and not (found.importer == HANDOFF and room_of(found.imported) == "tree")
    ]
    assert wrong == []


def test_nothing_is_imported_inside_functions_but_what_is_heavy() -> None:
    late = {(found.importer, found.imported) for found in IMPORTS if found.is_late}
    assert late == set(LATE)


def test_files_do_not_import_each_other_in_circles() -> None:
    graph: dict[str, set[str]] = {module: set() for module in MODULES}
    for found in IMPORTS:
        if found.importer != found.imported:
            graph[found.importer].add(found.imported)
    try:
        order = list(TopologicalSorter(graph).static_order())
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))
    assert set(order) == set(MODULES)


@pytest.mark.parametrize("module", MODULES)
def test_a_module_is_no_longer_than_a_reader_likes(module: str) -> None:
    text = MODULES[module].read_text(encoding="utf-8")
    assert len(text.splitlines()) <= MAX_LINES
    long = {
        node.name: node.end_lineno - node.lineno + 1
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef)
        and node.end_lineno is not None
        and node.end_lineno - node.lineno >= MAX_FUNCTION
    }
    assert long == {}


@pytest.mark.parametrize("module", MODULES)
def test_functions_have_few_parameters(module: str) -> None:
    many, options = set(), set()
    for node in ast.walk(ast.parse(MODULES[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            is_method = [one.arg for one in node.args.args[:1]] in (["self"], ["cls"])
            by_place = len(node.args.posonlyargs + node.args.args) - is_method
            if by_place + len(node.args.kwonlyargs) > MAX_PARAMETERS:
                (options if by_place <= MAX_BY_PLACE else many).add(node.name)
    assert (many, options) == (set(), TAKE_OPTIONS.get(module, set()))


@pytest.mark.parametrize("folder", [PACKAGE, *sorted({path.parent for path in MODULES.values()})])
def test_a_package_opens_with_how_it_works(folder: Path) -> None:
    opening = ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8")))
    assert opening


def test_the_map_names_what_is_there() -> None:
    rows = (PACKAGE / "README.md").read_text(encoding="utf-8").partition("## Where to find")[2]
    for row in re.findall(r"^\| .*`.*$", rows, re.MULTILINE):
        words = re.findall(r"`([^`]+)`", row)
        files = [
            PACKAGE / word if (PACKAGE / word).exists() else PACKAGE.parent / word
            for word in words
            if "/" in word
        ]
        text = "".join(file.read_text(encoding="utf-8") for file in files)
        assert [word for word in words if "/" not in word and word not in text] == []


def test_few_rooms_are_met_first() -> None:
    for folder in (PACKAGE, *(PACKAGE / room for room in KNOWS if (PACKAGE / room).is_dir())):
        rooms = [
            child
            for child in folder.iterdir()
            if child.is_dir() and (child / "__init__.py").exists() and child.name != "generated"
        ]
        assert len(rooms) <= MAX_ROOMS, folder
