"""Change messages as other tools write them.

`making` makes them of records, by what `maxwell`, `debezium` and `canal` say of values and of
messages; `forms` is what they have in common.
"""
