"""What lies before each event of a stream."""

from __future__ import annotations

from typing import Literal, TypeAlias

Framing: TypeAlias = Literal["packet", "semi_sync", "event"]


FRAMINGS: tuple[Framing, ...] = ("packet", "semi_sync", "event")
