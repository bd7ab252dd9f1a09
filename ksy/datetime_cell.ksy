meta:
  id: datetime_cell
  title: "Cell: DATETIME before MySQL 5.6.4"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  A DATETIME of servers before MySQL 5.6.4, or of MariaDB tables in the older
  format: the decimal number YYYYMMDDhhmmss.
doc-ref: https://github.com/mysql/mysql-server/blob/trunk/sql/field.cc
-webide-representation: "{text}"
-columnar: [year, month, day, hour, minute, second]
seq:
  - id: raw
    type: u8
    doc: The decimal number.
instances:
  date:
    value: raw.as<s8> / 1000000
    doc: The digits of the date, YYYYMMDD.
  time:
    value: (raw.as<s8> - date.as<s8> * 1000000).as<s4>
    doc: The digits of the time, hhmmss.
  year:
    value: date / 10000
    doc: Year, 0 to 9999.
  month:
    value: date / 100 % 100
    doc: Month, 0 to 12.
  day:
    value: date % 100
    doc: Day of the month, 0 to 31.
  hour:
    value: time / 10000
    doc: Hour, 0 to 23.
  minute:
    value: time / 100 % 100
    doc: Minute, 0 to 59.
  second:
    value: time % 100
    doc: Second, 0 to 59.
  text:
    value: |
      (10000 + year).to_s.substring(1, 5) + "-" +
      (100 + month).to_s.substring(1, 3) + "-" +
      (100 + day).to_s.substring(1, 3) + " " +
      (100 + hour).to_s.substring(1, 3) + ":" +
      (100 + minute).to_s.substring(1, 3) + ":" +
      (100 + second).to_s.substring(1, 3)
    doc: The date and time as text, for viewers.
