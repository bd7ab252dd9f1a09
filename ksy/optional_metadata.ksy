meta:
  id: optional_metadata
  title: "Binary log: optional metadata of TABLE_MAP"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - binlog_bitmap_msb
    - packed_integer
doc: |
  Metadata that `binlog_row_metadata` adds to a table map: MINIMAL adds
  signedness, charsets and the types of geometries, FULL also names, labels and
  the primary key (MySQL 8.0.1 and later, MariaDB 10.5 and later). NO_LOG, the
  default of MariaDB, adds nothing; that of MySQL is MINIMAL.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Table__map__event.html
seq:
  - id: fields
    type: |
      optional_metadata_field(
        _index, _index == 0 ? -1 : fields[_index - 1].signedness_index,
        _index == 0 ? -1 : fields[_index - 1].names_index
      )
    repeat: eos
    doc: The fields. Their order is not defined.
instances:
  has_signedness:
    value: fields.size > 0 and fields.last.signedness_index >= 0
    doc: Whether there is a signedness bitmap.
  signedness:
    value: |
      fields[fields.last.signedness_index.as<s4>].value.as<binlog_bitmap_msb>.handle
        .as<binlog_bitmap_msb::bitmap_msb_handle>
    if: has_signedness
    doc: The signedness bitmap.
  has_names:
    value: fields.size > 0 and fields.last.names_index >= 0
    doc: Whether there are names of columns.
  num_names:
    value: 'has_names ? names._parent.names.size : 0'
    doc: Number of names.
  names:
    value: |
      fields[fields.last.names_index.as<s4>].value.as<column_names>.handle
        .as<column_names::column_names_handle>
    if: has_names
    doc: The names of the columns.
  default_charset:
    type: field_search(optional_metadata_type::default_charset)
    doc: The field `default_charset`, for viewers.
  column_charset:
    type: field_search(optional_metadata_type::column_charset)
    doc: The field `column_charset`, for viewers.
  label_default_charset:
    type: field_search(optional_metadata_type::enum_and_set_default_charset)
    doc: The field `enum_and_set_default_charset`, for viewers.
  label_column_charset:
    type: field_search(optional_metadata_type::enum_and_set_column_charset)
    doc: The field `enum_and_set_column_charset`, for viewers.
  enum_labels:
    type: field_search(optional_metadata_type::enum_str_value)
    doc: The field `enum_str_value`, for viewers.
  set_labels:
    type: field_search(optional_metadata_type::set_str_value)
    doc: The field `set_str_value`, for viewers.
