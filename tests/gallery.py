"""Writes the specs in the form of Kaitai's gallery: a file for each topic, in folders.

usage: python -m tests.gallery OUTPUT

ksy/ is flat, as the Web IDE needs it, and has hints for this project's kernels. Here, the specs of
a topic are types of one file, and other topics are named in front of their types. The texts of the
specs stay as they are otherwise, with their comments.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

import yaml

SPECS = Path(__file__).parents[1] / "ksy"

_BINLOG = "database/mysql_binlog"


@dataclass(frozen=True)
class Topic:
    """A file of the gallery.

    Attributes:
        title: of the file; not needed if a spec is the file.
        types: the specs that are its types. If one has the name of the file, it is the file itself.
    """

    title: str
    types: str

    @property
    def names(self) -> list[str]:
        """The specs, in their order."""
        return self.types.split()


TOPICS = {
    f"{_BINLOG}/mysql_binlog": Topic("", "mysql_binlog log_start binlog_event binlog_event_frame"),
    f"{_BINLOG}/mysql_binlog_log": Topic(
        "Binary log: headers, formats, and events about the log",
        """binlog_event_header utc_time log_format format_description_event start_v3_event
        rotate_event stop_event unknown_event ignorable_event incident_event slave_event
        heartbeat_event heartbeat_v2_event binlog_checkpoint_event start_encryption_event""",
    ),
    f"{_BINLOG}/mysql_binlog_statements": Topic(
        "Binary log: events of statements",
        """query_event query_status_vars intvar_event rand_event user_var_event rows_query_event
        annotate_rows_event load_event file_block_event file_id_event execute_load_query_event
        mariadb_compressed""",
    ),
    f"{_BINLOG}/mysql_binlog_transactions": Topic(
        "Binary log: events of transactions",
        """gtid_event gtid_tagged_event gtid_tag previous_gtids_event mariadb_gtid_event
        mariadb_gtid_list_event xid_event xa_prepare_event transaction_payload_event
        large_transaction_header_event transaction_context_event view_change_event""",
    ),
    f"{_BINLOG}/mysql_binlog_tables": Topic(
        "Binary log: table maps",
        """table_map_event table_map_head table_map_chain binlog_table_id table_column
        column_metadata optional_metadata binlog_bitmap binlog_bitmap_msb""",
    ),
    f"{_BINLOG}/mysql_binlog_rows": Topic(
        "Binary log: events of rows", "rows_event row_image partial_row_data_event"
    ),
    f"{_BINLOG}/mysql_binlog_cells": Topic(
        "Binary log: values of columns",
        """binlog_cell integer_cell float_cell double_cell decimal_cell bit_cell year_cell date_cell
        time_cell time2_cell datetime_cell datetime2_cell timestamp_cell timestamp2_cell
        binlog_fraction string_cell blob_cell compressed_string_cell compressed_blob_cell
        compressed_value enum_cell set_cell vector_cell geometry_cell json_cell""",
    ),
    f"{_BINLOG}/mysql_json": Topic("JSON documents of MySQL", "json_binary json_diffs"),
    f"{_BINLOG}/mysql_integers": Topic(
        "Integers of MySQL and MariaDB",
        "integer_le integer_be packed_integer varlen_integer compressed_integer",
    ),
    f"{_BINLOG}/mysql_replication": Topic(
        "Replication protocol of MySQL and MariaDB",
        "wire_packet replication_packet replication_command",
    ),
    f"{_BINLOG}/innodb_binlog": Topic("", "innodb_binlog innodb_binlog_page innodb_binlog_record"),
    f"{_BINLOG}/mysql_encrypted_log": Topic(
        "Encrypted binary logs of MySQL and MariaDB",
        "encrypted_log_header mariadb_encrypted_event",
    ),
    "security/mysql_keyring": Topic("Keyrings of MySQL and MariaDB", "keyring_file salted_file"),
    "archive/zstd_frame": Topic("", "zstd_frame"),
    "geospatial/well_known_binary": Topic("", "well_known_binary"),
}

_ORDER = ("meta", "doc", "doc-ref", "params", "seq", "instances", "types", "enums")
_HINT = re.compile(r"^( *)-columnar[\w-]*:")


def _paths() -> dict[str, tuple[str, str]]:
    """Return the file of each spec, and what it is called from other files."""
    paths = {}
    for path, topic in TOPICS.items():
        file = PurePosixPath(path).name
        for name in topic.names:
            paths[name] = path, file if name == file else f"{file}::{name}"
    return paths


PATHS = _paths()


def write(output: Path) -> int:
    """Write all files into a folder, which is replaced.

    Returns:
        Their number.

    Raises:
        ValueError: a spec is of no topic.
    """
    specs = {file.stem: file.read_text(encoding="utf-8") for file in SPECS.glob("*.ksy")}
    if specs.keys() != PATHS.keys():
        raise ValueError(f"specs of no topic, or topics without: {specs.keys() ^ PATHS.keys()}")
    shutil.rmtree(output, ignore_errors=True)
    for path in TOPICS:
        file = output / f"{path}.ksy"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(_file(path, specs), encoding="utf-8")
    return len(TOPICS)


def _file(path: str, specs: dict[str, str]) -> str:
    """Return the text of a topic's file."""
    topic, file = TOPICS[path], PurePosixPath(path).name
    imports, own = set(), {}
    for name in topic.names:
        text, others = _renamed(specs[name], path)
        own[name] = _sections(_without_hints(text))
        imports |= others
    whole = own.pop(file, {"meta": _meta(file, topic.title)})
    whole["meta"] = _with_imports(whole["meta"], path, imports)
    types = whole.get("types", "types:\n")
    for name, sections in own.items():
        types += _indented(f"{name}:\n" + _indented(_as_type(sections)))
    if own:
        whole["types"] = types
    return "".join(whole[key] for key in sorted(whole, key=_rank))


