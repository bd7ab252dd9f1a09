"""What logs are about: tables, times, large and long transactions, DDL, servers, hot rows.

`gathering` reads the transactions of each log, which engines sum up without a look at values.
`totals` adds them up, in memory that does not grow with the logs. `report` draws what was found as
a page.
"""
