"""Tests of the catalog of tables."""