def _rank(key: str) -> int:
    return _ORDER.index(key) if key in _ORDER else _ORDER.index("params")


def _meta(file: str, title: str) -> str:
    return f'meta:\n  id: {file}\n  title: "{title}"\n  license: Apache-2.0\n  ks-version: "0.11"\n'


def _with_imports(meta: str, path: str, imports: set[str]) -> str:
    """Return the `meta` of a file that imports others, in the order of keys of the style guide."""
    meta = re.sub(r"^  imports:\n(    - .*\n)+", "", meta, flags=re.MULTILINE)
    here = PurePosixPath(path).parent
    names = sorted(
        PurePosixPath(other).name if PurePosixPath(other).parent == here else f"/{other}"
        for other in imports
    )
    if not names:
        return meta
    block = "  imports:\n" + "".join(f"    - {name}\n" for name in names)
    return re.sub(r"(  ks-version: .*\n)", lambda found: found[1] + block, meta)


def _as_type(sections: dict[str, str]) -> str:
    """Return a spec as a type: of its `meta`, only the order of bytes and bits stays."""
    kept = re.findall(r"^  (?:bit-)?endian: .*\n", sections["meta"], re.MULTILINE)
    meta = "meta:\n" + "".join(kept) if kept else ""
    return meta + "".join(text for key, text in sections.items() if key != "meta")


def _indented(text: str) -> str:
    return re.sub(r"^(?=.)", "  ", text, flags=re.MULTILINE)


def _sections(text: str) -> dict[str, str]:
    """Return the parts of a spec by their keys, with the comments before them."""
    parts = re.split(r"^(?=[\w-])", text, flags=re.MULTILINE)
    return {part.partition(":")[0]: part for part in parts if part}


def _without_hints(text: str) -> str:
    """Return a spec without the hints for kernels."""
    kept, inside = [], -1
    for line in text.splitlines(keepends=True):
        indent = len(line) - len(line.lstrip(" "))
        if inside >= 0 and (indent > inside or not line.strip()):
            continue
        hint = _HINT.match(line)
        inside = len(hint[1]) if hint else -1
        if not hint:
            kept.append(line)
    return "".join(kept)


def _renamed(text: str, path: str) -> tuple[str, set[str]]:
    """Return a spec that names the types of other files by these, and those files."""
    imports = set()

    def named(found: re.Match[str]) -> str:
        of, name = PATHS.get(found[0], (path, found[0]))
        if of != path:
            imports.add(of)
        return found[0] if of == path else name

    for start, end, is_type in sorted(_expressions(yaml.compose(text), ""), reverse=True):
        part = text[start:end]
        if is_type:
            part = re.sub(r"\b[a-z]\w*", named, part, count=1)
        part = re.sub(r"(?<![\w:])[a-z]\w*(?=::)|(?<=<)[a-z]\w*(?=>)", named, part)
        text = text[:start] + part + text[end:]
    return text, imports


def _expressions(node: Any, key: str) -> Iterator[tuple[int, int, bool]]:
    """Yield where expressions and names of types are, and whether each begins with a type."""
    if isinstance(node, yaml.ScalarNode):
        yield node.start_mark.index, node.end_mark.index, key == "type"
    elif isinstance(node, yaml.SequenceNode):
        for item in node.value:
            yield from _expressions(item, key)
    elif isinstance(node, yaml.MappingNode):
        for name, value in node.value:
            if key == "cases":
                yield from _expressions(name, "")
                yield from _expressions(value, "type")
            elif name.value not in {"meta", "doc", "doc-ref", "id"} and name.value[0] != "-":
                yield from _expressions(value, "" if key == "types" else name.value)


if __name__ == "__main__":
    sys.stdout.write(f"{write(Path(sys.argv[1]))} files in {sys.argv[1]}\n")
