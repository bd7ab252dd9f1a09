"""Score any reader of binary logs by logs whose final rows a server's SELECT told.

A case is one or more logs and the tables at their end. A reader prints the row images of the logs,
`replay` applies them to empty tables, and `score` compares each cell with the SELECT.
"""
