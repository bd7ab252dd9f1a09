"""Parsers compiled from the specs in ksy/ by `make generate`. Not to be edited."""
