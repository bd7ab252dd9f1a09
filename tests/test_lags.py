"""The benchmark of followers: which commit is visible when."""

from __future__ import annotations

from tests.bench.following import Commit, lags


def test_lags_of_rows() -> None:
    """Each row has the first state at or behind its end; those that no state shows have none."""
    commits = [Commit(1.0, 2), Commit(2.0, 1), Commit(3.0, 1), Commit(4.0, 1)]
    places = [
        ("binlog.000001", 10),
        ("binlog.000001", 20),
        ("binlog.000002", 4),
        ("binlog.000002", 9),
    ]
    shown = [(1.5, ("binlog.000001", 5)), (2.5, ("binlog.000001", 20)), (9.0, ("binlog.000002", 4))]
    assert lags(commits, places, shown) == [1.5, 1.5, 0.5, 6.0]
