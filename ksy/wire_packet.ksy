meta:
  id: wire_packet
  title: "Packet of the protocol of MySQL and MariaDB"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  What a server sends over a connection, such as a replication packet: its
  length, its number, and its body.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_basic_packets.html
seq:
  - id: header
    type: wire_header
  - id: body
    size: header.len_body
types:
  wire_header:
    -columnar:
      - len_body
      - goes_on
    seq:
      - id: len_low
        type: u2
      - id: len_high
        type: u1
      - id: sequence_id
        type: u1
    instances:
      len_body:
        value: len_low + len_high * 0x1_0000
      goes_on:
        value: len_body == 0xff_ffff
        doc: The body goes on in the packet behind it.
