meta:
  id: mariadb_encrypted_event
  title: "Binary log: an event that MariaDB encrypted"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  An event behind START_ENCRYPTION. Only its size can be read. Encrypted is
  the event without its size: its type and what follows come first, `first`,
  and its timestamp behind, `second`, which is stored where the event begins.

  The cipher is AES, in the mode that
  `file_key_management_encryption_algorithm` names; the log does not. Its
  initialization vector is the nonce of START_ENCRYPTION, and the position of
  the event in the file in the bytes that are left, little-endian. In CBC, the
  bytes behind the last whole block are XORed with what AES makes of the
  initialization vector.
doc-ref: https://mariadb.com/docs/server/reference/clientserver-protocol/replication-protocol/start_encryption_event
seq:
  - id: head
    type: encrypted_head
  - id: rest
    size-eos: true
    doc: less than `head.len_event` says where the file ends inside the event
instances:
  len_position:
    value: sizeof<u4>
types:
  encrypted_head:
    seq:
      - id: second
        size: 4
      - id: first
        size: 5
      - id: len_event
        -orig-id: EVENT_LEN_OFFSET
        type: u4
    instances:
      ofs_len_event:
        value: 4 + 5
      len_head:
        value: ofs_len_event + 4
  decrypted_event:
    doc: What is encrypted, when it is decrypted.
    seq:
      - id: type_and_server_id
        size: 5
      - id: timestamp
        size: 4
      - id: rest
        size-eos: true
