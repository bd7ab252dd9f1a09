meta:
  id: keyring_file
  title: "Keys of MySQL's plugin keyring_file"
  application: MySQL
  tags:
    - database
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  The file in which the plugin `keyring_file` of MySQL 5.7 to 8.3 stores keys.
  The component that replaced it stores them as JSON.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/8.0.36/buffered__file__io_8h.html
seq:
  - id: magic
    contents: "Keyring file version:"
    doc: Start of the file.
  - id: version
    size: 3
    type: str
    encoding: ASCII
    valid:
      any-of: ['"1.0"', '"2.0"']
    doc: Version of the file.
  - id: keys
    size: _io.size - _io.pos - len_end
    type: keyring_keys
    doc: The keys.
  - id: end_of_keys
    contents: EOF
    doc: Mark behind the keys.
  - id: sha256
    size: len_sha256
    doc: SHA-256 digest of the file's contents (version 2.0).
instances:
  len_sha256:
    value: 'version == "2.0" ? 32 : 0'
    doc: Length of `sha256` in bytes.
  len_end:
    value: 3 + len_sha256
    doc: Length in bytes of the mark and the digest.
types:
  keyring_keys:
    doc: The keys of the file.
    seq:
      - id: items
        type: keyring_key
        repeat: eos
        doc: The keys.
  keyring_key:
    -orig-id: keyring::Key
    doc: A key of the keyring.
    seq:
      - id: len_item
        -orig-id: key_pod_size
        type: u8
        doc: Length of the item in bytes, this field included.
      - id: lengths
        type: keyring_lengths
        doc: Lengths of the parts.
      - id: key_id
        size: lengths.len_key_id
        type: str
        encoding: UTF-8
        doc: Id of the key.
      - id: key_type
        size: lengths.len_key_type
        type: str
        encoding: UTF-8
        doc: Type of the key, such as AES.
      - id: user_id
        size: lengths.len_user_id
        type: str
        encoding: UTF-8
        doc: Account that owns the key; empty for the server itself.
      - id: key
        size: lengths.len_key
        process: xor([42, 51, 48, 53, 61, 76, 106, 116, 48, 42, 33, 64, 36, 72, 110, 109, 40, 42, 45, 57, 45, 119, 59, 58])
        doc: The key. The server stores it combined by XOR with a fixed text.
      - id: padding
        size: len_item.as<s8> - len_before_padding
        doc: Zeros up to a multiple of eight bytes.
    instances:
      len_before_padding:
        value: |
          (8 + 32 + lengths.len_key_id + lengths.len_key_type +
           lengths.len_user_id + lengths.len_key).as<s8>
        doc: Length of the item in bytes, without its padding.
  keyring_lengths:
    doc: Lengths of the parts of a key.
    seq:
      - id: len_key_id
        type: u8
        doc: Length of `key_id` in bytes.
      - id: len_key_type
        type: u8
        doc: Length of `key_type` in bytes.
      - id: len_user_id
        type: u8
        doc: Length of `user_id` in bytes.
      - id: len_key
        type: u8
        doc: Length of `key` in bytes.
