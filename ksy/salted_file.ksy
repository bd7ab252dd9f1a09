meta:
  id: salted_file
  title: "A file that OpenSSL encrypted with a password"
  application: MariaDB
  tags:
    - database
  license: Apache-2.0
  ks-version: "0.11"
doc: |
  What `openssl enc -aes-256-cbc -md sha1` writes, and MariaDB's plugin
  `file_key_management` takes as a file of keys.
doc-ref: https://mariadb.com/docs/server/security/securing-mariadb/encryption/data-at-rest-encryption/key-management-and-encryption-plugins/file-key-management-encryption-plugin
seq:
  - id: magic
    contents: Salted__
  - id: salt
    size: 8
  - id: data
    size-eos: true
instances:
  len_derived:
    value: 32 + 16
types:
  derived:
    doc: |
      What is made of the password and the salt: digests after each other,
      each of the one before it, the password and the salt.
    seq:
      - id: key
        size: 32
      - id: initialization_vector
        size: 16
