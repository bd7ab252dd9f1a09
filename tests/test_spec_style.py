"""The specs keep to Kaitai's style guide: what they are made of, and in which order."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

SPECS = sorted((Path(__file__).parents[1] / "ksy").glob("*.ksy"))
WIDTH = 80  # of documentation

META = (
    *("id", "title", "application", "file-extension", "xref", "tags", "license", "ks-version"),
    *("imports", "bit-endian", "encoding", "endian"),
)
TYPE = (
    *("meta", "-orig-id", "doc", "doc-ref", "-webide-representation"),
    *("-columnar", "-columnar-view", "-columnar-table", "-columnar-number", "-columnar-text"),
    *("params", "seq", "instances", "types", "enums"),
)
ATTRIBUTE = (
    *("id", "-orig-id", "io", "pos", "value", "size", "size-eos", "type", "enum", "contents"),
    *("pad-right", "terminator", "include", "consume", "eos-error", "encoding", "valid"),
    *("process", "repeat", "repeat-expr", "repeat-until", "if", "doc", "doc-ref"),
    *("-webide-parse-mode", "-columnar", "-columnar-text", "-columnar-runs", "-columnar-plan"),
)
"""The guide's order; what it does not know, such as `valid` and hints, where it fits."""


def nodes(node: dict[str, Any], path: str) -> Iterator[tuple[str, tuple[str, ...], dict[str, Any]]]:
    """Yield the path, the order and the keys of all that has keys in a type."""
    yield path, TYPE, node
    if "meta" in node:
        yield f"{path}/meta", META, node["meta"]
    for key in ("params", "seq"):
        for field in node.get(key, []):
            yield f"{path}/{key}/{field['id']}", ATTRIBUTE, field
    for name, instance in node.get("instances", {}).items():
        yield f"{path}/instances/{name}", ATTRIBUTE, instance
    for name, inner in node.get("types", {}).items():
        yield from nodes(inner, f"{path}/types/{name}")


@pytest.fixture(params=SPECS, ids=lambda spec: spec.stem)
def spec(request: pytest.FixtureRequest) -> Path:
    found: Path = request.param
    return found


def test_keys_are_in_order(spec: Path) -> None:
    for path, order, node in nodes(yaml.safe_load(spec.read_text()), ""):
        assert list(node) == sorted(node, key=order.index), path


def test_meta_says_what_the_spec_is(spec: Path) -> None:
    node = yaml.safe_load(spec.read_text())
    assert node["meta"]["id"] == spec.stem
    assert {"title", "license", "ks-version"} <= node["meta"].keys()
    assert "doc-ref" in node
    imports = node["meta"].get("imports", [])
    assert imports == sorted(set(imports))
    for path, order, inner in nodes(node, ""):
        if order is META and path != "/meta":
            assert inner.keys() <= {"bit-endian", "encoding", "endian"}, path


def test_all_is_documented(spec: Path) -> None:
    for path, order, node in nodes(yaml.safe_load(spec.read_text()), ""):
        documented = {} if order is META else {path: node}
        for name, values in node.get("enums", {}).items():
            documented |= {f"{path}/enums/{name}/{code}": value for code, value in values.items()}
        for where, one in documented.items():
            assert isinstance(one, dict), where  # a name alone
            assert str(one.get("doc", "")).strip().endswith("."), where


def test_documentation_is_as_wide_as_the_guide_allows(spec: Path) -> None:
    lines = spec.read_text().splitlines()
    for path, _, node in nodes(yaml.safe_load(spec.read_text()), ""):
        for text in filter(None, str(node.get("doc", "")).splitlines()):
            where = [line for line in lines if line.endswith(text)]
            assert all(len(line) <= WIDTH for line in where), path


def test_text_is_plain(spec: Path) -> None:
    text = spec.read_bytes().decode()
    assert "\r" not in text
    assert "\t" not in text
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert all(line == line.rstrip() for line in text.splitlines())
