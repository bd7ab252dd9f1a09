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
  The 512 bytes in front of the encrypted events of a log that MySQL 8.0.14 or
  later wrote with `binlog_encryption`. They name the key in the keyring that
  decrypts the file's own password.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classRpl__encryption__header__v1.html
seq:
  - id: magic
    -orig-id: Rpl_encryption_header::ENCRYPTION_MAGIC
    contents: [0xfd, 0x62, 0x69, 0x6e]
    doc: Magic number of an encrypted log.
  - id: version
    type: u1
    valid: 1
    doc: |
      Version of the header: 1.
  - id: fields
    type: encrypted_log_field
    repeat: until
    repeat-until: _.type == encrypted_log_field_type::end_mark or _io.pos >= len_header
    doc: The fields, up to the end mark. Zeros fill the header behind it.
instances:
  len_header:
    -orig-id: Rpl_encryption_header_v1::HEADER_SIZE
    value: 512
    doc: Length of the header in bytes.
types:
  encrypted_log_field:
    doc: |
      A field: its type and its value.
    seq:
      - id: type
        type: u1
        enum: encrypted_log_field_type
        valid:
          in-enum: true
        doc: Type of the field.
      - id: value
        type:
          switch-on: type
          cases:
            'encrypted_log_field_type::key_id': encrypted_log_key_id
            'encrypted_log_field_type::encrypted_password': encrypted_log_password
            'encrypted_log_field_type::initialization_vector': encrypted_log_vector
        doc: Value of the field, by its type.
  encrypted_log_key_id:
    doc: The id of a key.
    seq:
      - id: len_text
        type: u1
        doc: Length of `text` in bytes.
      - id: text
        size: len_text
        type: str
        encoding: ASCII
        doc: Id of the key in the server's keyring.
  encrypted_log_password:
    doc: The encrypted password of the file.
    seq:
      - id: data
        size: 32
        doc: Password, encrypted by AES-256 in CBC mode with the key.
  encrypted_log_vector:
    doc: An initialization vector.
    seq:
      - id: data
        size: 16
        doc: Initialization vector of the password's encryption.
  encrypted_log_cipher:
    doc: |
      Key and nonce, which are parts of the SHA-512 digest of the password. The
      bytes behind the header are encrypted by AES-256 in counter mode. The
      initial counter block is the nonce and eight bytes of zero; it counts
      blocks of 16 bytes.
    seq:
      - id: key
        -orig-id: m_file_key
        size: 32
        doc: Key of the file.
      - id: nonce
        -orig-id: m_iv
        size: 8
        doc: First half of the counter blocks.
enums:
  encrypted_log_field_type:
    0:
      id: end_mark
      doc: Ends the fields, and has no value.
    1:
      id: key_id
      -orig-id: KEYRING_KEY_ID
      doc: Id of the key in the keyring.
    2:
      id: encrypted_password
      -orig-id: ENCRYPTED_FILE_PASSWORD
      doc: The encrypted password of the file.
    3:
      id: initialization_vector
      -orig-id: IV_FOR_FILE_PASSWORD
      doc: Initialization vector of the password's encryption.