types:
  field_search:
    doc: Search for the field of a type. It has no bytes of its own.
    params:
      - id: type
        type: u1
        enum: optional_metadata_type
        doc: The type.
    seq:
      - id: steps
        type: field_step(_index)
        repeat: until
        repeat-until: _.is_end
        doc: Steps from field to field.
    instances:
      is_found:
        value: steps.last.index < _parent.fields.size
        doc: Whether there is such a field.
      field:
        value: _parent.fields[steps.last.index]
        if: is_found
        doc: The field.
        -webide-parse-mode: lazy
  field_step:
    doc: A step of a search.
    params:
      - id: index
        type: s4
        doc: Number of the field.
    instances:
      is_end:
        value: |
          index >= _parent._parent.fields.size or
          _parent._parent.fields[index].type == _parent.type
        doc: Whether the search ends here.
  optional_metadata_field:
    doc: |
      A field: its type, its length and its value.
    params:
      - id: index
        type: s8
        doc: Number of this field, from 0.
      - id: signedness_index_before
        type: s8
        doc: |
          Number of the field with the signedness bitmap, if it is before this
          one; else -1.
      - id: names_index_before
        type: s8
        doc: |
          Number of the field with the names, if it is before this one; else -1.
    seq:
      - id: type
        type: u1
        enum: optional_metadata_type
        doc: Type of the field.
      - id: len_value
        type: packed_integer
        doc: Length of `value` in bytes.
      - id: value
        size: len_value.value
        type:
          switch-on: type
          cases:
            'optional_metadata_type::signedness': binlog_bitmap_msb
            'optional_metadata_type::default_charset': default_charset
            'optional_metadata_type::column_charset': packed_integers
            'optional_metadata_type::column_name': column_names
            'optional_metadata_type::set_str_value': label_lists
            'optional_metadata_type::enum_str_value': label_lists
            'optional_metadata_type::geometry_type': packed_integers
            'optional_metadata_type::simple_primary_key': packed_integers
            'optional_metadata_type::primary_key_with_prefix': primary_key_with_prefix
            'optional_metadata_type::enum_and_set_default_charset': default_charset
            'optional_metadata_type::enum_and_set_column_charset': packed_integers
            'optional_metadata_type::column_visibility': binlog_bitmap_msb
            'optional_metadata_type::vector_dimensionality': packed_integers
        doc: Value of the field, by its type; bytes for types without a spec.
    instances:
      signedness_index:
        value: |
          type == optional_metadata_type::signedness
          ? index : signedness_index_before
        doc: |
          Number of the field with the signedness bitmap, up to this one; else
          -1.
      names_index:
        value: |
          type == optional_metadata_type::column_name
          ? index : names_index_before
        doc: Number of the field with the names, up to this one; else -1.
  packed_integers:
    doc: A list of integers.
    seq:
      - id: items
        type: packed_integer
        repeat: eos
        doc: The integers, in the order of the columns that they belong to.
  default_charset:
    doc: |
      The collation of most of the columns, and those of the others. Columns are
      counted among those that have a collation.
    seq:
      - id: collation
        type: packed_integer
        doc: Id of the collation of all columns that are no exceptions.
      - id: exceptions
        type: charset_exception
        repeat: eos
        doc: Columns with another collation.
  charset_exception:
    doc: A column with another collation than most.
    seq:
      - id: index
        type: packed_integer
        doc: Number of the column, from 0, among those that have a collation.
      - id: collation
        type: packed_integer
        doc: Id of the column's collation.
  packed_bytes:
    doc: Bytes with their length.
    -webide-representation: "{value:str}"
    -columnar-text: {value: value}
    seq:
      - id: len_value
        type: packed_integer
        doc: Length of `value` in bytes.
      - id: value
        size: len_value.value
        doc: The bytes.
  column_names:
    doc: The names of all columns.
    -webide-representation: "{names}"
    seq:
      - id: names
        type: packed_bytes
        repeat: eos
        doc: The names in UTF-8, in the order of the columns.
    instances:
      handle:
        type: column_names_handle
        doc: Reference to these names, for other structures.
    types:
      column_names_handle:
        doc: |
          Reference to the names, which are its `_parent`. It is empty itself
          (see `table_map_event::table_map_handle`).
  label_lists:
    doc: |
      The labels of all ENUM or of all SET columns, in the charset of each
      column.
    seq:
      - id: columns
        type: label_list
        repeat: eos
        doc: The labels by column, in the order of the columns.
  label_list:
    doc: The labels of a column.
    seq:
      - id: num_labels
        type: packed_integer
        doc: Number of labels.
      - id: labels
        type: packed_bytes
        repeat: expr
        repeat-expr: num_labels.value
        doc: The labels, in the order of their numbers.
  primary_key_with_prefix:
    doc: The columns of a primary key, and their prefixes.
    seq:
      - id: parts
        type: primary_key_part
        repeat: eos
        doc: The columns, in the order of the key.
  primary_key_part:
    doc: A column of a primary key.
    seq:
      - id: column_index
        type: packed_integer
        doc: Number of the column in the table, from 0.
      - id: len_prefix
        type: packed_integer
        doc: |
          Length of the prefix in characters that is part of the key; 0 for the
          whole column.
enums:
  optional_metadata_type:
    1:
      id: signedness
      -orig-id: SIGNEDNESS
      doc: A bit for each numeric column, set if it is UNSIGNED.
    2:
      id: default_charset
      -orig-id: DEFAULT_CHARSET
      doc: |
        The collation of most text columns, and the exceptions. A log has either
        this field or `column_charset`, whichever is shorter.
    3:
      id: column_charset
      -orig-id: COLUMN_CHARSET
      doc: The collation of each text column.
    4:
      id: column_name
      -orig-id: COLUMN_NAME
      doc: The names of the columns (FULL only).
    5:
      id: set_str_value
      -orig-id: SET_STR_VALUE
      doc: The labels of the SET columns (FULL only).
    6:
      id: enum_str_value
      -orig-id: ENUM_STR_VALUE
      doc: The labels of the ENUM columns (FULL only).
    7:
      id: geometry_type
      -orig-id: GEOMETRY_TYPE
      doc: The type of each geometry column, such as 1 for POINT.
    8:
      id: simple_primary_key
      -orig-id: SIMPLE_PRIMARY_KEY
      doc: |
        The columns of the primary key, which holds whole columns (FULL only).
    9:
      id: primary_key_with_prefix
      -orig-id: PRIMARY_KEY_WITH_PREFIX
      doc: |
        The columns of the primary key with their prefixes, if it has any (FULL
        only).
    10:
      id: enum_and_set_default_charset
      -orig-id: ENUM_AND_SET_DEFAULT_CHARSET
      doc: |
        The collation of most ENUM and SET columns, and the exceptions (FULL
        only).
    11:
      id: enum_and_set_column_charset
      -orig-id: ENUM_AND_SET_COLUMN_CHARSET
      doc: The collation of each ENUM and SET column (FULL only).
    12:
      id: column_visibility
      -orig-id: COLUMN_VISIBILITY
      doc: |
        A bit for each column, set if it is not INVISIBLE (FULL only; MySQL
        8.0.23 and later).
    13:
      id: vector_dimensionality
      -orig-id: VECTOR_DIMENSIONALITY
      doc: The number of dimensions of each VECTOR column (MySQL 9.0 and later).
