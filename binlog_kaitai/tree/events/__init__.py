"""Events as people see them: header, checksum, and the body's fields in JSON's terms."""
