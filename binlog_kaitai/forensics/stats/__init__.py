"""What logs are about: tables, times, large and long transactions, DDL, servers, hot rows.

`gathering` reads each log twice. First for what transactions lack, as their view has them: kinds of
rows, times inside, DDL (`binlog_kaitai.read.tallies`). Then for transactions. `totals` adds up, in
memory that does not grow with the logs. `report` draws what was found as a page.
"""
