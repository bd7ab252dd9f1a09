"""Runs what README.md says: its Python, its commands and what they print."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from binlog_kaitai.read.engines import AUTO
from tests import HANG_SECONDS

REPOSITORY = Path(__file__).resolve().parents[1]
README = REPOSITORY / "README.md"

# What sets up a machine or takes the project's other tests' time; `make` has a test of its own.
NOT_RUN = re.compile(r"(make|git clone|cd|sudo|pip|python3 -m venv)\b")


@dataclass(frozen=True)
class Block:
    """A fenced block, and the line of the page that it begins at."""

    line: int
    language: str
    text: str


@dataclass(frozen=True)
class Command:
    """A command, and the lines that it should print."""

    text: str
    output: list[str]


def blocks(page: str, language: str) -> list[Block]:
    """Return the blocks of a language; fences may be indented."""
    fence = re.compile(r"^([ \t]*)(`{3,})(\S*)[^\n]*\n(.*?)^\1\2[ \t]*$", re.MULTILINE | re.DOTALL)
    return [
        Block(page.count("\n", 0, match.start()) + 1, match[3], _without_margin(match[4], match[1]))
        for match in fence.finditer(page)
        if match[3] == language
    ]


def _without_margin(text: str, margin: str) -> str:
    return "".join(line.removeprefix(margin) for line in text.splitlines(keepends=True))


def commands(block: Block) -> Iterator[Command]:
    """Yield the commands of a console block; one goes on after a backslash or with `> `."""
    text = ""
    output: list[str] = []
    is_open = False
    for line in block.text.splitlines():
        if is_open:
            text += "\n" + line.removeprefix("> ")
        elif line.startswith("$ "):
            if text:
                yield Command(text, output)
            text, output = line.removeprefix("$ "), []
        else:
            assert text, f"line {block.line}: a console block begins with a command"
            output.append(line)
        is_open = text.endswith("\\") and not output
    assert text, f"line {block.line}: a console block without a command"
    yield Command(text, output)


def matches(printed: str, expected: list[str]) -> bool:
    """Tell whether a text is as expected: `...` is any lines, or within a line any text."""
    lines = [line.rstrip() for line in expected]
    while lines and not lines[-1]:
        lines.pop()
    parts = [
        r"(?:[^\n]*\n)*?"
        if line.strip() == "..."
        else r"[^\n]*".join(map(re.escape, line.split("..."))) + r"\n"
        for line in lines
    ]
    text = "".join(f"{line.rstrip()}\n" for line in printed.rstrip().splitlines())
    return re.fullmatch("".join(parts), text) is not None


def run_console(page: str, folder: Path) -> None:
    """Run the commands of a page; fail where one prints something else."""
    for block in blocks(page, "console"):
        for command in commands(block):
            if NOT_RUN.match(command.text):
                continue
            printed = run(["bash", "-c", command.text], folder).stdout
            assert matches(printed, command.output), (
                f"line {block.line}: {command.text}\nprints:\n{printed}\n"
                f"not:\n{chr(10).join(command.output)}"
            )


def run_python(page: str, folder: Path) -> None:
    """Run the Python of a page."""
    script = folder / "README.py"
    script.write_text(script_of(page), encoding="utf-8")
    done = run([sys.executable, script.name], folder)
    assert done.returncode == 0, f"the page's Python ends with:\n{done.stdout}"


def script_of(page: str) -> str:
    """Return the Python of a page as one script, whose lines have the page's numbers."""
    lines = [""] * (page.count("\n") + 1)
    for block in blocks(page, "python"):
        code = block.text.splitlines()
        lines[block.line : block.line + len(code)] = code
    return "\n".join(lines)


def fence_languages(page: str) -> set[str]:
    """Return the languages of a page's blocks, each of which begins and ends."""
    fences = re.findall(r"^[ \t]*```(.*)$", page, re.MULTILINE)
    assert len(fences) % 2 == 0
    return set(fences[::2])


