"""From changes to the rows as they stand: `latest` and `last_changes`.

`folding` is their entry. `settling` leaves out what was rolled back and decides prepared
transactions, `lives` follows a key through its changes, `stitching` puts rows together whose images
hold only some of the columns.
"""
