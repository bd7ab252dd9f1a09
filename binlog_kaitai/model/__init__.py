"""What a log says, in terms that both engines share.

A `Table` is what a TABLE_MAP tells of a table; `definitions` add what the catalog has of a
table, where the log does not. `schema` maps columns to Arrow types, `layouts` one
description of a table to a schema. `Change` is a row image or a statement, `Transaction`, `Group`
and `End` are the transaction that it is in and what became of it; by the table in `grouping`,
events make up transactions. `Record` is the flat form that is printed. `Scope` says what of a log
is wanted: a table, a span of bytes, times, GTIDs. `charsets`, `collations` and `calendar` know how
servers encode text and dates, `values` and `json_text` how values look in JSON.

Nothing here reads bytes of a log; both engines fill these types.
"""
