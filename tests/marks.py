"""Which of many cases CI runs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

ParameterSet = type(pytest.param())


def mostly_long(cases: Iterable[Any], *, short: int = 1) -> list[Any]:
    """Return parameters: `make test` runs the first, `make test-long` the others.

    For what proves the same of each case, when one case takes seconds.
    """
    sets = [_parameters(case) for case in cases]
    return [
        found if i < short else found._replace(marks=[*found.marks, pytest.mark.long])
        for i, found in enumerate(sets)
    ]


def _parameters(case: Any) -> Any:
    if isinstance(case, ParameterSet):
        return case
    return pytest.param(*case) if isinstance(case, tuple) else pytest.param(case)