def run(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        command,
        cwd=folder,
        env={name: value for name, value in os.environ.items() if name != AUTO}
        | {"PATH": path, "COLUMNS": "100"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=HANG_SECONDS,
        check=False,
        encoding="utf-8",
    )


def make_targets(page: str) -> set[str]:
    """Return the targets that a page names: in commands, and in text as `make x`."""
    texts = [command.text for block in blocks(page, "console") for command in commands(block)]
    named = {word for text in texts for word in _targets(text)}
    return named | {
        word for span in re.findall(r"`(make [^`\n]+)`", page) for word in _targets(span)
    }


def _targets(command: str) -> list[str]:
    match = re.match(r"make((?: +\S+)*)", command)
    words = match[1].split() if match else []
    return [word for word in words if re.fullmatch("[a-z-]+", word) and not word.startswith("-")]


def defined_targets() -> set[str]:
    makefile = (REPOSITORY / "Makefile").read_text(encoding="utf-8")
    return set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder that looks like the repository, where a page may write."""
    for name in ("binlog_kaitai", "generated", "ksy", "tests", "Makefile", "pyproject.toml"):
        (tmp_path / name).symlink_to(REPOSITORY / name)
    return tmp_path


@pytest.fixture(scope="module")
def readme() -> str:
    return README.read_text(encoding="utf-8")


def test_every_fence_is_of_a_known_language(readme: str) -> None:
    assert fence_languages(readme) <= {"console", "python", "text", "sh", "sql", "mermaid"}


def test_commands_print_what_the_page_says(readme: str, folder: Path) -> None:
    run_console(readme, folder)


def test_python_runs(readme: str, folder: Path) -> None:
    run_python(readme, folder)


def test_make_targets_are_there(readme: str) -> None:
    assert make_targets(readme) <= defined_targets()


GOOD = """
```console
$ make demo
$ echo one; echo two
one
two
$ seq 5
1
...
5
$ echo 'took 3.21 s'
took ... s
$ printf 'a\\nb\\n' | \\
> grep b
b
$ binlog-kaitai rows tests/fixtures/mysql97/rotated.1.binlog | tail -1
{"file": "rotated.1.binlog", ... "data": {"id": 2, "v": "zwei", "n": 2}}
```

  ```python
  from pathlib import Path

  size = Path("tests/fixtures/mysql97/rotated.1.binlog").stat().st_size
  ```

```python
assert size > 4
Path("written.txt").write_text(str(size))
```
"""


@pytest.mark.long
def test_a_true_page_passes(folder: Path) -> None:
    run_console(GOOD, folder)
    run_python(GOOD, folder)
    assert (folder / "written.txt").read_text() == "1695"
    assert [len(list(commands(block))) for block in blocks(GOOD, "console")] == [6]
    assert make_targets(GOOD) == {"demo"}


@pytest.mark.few(4)
@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("one\ntwo", "one"),
        ("one\ntwo", "one\n2"),
        ("one\ntwo", "one\ntwo\nthree"),
        ("1\n...\n5", "1\n...\n6"),
        ("1\n...\n5", "1\n5"),
        ("took ... s", "took ... seconds"),
        ('"v": "zwei"', '"v": "drei"'),
        ("grep b\nb", "grep b\na"),
    ],
)
def test_a_wrong_output_fails(folder: Path, right: str, wrong: str) -> None:
    assert right in GOOD
    with pytest.raises(AssertionError, match="prints:"):
        run_console(GOOD.replace(right, wrong), folder)


def test_wrong_python_fails(folder: Path) -> None:
    page = GOOD.replace("size > 4", "size < 4")
    line = page.split("\n").index("assert size < 4") + 1
    with pytest.raises(AssertionError, match=f"line {line}, in <module>"):
        run_python(page, folder)


def test_a_command_that_is_not_there_fails(folder: Path) -> None:
    with pytest.raises(AssertionError, match="not found"):
        run_console("```console\n$ no-such-command\n```\n", folder)


def test_a_target_that_is_not_there_is_found() -> None:
    page = "```console\n$ make no-such-target\n```\nThen `make neither-this SERVERS=x`."
    assert make_targets(page) - defined_targets() == {"no-such-target", "neither-this"}
    assert defined_targets() >= {"demo", "test", "fixtures"}
