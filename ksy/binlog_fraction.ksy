meta:
  id: binlog_fraction
  title: "Fraction of a second"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - integer_be
doc: A byte for every two digits, up to six.
doc-ref: https://github.com/mysql/mysql-server/blob/trunk/mysys/my_time.cc
-webide-representation: "{microseconds:dec}"
-columnar: [microseconds]
params:
  - id: num_digits
    type: s8
seq:
  - id: raw
    type: integer_be((num_digits + 1) / 2)
instances:
  microseconds:
    value: |
      raw.value * (num_digits > 4 ? 1 : num_digits > 2 ? 100 : 10000)
