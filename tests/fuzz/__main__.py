"""`python -m tests.fuzz`: reads mutated logs in all ways, and says where they do not agree."""

from __future__ import annotations

import secrets
import sys
import time
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import click

from tests.fuzz.base import checked_out, has_problem
from tests.fuzz.cases import Cases
from tests.fuzz.checked import check_kernels
from tests.fuzz.kinds import kind_of
from tests.fuzz.watch import Worker, watched

FOLDER = Path(__file__).parents[2] / ".fuzz"


@click.command()
@click.argument("log", type=click.Path(exists=True, path_type=Path), required=False)
@click.option("--minutes", type=float, default=10)
@click.option("--processes", type=int, default=1)
@click.option("--seed", type=int, help="What all follows from; another each time if none is given.")
@click.option("--case", type=int, help="Only this case of the seed.")
@click.option("--checked", is_flag=True, help="Check each load and store of the kernels.")
@click.option(
    "--guarded", is_flag=True, help="End memory behind each array that kernels are given."
)
@click.option("--base", help="A commit: the exit status is 0 if it has all the problems too.")
@click.option("--folder", type=click.Path(path_type=Path), default=FOLDER)
def main(  # noqa: PLR0913, PLR0917 - an option each
    log: Path | None,
    minutes: float,
    processes: int,
    seed: int | None,
    case: int | None,
    base: str | None,
    folder: Path,
    *,
    checked: bool,
    guarded: bool,
) -> None:
    """Mutate logs for some minutes and look for problems; or look for them in LOG, or in a case.

    LOG and a case together are the checks of the case on LOG.
    """
    if seed is None:
        seed = secrets.randbits(32)
    if log is not None or case is not None:
        if checked:
            check_kernels()
        if guarded:
            from tests.fuzz.guarded import guard_arrays  # noqa: PLC0415 - imports kernels, as below

            guard_arrays(seed % 256)
        sys.exit(_one(log, seed, case))
    flags = [flag for flag, is_on in (("--checked", checked), ("--guarded", guarded)) if is_on]
    click.echo(f"seed {seed} {' '.join(flags)}")
    until = time.monotonic() + 60 * minutes
    workers = [
        Worker(seed, first, processes, folder / f"{seed}.{first}", flags, until)
        for first in range(processes)
    ]
    progress = watched(workers)
    for worker in workers:
        _report(worker, flags)
    click.echo(f"seed {seed}: {progress.done} cases, {progress.found} problems")
    if not progress.done or not progress.found:
        sys.exit(0 if progress.done else 1)
    sys.exit(0 if base is not None and _are_older(workers, base, flags) else 1)


def _one(log: Path | None, seed: int, case: int | None) -> int:
    """Looks at a file in all ways, or by the checks of a case; or at a case as it was."""
    from tests.fuzz.oracle import problem_of  # noqa: PLC0415 - imports kernels, see checked.py

    if log is not None and case is None:
        problem = problem_of(log, Random(seed), checks=0)
    else:
        assert case is not None
        with TemporaryDirectory() as folder:
            cases = Cases(seed, Path(folder))
            data = cases.log(case) if log is None else log.read_bytes()
            problem = cases.problem(case, data)
    click.echo(problem or "no problem")
    return 1 if problem else 0


def _are_older(workers: list[Worker], base: str, flags: list[str]) -> bool:
    """Tells of each problem whether a commit has it too; returns whether it has all of them."""
    are_all = True
    with checked_out(base) as tree:
        for path in sorted(path for worker in workers for path in worker.folder.glob("*.txt")):
            seed, case, *_ = path.name.split(".")
            log = path.with_suffix(".binlog")
            is_older = log.exists() and has_problem(tree, log, int(seed), int(case), flags)
            has = "has it too: mend it, if not in this change" if is_older else "does not have it"
            click.echo(f"case {case}: {base} {has}", err=True)
            are_all = are_all and is_older
    return are_all


def _report(worker: Worker, flags: list[str]) -> None:
    """Prints what a worker has found, once for each kind, and how to see it again."""
    seen = set()
    for path in sorted(worker.folder.glob("*.txt")):
        problem = path.read_text(encoding="utf-8")
        if kind_of(problem) in seen:
            continue
        seen.add(kind_of(problem))
        seed, case, *_ = path.name.split(".")
        again = " ".join(["python -m tests.fuzz", *flags, "--seed", seed, "--case", case])
        small = path.with_suffix(".small.binlog")
        size = f"; {small} has {small.stat().st_size} bytes" if small.exists() else ""
        click.echo(f"\n{problem.strip()}\n{again}{size}")


if __name__ == "__main__":
    main()
