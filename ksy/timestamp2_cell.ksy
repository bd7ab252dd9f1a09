meta:
  id: timestamp2_cell
  title: "Cell: TIMESTAMP since MySQL 5.6.4"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - binlog_fraction
    - utc_time
  endian: be
doc: |
  A TIMESTAMP of MySQL 5.6.4 or later, or MariaDB 10.1.2 or later, in big-endian
  order.
doc-ref: https://github.com/mysql/mysql-server/blob/trunk/mysys/my_time.cc
-webide-representation: "{text}"
-columnar: [seconds, fraction.microseconds]
params:
  - id: num_digits
    type: s8
    doc: Number of digits of the column's fraction, 0 to 6.
seq:
  - id: seconds
    type: u4
    doc: Seconds since 1970, UTC. 0 with a fraction of 0 is the zero date.
  - id: fraction
    type: binlog_fraction(num_digits)
    doc: Fraction of the second.
instances:
  time:
    type: utc_time(seconds)
    doc: The time as text, with another text for the zero date in `text`.
  text:
    value: |
      (seconds == 0 and fraction.microseconds == 0
       ? "0000-00-00 00:00:00" : time.text) + fraction.text
    doc: The time in UTC as text, for viewers.
