meta:
  id: salted_file
  title: "A file that OpenSSL encrypted with a password"
  application: MariaDB
  tags:
    - database
  license: Apache-2.0
  ks-version: "0.11"
doc: |
  A file that `openssl enc -aes-256-cbc -md sha1` writes, which MariaDB's plugin
  `file_key_management` accepts as its file of keys.
doc-ref: https://mariadb.com/docs/server/security/securing-mariadb/encryption/data-at-rest-encryption/key-management-and-encryption-plugins/file-key-management-encryption-plugin
seq:
  - id: magic
    contents: Salted__
    doc: Start of the file.
  - id: salt
    size: 8
    doc: Salt of the key derivation.
  - id: data
    size-eos: true
    doc: Encrypted contents of the file.
instances:
  len_derived:
    value: 32 + 16
    doc: Length in bytes of the key and the initialization vector together.
types:
  derived:
    doc: |
      Key and initialization vector, derived from the password and the salt: a
      row of SHA-1 digests, each of the one before it, the password and the
      salt.
    seq:
      - id: key
        size: 32
        doc: Key of AES-256.
      - id: initialization_vector
        size: 16
        doc: Initialization vector of the CBC mode.
