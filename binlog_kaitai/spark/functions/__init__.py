"""Functions over DataFrames: decode logs and packets in a column, and write scripts of changes.

`decoding` is for DataFrames of bytes, `udtfs` for SQL, `following` for streaming queries. `undoing`
writes scripts of changes.
"""
