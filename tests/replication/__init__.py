"""Tests of what asks running servers."""
