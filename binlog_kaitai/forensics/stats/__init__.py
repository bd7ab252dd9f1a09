"""Statistics of logs: tables, times, large and long transactions, DDL, servers, hot rows.

`gathering` reads the transactions of each log, which engines summarize without decoding values.
`totals` adds them up, in memory that does not grow with the logs. `report` renders the statistics
as a page.
"""
