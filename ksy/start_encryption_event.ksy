meta:
  id: start_encryption_event
  title: "Binary log: MariaDB START_ENCRYPTION event"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  Starts encryption: all events behind it in the file are encrypted (MariaDB
  10.1 and later, with `encrypt_binlog`). MariaDB refuses an event of any other
  size than this one without a post-header.
doc-ref: https://mariadb.com/docs/server/reference/clientserver-protocol/replication-protocol/start_encryption_event
-webide-representation: "key version {key_version:dec}"
-columnar-text: false
params:
  - id: len_post_header
    type: s8
    doc: |
      Length in bytes of the post-header that the FORMAT_DESCRIPTION lists for
      this type of event.
seq:
  - id: post_header_rest
    size: len_post_header
    if: len_post_header > 0
    doc: Bytes of the post-header that the known fields do not cover.
  - id: scheme
    -orig-id: crypto_scheme
    type: u1
    doc: |
      Encryption scheme: 1 in all released servers.
  - id: key_version
    type: u4
    doc: |
      Version of the key in the server's key management. The key has the id 1.
  - id: nonce
    size: 12
    doc: |
      Start of each event's initialization vector. The event's position in the
      file follows it.
  - id: rest
    size-eos: true
    if: not _io.eof
    doc: Bytes behind the known fields.
