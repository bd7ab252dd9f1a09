meta:
  id: mariadb_encrypted_event
  title: "Binary log: an event that MariaDB encrypted"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  An event behind START_ENCRYPTION. Only its size can be read. The server moves
  the size out of the way and encrypts the rest in this order: the type and all
  that follows (`first`), then the timestamp (`second`), which is stored where
  the event begins.

  The cipher is AES, in the mode that `file_key_management_encryption_algorithm`
  sets; the log does not name it. In CBC, the bytes behind the last whole block
  are combined by XOR with the encrypted initialization vector.
doc-ref:
  - https://mariadb.com/docs/server/reference/clientserver-protocol/replication-protocol/start_encryption_event
  - https://github.com/MariaDB/server/blob/main/sql/log_event.cc
seq:
  - id: head
    type: encrypted_head
    doc: The encrypted header, with the readable size of the event.
  - id: rest
    size-eos: true
    doc: |
      Encrypted bytes behind the head. Fewer than `head.len_event` announces
      means that the file ends inside the event.
types:
  initialization_vector:
    doc: The initialization vector of the cipher, which no file contains.
    seq:
      - id: nonce
        size: 12
        doc: Nonce of START_ENCRYPTION.
      - id: position
        type: u4
        doc: Position of the event in the file, in bytes. It wraps at 4 GiB.
    instances:
      num_positions:
        value: 0x1_0000_0000
        doc: Number of different values of `position`.
  encrypted_head:
    doc: The first 13 bytes of an encrypted event.
    seq:
      - id: second
        size: 4
        doc: Encrypted timestamp, which the cipher handles last.
      - id: first
        size: 5
        doc: Encrypted type and server id, which the cipher handles first.
      - id: len_event
        -orig-id: EVENT_LEN_OFFSET
        type: u4
        doc: Length of the whole event in bytes, not encrypted.
    instances:
      ofs_len_event:
        value: 4 + 5
        doc: Offset of `len_event` within the event, in bytes.
      len_head:
        value: ofs_len_event + 4
        doc: Length of this head in bytes.
  decrypted_event:
    doc: Decrypted bytes of an event, in the order of the cipher.
    seq:
      - id: type_and_server_id
        size: 5
        doc: Type and server id of the event.
      - id: timestamp
        size: 4
        doc: Timestamp of the event.
      - id: rest
        size-eos: true
        doc: All bytes behind the size of the event.
