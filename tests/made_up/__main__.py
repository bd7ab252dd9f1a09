"""`python -m tests.made_up COUNT SECONDS`: compares the engines on random logs and damage."""

from __future__ import annotations

import os
import re
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import click

from binlog_kaitai.packets import FRAMINGS
from binlog_kaitai.scopes import EVERYTHING, Scope
from tests.made_up import damage
from tests.made_up.logs import SMALL, SPOILED, WITH_ODDS, some_log
from tests.made_up.readings import (
    TREE,
    difference,
    outcome,
    tables_in,
    transactions,
    transactions_difference,
)
from tests.made_up.streams import difference_in, some_stream
from tests.replay import FIXTURES

LENIENT = Scope(is_lenient=True)
LONGEST = 20_000  # bytes of a real log that is damaged


def some_bytes(chance: Random, real: list[bytes]) -> tuple[str, bytes]:
    """A log of some kind, and the name of the kind."""
    match chance.randrange(8):
        case 0:
            return "sound", some_log(chance, SMALL).data
        case 1:
            return "odd", some_log(chance, WITH_ODDS).data
        case 2 | 3:
            return "spoiled", some_log(chance, SPOILED).data
        case 4 | 5 if real:
            return "real-damaged", damage.damaged(chance.choice(real), chance)
    return "damaged", damage.damaged(some_log(chance, SMALL).data, chance)


def problem_of(path: Path, *, is_tree_only: bool) -> str | None:
    """What the engines do not agree on, or what one raises that is no BinlogError."""
    try:
        for table in [None, *tables_in(path)]:
            if is_tree_only:
                outcome(path, table, TREE)
            elif found := difference(path, table):
                return found
        for scope in (EVERYTHING, LENIENT):
            if is_tree_only:
                transactions(path, TREE, scope)
            elif found := transactions_difference(path, scope):
                return found
    except Exception:  # noqa: BLE001 - that there is none is what is tested
        return traceback.format_exc()
    return None


def problem_of_stream(data: bytes, chance: Random) -> str | None:
    """What the engines do not agree on of a log's events that come one by one."""
    try:
        return difference_in(some_stream(data, chance), chance.choice(FRAMINGS), chance)
    except Exception:  # noqa: BLE001 - that there is none is what is tested
        return traceback.format_exc()


def kind_of(problem: str) -> str:
    """What problems of one kind have in common."""
    lines = problem.strip().splitlines()
    if lines[0].startswith("Traceback"):
        places = [
            line.split(", in ")[-1] for line in lines if f"{os.sep}binlog_kaitai{os.sep}" in line
        ]
        return f"{' < '.join(places[:-4:-1])}: {lines[-1].partition(':')[0]}"
    _, _, difference = lines[0].partition(": ")
    common = [difference, *lines[1:3]] if difference == "errors differ" else [difference]
    found = " ".join(re.sub(r"BinlogError: .*?: at byte \d+: ", "", line) for line in common)
    return re.sub(r"'.*'|[0-9a-f]*\d+[0-9a-f]*", "_", found)


def problems(
    folder: Path, count: int, seconds: float, seed: int, *, is_tree_only: bool
) -> Iterator[tuple[int, str, str, bytes]]:
    """Yields the seed, the kind of log, the problem and the log, wherever there is one."""
    real = [path.read_bytes() for path in sorted(FIXTURES.glob("*/*.binlog"))]
    real = [log for log in real if len(log) < LONGEST]
    path = folder / "now.binlog"
    end = time.monotonic() + seconds
    for number in range(seed, seed + count):
        if time.monotonic() > end:
            click.echo(f"stopped before seed {number}")
            return
        kind, data = some_bytes(Random(number), real)
        path.write_bytes(data)
        problem = problem_of(path, is_tree_only=is_tree_only)
        if problem is None and not is_tree_only:
            problem = problem_of_stream(data, Random(number))
        if problem is not None:
            yield number, kind, problem, data


def smallest(folder: Path, data: bytes, problem: str, *, is_tree_only: bool) -> bytes:
    """A log of fewer events with a problem of the same kind."""
    path = folder / "smaller.binlog"

    def still(smaller: bytes) -> bool:
        path.write_bytes(smaller)
        found = problem_of(path, is_tree_only=is_tree_only)
        return found is not None and kind_of(found) == kind_of(problem)

    found = damage.smallest(data, still)
    path.unlink(missing_ok=True)
    return found


@click.command()
@click.argument("count", type=int)
@click.argument("seconds", type=float)
@click.option("--folder", type=click.Path(path_type=Path), default=Path("/tmp/made_up"))
@click.option("--seed", type=int, default=0, help="The first; each log has the next.")
@click.option("--tree-only", is_flag=True, help="Look for errors of the tree engine alone.")
@click.option("--keep", type=int, default=3, help="How many files to keep of each kind of problem.")
def main(  # noqa: PLR0913 - an option each
    count: int, seconds: float, folder: Path, seed: int, keep: int, *, tree_only: bool
) -> None:
    """Compare the engines on COUNT logs, or for SECONDS, and keep those that they differ on."""
    folder.mkdir(parents=True, exist_ok=True)
    seen: Counter[str] = Counter()
    found = problems(folder, count, seconds, seed, is_tree_only=tree_only)
    for number, kind, problem, data in found:
        seen[kind_of(problem)] += 1
        if seen[kind_of(problem)] > keep:
            continue
        name = folder / f"{number}.{kind}"
        name.with_suffix(f".{kind}.binlog").write_bytes(data)
        fewer = smallest(folder, data, problem, is_tree_only=tree_only)
        name.with_suffix(f".{kind}.smallest.binlog").write_bytes(fewer)
        name.with_suffix(f".{kind}.txt").write_text(problem, encoding="utf-8")
        click.echo(f"seed {number} ({kind}, {len(fewer)} bytes): {problem}")
    click.echo(f"{sum(seen.values())} problems of {len(seen)} kinds")
    for name, times in seen.most_common():
        click.echo(f"{times:6d}  {name}")
    if seen:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
