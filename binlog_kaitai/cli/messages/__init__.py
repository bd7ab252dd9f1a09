"""Change messages as other tools write them.

`making` makes them of records, by what `maxwell` and `debezium` say of values and of a message;
`forms` is what both have in common.
"""
