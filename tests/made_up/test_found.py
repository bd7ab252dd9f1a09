"""Logs that engines once read differently, or wrong; each made as small as it could be."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pytest

from binlog_kaitai import BinlogError, read_rows
from binlog_kaitai.model.gtids import parse_gtid_set
from binlog_kaitai.model.schema import RECORD_SCHEMA
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.spans import WHOLE, Span, spans_of
from binlog_kaitai.read import side_by_side
from binlog_kaitai.read.batches import read_batches
from binlog_kaitai.read.engines import Engine
from binlog_kaitai.read.views import event_batches
from tests.made_up.readings import (
    FAULT,
    KERNELS,
    TREE,
    Reading,
    difference,
    lenient_difference,
    lenient_outcome,
    outcome,
    reading,
    transactions,
    transactions_difference,
)

FOUND = Path(__file__).parent / "found"

# the log, the table, how many rows it has, and the error after them
READINGS = [
    ("bad_json_in_sound_event", None, 0, "requested 1767679 bytes, but only 5 bytes available"),
    ("torn_utf16_texts", None, 2, None),
    ("table_map_before_damage", None, 1, "expected a TABLE_MAP event for table id 46"),
    ("ambiguous_names", None, 2, None),
    ("ambiguous_names", "`a.b`.`c`", 1, None),
    ("ambiguous_names", "a.`b.c`", 1, None),
    ("bits_beyond_column", None, 2, None),
    ("bits_beyond_column", "a b.items", 0, "expected a value for id int64, found 1342495252602"),
    ("bits_of_too_many_bytes", None, 0, "of up to 8 bytes, found"),
    (
        "columns_of_one_name",
        None,
        0,
        "expected 4 columns with different names, found naïve, c1, c2,",
    ),
    ("fault_beside_column_file", None, 1, "the fields of an event QUERY_COMPRESSED of 19 bytes"),
    ("fault_beside_column_file", "shop.items", 1, "the fields of an event QUERY_COMPRESSED of 19"),
    ("fragment_missing_before_next_part", None, 0, "expected fragment 3 of 3 of a rows event"),
    ("geometry_without_bytes", None, 7, None),
    ("geometry_without_bytes", "places.places", 5, None),
    ("beginnings_of_other_places", None, 7, None),
    ("compressed_begin_before_part", None, 0, "at byte 482: expected the fields of an event"),
    ("damaged_begin_of_next_part", None, 1, "expected an event of 73 bytes with the checksum"),
    (
        "damage_in_payload_behind_gtid",
        None,
        0,
        "at byte 256: expected a payload compressed with zstd",
    ),
    ("damaged_gtid_behind_part", None, 0, "the fields of an event MARIADB_GTID of 23 bytes"),
    ("encrypted_commit", None, 2, "expected a plain event, found an event encrypted with the"),
    ("encrypted_commit", "versioned.numbers", 2, "expected a plain event, found an event"),
    ("alter_phase_behind_damage", None, 0, "the fields of an event WRITE_ROWS_COMPRESSED_V1"),
    ("damaged_row_of_no_transaction", None, 1, "at byte 446: expected a DECIMAL of 65 digits"),
    ("format_inside_transaction", None, 2, "byte 673: expected the fields of an event XID of 27"),
    ("damage_behind_fragments", None, 8, "at byte 926: expected 5 bytes compressed with zlib"),
    ("event_across_exact_end", None, 0, "at byte 290: expected "),
    ("event_of_no_bytes_behind_part", None, 0, "the fields of an event GTID of 56 bytes"),
    (
        "row_of_no_number_behind_unknown_event",
        None,
        0,
        "byte 311: expected a known event type",
    ),
    (
        "rows_of_no_map_before_rollback",
        None,
        0,
        "expected a TABLE_MAP event for table id 18 before",
    ),
    ("file_of_load_before_damage", None, 0, "at byte 470: expected a DECIMAL of 5 digits, found"),
    ("first_event_of_no_place", None, 0, "the fields of an event START_V3 of 19 bytes"),
    ("events_shorter_than_headers", None, 0, "at byte 256: expected an event at least as long"),
    ("fragments_left_out", None, 2, None),
    ("savepoint_of_wide_charset", None, 0, None),
    ("fragment_of_no_bytes", "naïve.t", 2, "the fields of an event PARTIAL_ROW_DATA of 19 bytes"),
    ("encrypted_from_there", None, 0, "expected a plain event, found an event encrypted"),
    ("enum_of_eight_bytes", None, 5, None),
    ("enum_of_eight_bytes", "d.漢", 5, None),
    ("gtid_inside_payload", None, 2, None),
    ("events_invalid_json", None, 0, "expected an event header in the payload, found /seq/3"),
    ("events_invalid_json_gtid_tagged", None, 2, "expected a GTID with its UUID and number"),
    ("gtid_of_another_place", None, 2, None),
    ("gtid_without_place", None, 1, None),
    ("gtid_without_place_before_part", None, 11, None),
    ("gtid_of_wrong_checksum_before_part", None, 0, "with the checksum"),
    ("gtid_of_no_fields_before_part", None, 0, "byte 199: expected the fields of an event QUERY"),
    ("begin_without_place", None, 4, "expected the fields of an event TABLE_MAP of 47 bytes"),
    ("head_not_read", None, 0, "expected the fields of an event PREVIOUS_GTIDS of 23 bytes"),
    ("ignorable_event_behind_damage", None, 0, "expected 4 bytes when decompressed, found more"),
    ("length_of_64_bits", None, 0, "requested 16573246628723425283 bytes, but only 287 bytes"),
    ("long_cjk_name", None, 2, None),
    ("name_not_utf8", None, 0, None),
    ("other_table_in_payload", "shop.items", 3, None),
    ("other_table_in_payload", "d.t", 0, "expected a DATETIME, found 2026-13-01 24:00:00"),
    ("other_table_in_payload_cut", "naïve._file", 0, None),
    ("other_table_in_payload_cut", "d.t", 0, "requested 3 bytes, but only 0 bytes available"),
    ("other_table_not_described", "a b.items", 0, None),
    ("other_table_not_described", "naïve.漢", 0, "expected a primary key of 1 columns"),
    ("payload_of_no_format", None, 0, "the fields of an event FORMAT_DESCRIPTION of 103 bytes"),
    ("payload_longer_than_announced", None, 8, "of 563 bytes when decompressed, found more"),
    ("rows_damaged_where_none_says_its_place", None, 1, "'utf-8' codec can't decode byte 0xd2"),
    ("damage_before_table_map", None, 1, "at byte 189: expected an event of 63 bytes, found"),
    ("damage_behind_statements", None, 3, "at byte 999: expected an event header, found the end"),
    ("load_file_before_part", None, 1, None),
    ("damaged_rows_behind_second_format", None, 8, "expected 10 bytes when decompressed, found"),
    ("reserved_flag_of_rows", None, 2, None),
    ("scope_time_differs", None, 0, "for table id 114 before the rows event, found none in this"),
    ("second_format_of_shorter_headers", None, 4, None),
    ("second_format_of_other_server", None, 2, "lists a post-header of 0 bytes, not 42"),
    ("span_behind_damage_1", None, 0, "at byte 127: expected an event of 513 bytes, found the end"),
    ("span_behind_damage_2", None, 0, "at byte 124: expected an event of 16646223 bytes, found"),
    ("span_behind_damage_3", None, 3, "at byte 1671: expected an event at least as long as its"),
    ("two_damages", "documents.docs", 0, "at byte 378: expected an event PARTIAL_UPDATE_ROWS"),
    ("statement_and_rest_in_payload", "shop.t", 2, "found 15 bytes of other data"),
    ("statement_in_payload", None, 12, None),
    ("statement_in_payload", "naïve.t", 11, None),
    (
        "table_map_in_other_format",
        None,
        0,
        "byte 432: expected the fields of an event TABLE_MAP",
    ),
    ("torn_gtid_in_transaction", None, 2, "of 42 bytes, found the end of the file after 26"),
    ("lone_fragment_behind_head", None, 0, "expected the first fragment of a rows event, with"),
    ("torn_gtid", None, 0, "expected an event of 79 bytes, found the end of the file after 65"),
    ("truncated_zstd_payload", None, 0, "compressed with zstd, found Truncated compressed stream"),
    ("type_without_cells", "shop.t", 0, "a supported column type, found decimal (0"),
]


# the log, and where its faults are, among the positions of its records and faults
FAULTS = [
    ("bad_json_in_sound_event", [171], [171]),
    ("file_of_load_before_damage", [470], [470, 772]),
    ("events_shorter_than_headers", [256, 428, 571], [256, 428, 571]),
    ("table_map_before_damage", [227, 308, 342], [168, 227, 308, 342]),
    ("rows_damaged_where_none_says_its_place", [371, 511], [215, 371, 511]),
    ("ignorable_event_behind_damage", [431, 958, 1135], [431, 958, 1004, 1135]),
    ("damaged_rows_behind_second_format", [560], [560] * 9),
]


# the log, what is read of it, where it is cut, and the positions of what is found in the parts
PARTS = [
    ("beginnings_of_other_places", "changes", 370, [], [449, 781, 781, 781, 843, 1144, 1144]),
    (
        "compressed_begin_before_part",
        "events",
        127,
        [4, 256, 283, 310, 401, 434, 523],
        [560, 602, 650, 707, 769],
    ),
    ("damaged_begin_of_next_part", "changes", 463, [120], [494, 567]),
    ("damaged_gtid_behind_part", "transactions", 173, [], [256]),
    ("fragment_missing_before_next_part", "changes", 315, [353], []),
    ("gtid_of_another_place", "changes", 345, [491], [699]),
    ("gtid_without_place", "changes", 404, [], [482]),
    ("gtid_without_place_before_part", "changes", 582, [207] * 5 + [723] * 6, []),
    (
        "gtid_of_no_fields_before_part",
        "changes",
        678,
        [199, 343, 394, 548, 548, 548, 594, 594, 639],
        [885, 976, 976],
    ),
    ("torn_gtid_in_transaction", "changes", 237, [250, 250, 305], []),
    ("begin_without_place", "changes", 363, [250] * 4, [450, 497, 676, 860, 860]),
    ("rows_damaged_where_none_says_its_place", "changes", 150, [215, 371], [511]),
    ("ignorable_event_behind_damage", "changes", 1070, [431, 958, 1004], [1135]),
]


# logs that are damaged, and where they are cut
DAMAGED = [
    ("span_behind_damage_1", (128, 150, 206, 207, 300)),
    ("span_behind_damage_2", (125, 300, 488, 519, 600)),
    ("span_behind_damage_3", (130, 700, 1300, 1671, 1672, 1800)),
    ("two_damages", (130, 300, 378, 379, 600)),
    ("second_format_of_other_server", (342, 667, 961, 1117, 1249)),
]


# logs, and where they are cut, up to their damage: behind a second format, which has shorter
# headers or is of another server; between the event of LOAD DATA's file and its statement
CUT = [
    ("second_format_of_shorter_headers", (209, 318, 439, 560, 628)),
    ("second_format_of_other_server", (342, 667)),
    ("load_file_before_part", (42, 257, 299, 300)),
]

SECOND_FORMATS = [
    ("second_format_of_shorter_headers", 208),
    ("second_format_of_other_server", 666),
]

EXACT = [
    ("second_format_of_shorter_headers", (317, 438, 559)),
]

VIEWS = ["changes", "transactions", "events"]


# the same of a table's columns as other types
CONVERSIONS = [
    ("other_columns_and_damage", {"@1": pa.int32()}, 10, "requested 4 bytes, but only 3 bytes"),
    ("text_and_bytes", {"c0": pa.string(), "c1": pa.binary()}, 5, None),
]


# what a scope leaves out by its header, or its transaction, may be damaged
SCOPES = [
    ("fragments_left_out", Scope(applied=parse_gtid_set("0-42-1")), 0),
    ("gtid_inside_payload", Scope(until=parse_gtid_set("0-1011-89")), 1),
    ("gtid_inside_payload", Scope(applied=parse_gtid_set("0-1011-89")), 0),
    ("scope_time_differs", Scope(end_time=1_579_157_496_000_000), 0),
]


@pytest.mark.parametrize("name", sorted({name for name, *_ in READINGS}))
def test_threads_read_it_as_one_does(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(side_by_side, "MIN_SHARED", 0)
    path = FOUND / f"{name}.binlog"
    one, two = (reading(read_batches(path, threads=threads)) for threads in (1, 2))
    assert one == two


@pytest.mark.parametrize(("name", "table", "num_rows", "error"), READINGS)
def test_both_engines_read_it(
    name: str, table: str | None, num_rows: int, error: str | None
) -> None:
    path = FOUND / f"{name}.binlog"
    assert difference(path, table) is None
    assert transactions_difference(path) is None
    assert lenient_difference(path, table) is None
    for engine in (TREE, KERNELS):
        reading = outcome(path, table, engine)
        assert (reading.rows.num_rows if reading.rows else 0) == num_rows
        assert (error in str(reading.error)) if error else reading.error is None


@pytest.mark.parametrize("is_lenient", [False, True])
@pytest.mark.parametrize("name", sorted({name for name, *_ in READINGS}))
def test_both_engines_show_its_events(name: str, *, is_lenient: bool) -> None:
    tree, kernels = (
        in_view("events", name, engine, Scope(is_lenient=is_lenient)) for engine in (TREE, KERNELS)
    )
    assert tree == kernels


@pytest.mark.parametrize("engine", [TREE, KERNELS])
@pytest.mark.parametrize("name", ["damage_before_table_map", "damage_behind_statements"])
def test_read_rows_yields_what_lies_before_damage(name: str, engine: Engine) -> None:
    path = FOUND / f"{name}.binlog"
    rows, records = outcome(path, None, engine).rows, read_rows(path, engine=engine)
    assert rows is not None
    for position in rows["position"].to_pylist():
        assert next(records).position == position
    with pytest.raises(BinlogError):
        next(records)


@pytest.mark.parametrize(("name", "faults", "positions"), FAULTS)
def test_both_engines_go_on_behind_it(name: str, faults: list[int], positions: list[int]) -> None:
    for engine in (TREE, KERNELS):
        found = lenient_outcome(FOUND / f"{name}.binlog", None, engine, RECORD_SCHEMA)
        rows = found.rows.to_pylist()
        assert found.error is None
        assert [row["position"] for row in rows] == positions
        assert [row["position"] for row in rows if row[FAULT]] == faults


@pytest.mark.parametrize("engine", [TREE, KERNELS])
def test_a_fault_says_nothing_of_columns_called_as_fields_are(engine: Engine) -> None:
    path, fields = FOUND / "fault_beside_column_file.binlog", {"_position": pa.int64()}
    schema = pa.schema({**fields, "file": pa.int32()})
    found = lenient_outcome(path, "shop.items", engine, schema)
    assert found.error is None
    rows = [(row["_position"], row["file"], bool(row[FAULT])) for row in found.rows.to_pylist()]
    assert rows == [(320, None, False), (353, None, True)]


@pytest.mark.parametrize("engine", [TREE, KERNELS])
def test_an_exact_span_is_read_behind_a_head_that_is_not(engine: Engine) -> None:
    scope = Scope(span=Span(150, is_exact=True), is_lenient=True)
    found = transactions(FOUND / "head_not_read.binlog", engine, scope)
    assert found.error is None


@pytest.mark.parametrize("engine", [TREE, KERNELS])
@pytest.mark.parametrize(("name", "view", "cut", "first", "second"), PARTS)
def test_parts_have_what_the_whole_has(  # noqa: PLR0913, PLR0917 - a column of the table each
    name: str, view: str, cut: int, first: list[int], second: list[int], engine: Engine
) -> None:
    def positions(span: Span) -> list[int]:
        path, scope = FOUND / f"{name}.binlog", Scope(span=span, is_lenient=True)
        if view == "transactions":
            found = transactions(path, engine, scope)
        elif view == "events":
            found = reading(event_batches(path, scope=scope, engine=engine))
        else:
            found = lenient_outcome(path, None, engine, RECORD_SCHEMA, scope)
        assert found.error is None
        return [] if found.rows is None else found.rows["position"].to_pylist()

    assert [positions(Span(0, cut)), positions(Span(cut))] == [first, second]
    assert positions(WHOLE) == first + second


def in_view(view: str, name: str, engine: Engine, scope: Scope) -> Reading:
    path = FOUND / f"{name}.binlog"
    if view == "events":
        return reading(event_batches(path, scope=scope, engine=engine))
    if view == "transactions":
        return transactions(path, engine, scope)
    if scope.is_lenient:
        return lenient_outcome(path, None, engine, RECORD_SCHEMA, scope)
    return reading(read_batches(path, scope=scope, engine=engine))


def rows_of(found: Reading) -> list[dict[str, object]]:
    return [] if found.rows is None else found.rows.to_pylist()


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize(("name", "cuts"), DAMAGED)
def test_both_engines_read_the_same_of_parts_of_damaged_logs(
    name: str, cuts: tuple[int, ...], view: str
) -> None:
    """A strict part behind damage raises the same error as the part before it."""
    for cut in cuts:
        for span in (Span(0, cut), Span(cut), Span(0, cut, True), Span(cut, None, True)):
            for is_lenient in (False, True):
                scope = Scope(span=span, is_lenient=is_lenient)
                tree, kernels = (in_view(view, name, e, scope) for e in (TREE, KERNELS))
                assert tree == kernels, span


@pytest.mark.parametrize("engine", [TREE, KERNELS])
@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize(("name", "cuts"), CUT)
def test_parts_by_themselves_are_the_whole(
    name: str, cuts: tuple[int, ...], view: str, engine: Engine
) -> None:
    for is_lenient in (False, True):
        scope = Scope(is_lenient=is_lenient)
        whole = in_view(view, name, engine, scope)
        for cut in cuts:
            parts = [
                in_view(view, name, engine, replace(scope, span=span))
                for span in (Span(0, cut), Span(cut))
            ]
            assert [part.error for part in parts] == [None, whole.error]
            assert rows_of(parts[0]) + rows_of(parts[1]) == rows_of(whole), cut


@pytest.mark.parametrize("engine", [TREE, KERNELS])
def test_a_part_of_events_begins_behind_a_fragment_by_itself(engine: Engine) -> None:
    parts = [
        in_view("events", "lone_fragment_behind_head", engine, Scope(span=span))
        for span in (Span(0, 54), Span(54, has_parts_before=True))
    ]
    assert [part.error for part in parts] == [None, None]
    assert [len(rows_of(part)) for part in parts] == [2, 0]


@pytest.mark.parametrize("engine", [TREE, KERNELS])
@pytest.mark.parametrize(("name", "starts"), EXACT)
def test_an_exact_span_is_read_by_the_format_at_its_start(
    name: str, starts: tuple[int, ...], engine: Engine
) -> None:
    for is_lenient in (False, True):
        whole = in_view("changes", name, engine, Scope(is_lenient=is_lenient))
        for start in starts:
            span = Span(start, is_exact=True)
            found = in_view("changes", name, engine, Scope(span=span, is_lenient=is_lenient))
            assert found.error is None
            expected = [row for row in rows_of(whole) if row["position"] >= start]
            assert rows_of(found)[-1] == expected[-1]
            assert len(rows_of(found)) == len(expected)


@pytest.mark.parametrize("engine", [TREE, KERNELS])
@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize(("name", "position"), SECOND_FORMATS)
def test_a_log_of_two_formats_is_not_read_in_parts_that_share_one(
    name: str, position: int, view: str, engine: Engine
) -> None:
    size = (FOUND / f"{name}.binlog").stat().st_size
    for is_lenient in (False, True):
        for max_bytes in (size // 2, size // 5):
            errors = [
                in_view(view, name, engine, Scope(span=span, is_lenient=is_lenient)).error
                for span in spans_of(size, max_bytes)
            ]
            told = next(error for error in errors if error is not None)
            assert told.startswith("SecondFormatError")
            assert f"at byte {position}: expected one format in a log" in told
        # a part that begins behind it, and shares its format with others
        span = Span(position + 10, size - 1, has_parts_behind=True)
        found = in_view(view, name, engine, Scope(span=span, is_lenient=is_lenient))
        assert str(found.error).startswith("SecondFormatError")


def test_events_go_on_behind_one_that_cannot_say_where_it_lies() -> None:
    path = FOUND / "first_event_of_no_place.binlog"
    assert reading(event_batches(path, scope=Scope(is_lenient=True))).error is None


@pytest.mark.parametrize("engine", [TREE, KERNELS])
def test_what_lies_behind_a_part_is_left_to_the_next(engine: Engine) -> None:
    path = FOUND / "event_of_no_bytes_behind_part.binlog"
    errors = [transactions(path, engine, Scope(span=Span(573, end))).error for end in (1077, None)]
    assert errors[0] is None
    assert "at byte 1077: expected an event at least as long as its header" in str(errors[1])


def test_events_of_parts_where_a_gtid_has_a_wrong_checksum() -> None:
    """To the view of events it is no damage, and names the transaction whose BEGIN is behind it."""

    def positions(span: Span) -> list[int]:
        path = FOUND / "gtid_of_wrong_checksum_before_part.binlog"
        found = reading(event_batches(path, scope=Scope(span=span)))
        assert found.error is None
        return found.rows["position"].to_pylist()

    assert positions(Span(0, 139)) + positions(Span(139)) == positions(WHOLE)


@pytest.mark.parametrize("engine", [TREE, KERNELS])
def test_what_lies_behind_an_exact_span_is_not_read(engine: Engine, tmp_path: Path) -> None:
    log, path = (FOUND / "ambiguous_names.binlog").read_bytes(), tmp_path / "torn.binlog"
    path.write_bytes(log + b"torn")
    found = reading(read_batches(path, scope=Scope(span=Span(0, len(log), True)), engine=engine))
    assert found.error is None
    assert found.rows is not None
    assert found.rows.num_rows == 2


@pytest.mark.parametrize(("name", "columns", "num_rows", "error"), CONVERSIONS)
def test_both_engines_convert_it(
    name: str, columns: dict[str, pa.DataType], num_rows: int, error: str | None
) -> None:
    path = FOUND / f"{name}.binlog"
    tree, kernels = (outcome(path, "d.t", engine, pa.schema(columns)) for engine in (TREE, KERNELS))
    assert tree == kernels
    assert (tree.rows.num_rows if tree.rows else 0) == num_rows
    assert (error in str(tree.error)) if error else tree.error is None


@pytest.mark.parametrize(("name", "scope", "num_rows"), SCOPES)
def test_both_engines_leave_the_same_out(name: str, scope: Scope, num_rows: int) -> None:
    path = FOUND / f"{name}.binlog"
    for engine in (TREE, KERNELS):
        found = reading(read_batches(path, scope=scope, engine=engine))
        assert found.error is None
        assert (found.rows.num_rows if found.rows else 0) == num_rows


@pytest.mark.parametrize("engine", [TREE, KERNELS])
@pytest.mark.parametrize(("start", "is_torn"), [(5, True), (198, True), (199, False)])
def test_the_part_where_a_torn_gtid_begins_tells_of_it(
    start: int, engine: Engine, *, is_torn: bool
) -> None:
    scope = Scope(span=Span(start))
    found = reading(read_batches(FOUND / "torn_gtid.binlog", scope=scope, engine=engine))
    assert (found.error is not None) == is_torn


@pytest.mark.parametrize("end", [381, 382, 383])
def test_an_event_across_the_end_of_an_exact_span_is_read(end: int) -> None:
    path = FOUND / "event_across_exact_end.binlog"
    scope = Scope(span=Span(0, end, is_exact=True), is_lenient=True)
    tree, kernels = (
        lenient_outcome(path, None, engine, RECORD_SCHEMA, scope) for engine in (TREE, KERNELS)
    )
    assert tree == kernels


def test_no_log_is_left_out() -> None:
    assert {path.stem for path in FOUND.iterdir()} == {
        name for name, *_ in (*READINGS, *CONVERSIONS)
    }
