meta:
  id: start_encryption_event
  title: "Binary log: MariaDB START_ENCRYPTION event"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  All that follows in the file is encrypted. MariaDB refuses an event of any
  other size than this one without a post-header.
doc-ref: https://mariadb.com/docs/server/reference/clientserver-protocol/replication-protocol/start_encryption_event
-webide-representation: "key version {key_version:dec}"
params:
  - id: len_post_header
    type: s8
seq:
  - id: post_header_rest
    size: len_post_header
    if: len_post_header > 0
    doc: a post-header, which no server writes here
  - id: scheme
    -orig-id: crypto_scheme
    type: u1
  - id: key_version
    type: u4
  - id: nonce
    size: 12
    doc: what the initialization vector of each event begins with
