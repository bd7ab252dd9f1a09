"""Reading by specs of one's own, in a process that begins with what is compiled of them.

Classes and kernels are imported by name, and a process has one of each. So what is to be read by
others is called in a new process of this program, whose answers and batches come through a pipe.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import pyarrow as pa

from binlog_kaitai.compiler.own.kept import environment, explained


class Batches(NamedTuple):
    """What a function returns whose batches are to come one by one."""

    schema: pa.Schema
    batches: Iterator[pa.RecordBatch]


def call_by(home: Path, function: Callable[..., Any], *arguments: Any) -> Any:
    """Return what a function returns where `binlog_kaitai` reads by other specs.

    Args:
        home: What `compiled_specs` has returned.
        function: A function of a module; its arguments and what it returns can be pickled.
        arguments: Its arguments.

    Raises:
        RuntimeError: The process has ended without an answer. What the function raises, this does.
    """
    with _called(home, function, arguments) as answers:
        return _received(answers)


def batches_by(
    home: Path, function: Callable[..., Batches], *arguments: Any
) -> Iterator[pa.RecordBatch]:
    """Yield the batches that a function returns in the same way. Raises as `call_by`."""
    with _called(home, function, arguments) as answers:
        _received(answers)
        with pa.ipc.open_stream(answers) as batches:
            yield from batches
        _received(answers)


@contextmanager
def _called(home: Path, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Iterator[Any]:
    """Begin a process, and yield what it answers; it ends when no more of that is wanted."""
    reading, writing = os.pipe()
    variables = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    process = subprocess.Popen(  # noqa: S603 - this program
        [sys.executable, "-c", f"from {__name__} import serve; serve({reading})"],
        stdout=subprocess.PIPE,
        pass_fds=[reading],
        env=os.environ | environment(home) | variables,
    )
    os.close(reading)
    with process, os.fdopen(writing, "wb") as task:
        with suppress(BrokenPipeError):
            pickle.dump((function, arguments), task)
            task.flush()
        try:
            yield process.stdout
        finally:
            process.terminate()


def _received(answers: BinaryIO) -> Any:
    try:
        value, error = pickle.load(answers)  # noqa: S301 - of this program
    except EOFError:
        raise RuntimeError("the process that reads with other specs ended unexpectedly") from None
    if error is not None:
        raise error
    return value


def _answer(answers: BinaryIO, value: object, error: BaseException | None) -> None:
    try:
        answer = pickle.dumps((value, error))
    except Exception:  # noqa: BLE001 - an error may hold anything
        answer = pickle.dumps((None, RuntimeError(f"{type(error).__name__}: {error}")))
    answers.write(answer)
    answers.flush()


def serve(file: int) -> None:
    """Do what a file tells, and answer on standard output, which nothing else is printed to."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    try:
        with os.fdopen(file, "rb") as task:
            function, arguments = pickle.load(task)  # noqa: S301 - of this program
        value = function(*arguments)
        if isinstance(value, Batches):
            _answer(answers, None, None)
            with pa.ipc.new_stream(answers, value.schema) as stream:
                error = _write_all(stream, value.batches)
            _answer(answers, None, error)
        else:
            _answer(answers, value, None)
    except BrokenPipeError:
        return  # nobody wants more
    except Exception as error:  # noqa: BLE001 - whoever asked is to have it
        _answer(answers, None, explained(error))


def _write_all(stream: Any, batches: Iterator[pa.RecordBatch]) -> BaseException | None:
    """Write batches, and return what ended them early."""
    while True:
        try:
            batch = next(batches, None)
        except Exception as error:  # noqa: BLE001 - likewise
            return explained(error)
        if batch is None:
            return None
        stream.write_batch(batch)
