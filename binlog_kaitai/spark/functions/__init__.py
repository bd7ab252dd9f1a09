"""Functions over DataFrames: of the bytes of logs and packets in a column, and of changes.

`decoding` is for DataFrames of bytes, `udtfs` for SQL, `following` for streaming queries. `undoing`
writes scripts of changes.
"""
