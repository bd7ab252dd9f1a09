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
  The file in which the plugin `keyring_file` of MySQL 5.7 to 8.3 keeps keys.
  The component that followed it keeps them as JSON.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/8.0.36/buffered__file__io_8h.html
seq:
  - id: magic
    contents: "Keyring file version:"
  - id: version
    size: 3
    type: str
    encoding: ASCII
    valid:
      any-of: ['"1.0"', '"2.0"']
  - id: keys
    size: _io.size - _io.pos - len_end
    type: keyring_keys
  - id: end_of_keys
    contents: EOF
  - id: sha256
    size: len_sha256
instances:
  len_sha256:
    value: 'version == "2.0" ? 32 : 0'
  len_end:
    value: 3 + len_sha256
types:
  keyring_keys:
    seq:
      - id: items
        type: keyring_key
        repeat: eos
  keyring_key:
    -orig-id: keyring::Key
    seq:
      - id: len_item
        -orig-id: key_pod_size
        type: u8
        doc: bytes, those of this length too
      - id: lengths
        type: keyring_lengths
      - id: key_id
        size: lengths.len_key_id
        type: str
        encoding: UTF-8
      - id: key_type
        size: lengths.len_key_type
        type: str
        encoding: UTF-8
      - id: user_id
        size: lengths.len_user_id
        type: str
        encoding: UTF-8
      - id: key
        size: lengths.len_key
        process: xor([42, 51, 48, 53, 61, 76, 106, 116, 48, 42, 33, 64, 36, 72, 110, 109, 40, 42, 45, 57, 45, 119, 59, 58])
        doc: the key, which the server combines by XOR with a text of its own
      - id: padding
        size: len_item.as<s8> - len_before_padding
    instances:
      len_before_padding:
        value: |
          (8 + 32 + lengths.len_key_id + lengths.len_key_type +
           lengths.len_user_id + lengths.len_key).as<s8>
  keyring_lengths:
    seq:
      - id: len_key_id
        type: u8
      - id: len_key_type
        type: u8
      - id: len_user_id
        type: u8
      - id: len_key
        type: u8
