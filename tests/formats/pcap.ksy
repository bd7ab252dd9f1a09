meta:
  id: pcap
  title: Capture file of libpcap
  application: [tcpdump, Wireshark]
  file-extension: [pcap, cap]
  xref:
    justsolve: PCAP
    wikidata: Q28206788
  license: Apache-2.0
  ks-version: 0.11
doc: |
  Packets as they were seen on a network, in the byte order of the machine that
  wrote them down.
doc-ref: https://www.tcpdump.org/manpages/pcap-savefile.5.html
-columnar: [capture]
-columnar-table: capture.packets
seq:
  - id: magic
    type: u4be
    doc: Tells the byte order of all that follows, and the unit of fractions.
  - id: capture
    type: capture
instances:
  has_nanoseconds:
    value: magic == 0xa1b23c4d or magic == 0x4d3cb2a1
types:
  capture:
    meta:
      endian:
        switch-on: _root.magic
        cases:
          0xa1b2c3d4: be
          0xa1b23c4d: be
          0xd4c3b2a1: le
          0x4d3cb2a1: le
    -columnar: [header.link_type, packets, packets.size]
    seq:
      - id: header
        type: file_header
      - id: packets
        type: packet
        repeat: eos
        -columnar:
          seconds: seconds
          nanoseconds: nanoseconds
          len_original: len_original
          data: data
    types:
      file_header:
        -columnar: [link_type]
        seq:
          - id: major
            type: u2
            valid: 2
          - id: minor
            type: u2
          - id: zone
            type: s4
            doc: Seconds from UTC. Programs write 0.
          - id: accuracy
            type: u4
          - id: max_len_packet
            type: u4
          - id: link_type
            type: u4
            doc: What packets begin with, such as 1 for Ethernet.
      packet:
        -columnar: [seconds, nanoseconds, len_original, data]
        seq:
          - id: seconds
            type: u4
            doc: Since 1970, in UTC.
          - id: fraction
            type: u4
          - id: len_data
            type: u4
          - id: len_original
            type: u4
            doc: The length of the packet on the network, of which a part may be kept.
          - id: data
            size: len_data
        instances:
          nanoseconds:
            value: 'fraction * (_root.has_nanoseconds ? 1 : 1000)'
