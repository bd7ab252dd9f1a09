"""Answer questions about incidents: row history, statistics, differences, integrity, undo scripts.

`verify` reads logs to their last cell, and compares them with each other. The data of a single file
comes from `read`, so both engines provide it; the modules here combine files.

`undo` writes SQL that reverts changes, or applies them again.
"""
