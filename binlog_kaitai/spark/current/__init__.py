"""From changes to the rows as they stand: `latest` and `last_changes`.

`folding` is their entry. It follows keys through their changes as `binlog_kaitai.lake.current`
does. `settling` leaves out what was rolled back and decides prepared transactions, `moments` limits
changes to a time or a GTID set, and `statements` finds those that changed a table without rows.
"""
