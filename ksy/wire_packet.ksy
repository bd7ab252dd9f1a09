meta:
  id: wire_packet
  title: "Packet of the protocol of MySQL and MariaDB"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  A packet that a server sends over a connection, such as a replication packet:
  its length, its number, and its body.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_basic_packets.html
seq:
  - id: header
    type: wire_header
    doc: Length and number of the packet.
  - id: body
    size: header.len_body
    doc: Contents of the packet.
types:
  wire_header:
    doc: Length and number of a packet.
    -columnar:
      - len_body
      - goes_on
    seq:
      - id: len_low
        type: u2
        doc: Lowest two bytes of the length.
      - id: len_high
        type: u1
        doc: Highest byte of the length.
      - id: sequence_id
        type: u1
        doc: Number of the packet, from 0 after each command; it wraps at 256.
    instances:
      len_body:
        value: len_low + len_high * 0x1_0000
        doc: Length of the body in bytes.
      goes_on:
        value: len_body == 0xff_ffff
        doc: |
          Whether the contents continue in the next packet: bodies of the
          maximum length do.
