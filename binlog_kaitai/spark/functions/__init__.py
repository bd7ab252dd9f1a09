"""Functions for the bytes of logs and packets in a column.

`decoding` is for DataFrames, `udtfs` for SQL, `following` for streaming queries.
"""
