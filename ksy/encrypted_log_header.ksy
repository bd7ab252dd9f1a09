meta:
  id: encrypted_log_header
  title: "Header of an encrypted binary log of MySQL"
  application: MySQL
  file-extension: "000001"
  tags:
    - database
    - log
  license: Apache-2.0
  ks-version: "0.11"
doc: |
  The 512 bytes before the encrypted events of a log that MySQL 8.0.14 or
  later wrote with `binlog_encryption`: which key of the keyring opens the
  file's own password.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classRpl__encryption__header__v1.html
seq:
  - id: magic
    -orig-id: Rpl_encryption_header::ENCRYPTION_MAGIC
    contents: [0xfd, 0x62, 0x69, 0x6e]
  - id: version
    type: u1
    valid: 1
  - id: fields
    type: encrypted_log_field
    repeat: until
    repeat-until: _.type == encrypted_log_field_type::end_mark or _io.pos >= len_header
instances:
  len_header:
    -orig-id: Rpl_encryption_header_v1::HEADER_SIZE
    value: 512
types:
  encrypted_log_field:
    seq:
      - id: type
        type: u1
        enum: encrypted_log_field_type
        valid:
          in-enum: true
      - id: value
        type:
          switch-on: type
          cases:
            'encrypted_log_field_type::key_id': encrypted_log_key_id
            'encrypted_log_field_type::encrypted_password': encrypted_log_password
            'encrypted_log_field_type::initialization_vector': encrypted_log_vector
  encrypted_log_key_id:
    seq:
      - id: len_text
        type: u1
      - id: text
        size: len_text
        type: str
        encoding: ASCII
  encrypted_log_password:
    seq:
      - id: data
        size: 32
  encrypted_log_vector:
    seq:
      - id: data
        size: 16
  encrypted_log_cipher:
    doc: |
      What the SHA-512 of the file's password is cut into. All behind the
      header is encrypted by AES-256 in counter mode. The initial counter
      block of the header's end is the nonce and eight bytes of zero; it
      counts up each 16 bytes.
    seq:
      - id: key
        -orig-id: m_file_key
        size: 32
      - id: nonce
        -orig-id: m_iv
        size: 8
enums:
  encrypted_log_field_type:
    0: end_mark
    1:
      id: key_id
      -orig-id: KEYRING_KEY_ID
    2:
      id: encrypted_password
      -orig-id: ENCRYPTED_FILE_PASSWORD
    3:
      id: initialization_vector
      -orig-id: IV_FOR_FILE_PASSWORD
