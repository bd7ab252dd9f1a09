meta:
  id: binlog_fraction
  title: "Fraction of a second"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - integer_be
doc: |
  Fraction of a second: one byte for every two digits, up to six digits (MySQL
  5.6.4 and later).
doc-ref: https://github.com/mysql/mysql-server/blob/trunk/mysys/my_time.cc
-webide-representation: "{text}"
-columnar: [microseconds]
params:
  - id: num_digits
    type: s8
    doc: Number of digits of the column's fraction, 0 to 6.
seq:
  - id: raw
    type: integer_be((num_digits + 1) / 2)
    doc: |
      Fraction in units of its stored digits: hundredths, ten thousandths or
      millionths of a second.
instances:
  microseconds:
    value: |
      raw.value * (num_digits > 4 ? 1 : num_digits > 2 ? 100 : 10000)
    doc: Fraction in microseconds.
  text:
    value: |
      num_digits == 0 ? "" :
      "." + (1000000 + microseconds).to_s.substring(1, 1 + num_digits.as<s4>)
    doc: The fraction as text behind a number of seconds, for viewers.
