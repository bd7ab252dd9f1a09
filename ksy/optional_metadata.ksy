meta:
  id: optional_metadata
  title: "Binary log: optional metadata of TABLE_MAP"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - binlog_bitmap_msb
    - packed_integer
doc: |
  What `binlog_row_metadata` makes the server add to a table map: MINIMAL gives
  signedness, charsets and the type of geometry columns, FULL also names, labels
  and the primary key. MySQL 8.0, MariaDB 10.5.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Table__map__event.html
seq:
  - id: fields
    type: |
      optional_metadata_field(
        _index, _index == 0 ? -1 : fields[_index - 1].signedness_index,
        _index == 0 ? -1 : fields[_index - 1].names_index
      )
    repeat: eos
instances:
  has_signedness:
    value: fields.size > 0 and fields.last.signedness_index >= 0
  signedness:
    value: |
      fields[fields.last.signedness_index.as<s4>].value.as<binlog_bitmap_msb>.handle
        .as<binlog_bitmap_msb::bitmap_msb_handle>
    if: has_signedness
  has_names:
    value: fields.size > 0 and fields.last.names_index >= 0
  num_names:
    value: 'has_names ? names._parent.names.size : 0'
  names:
    value: |
      fields[fields.last.names_index.as<s4>].value.as<column_names>.handle
        .as<column_names::column_names_handle>
    if: has_names
types:
  optional_metadata_field:
    params:
      - id: index
        type: s8
      - id: signedness_index_before
        type: s8
      - id: names_index_before
        type: s8
    seq:
      - id: type
        type: u1
        enum: optional_metadata_type
      - id: len_value
        type: packed_integer
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
    instances:
      signedness_index:
        value: |
          type == optional_metadata_type::signedness
          ? index : signedness_index_before
      names_index:
        value: |
          type == optional_metadata_type::column_name
          ? index : names_index_before
  packed_integers:
    seq:
      - id: items
        type: packed_integer
        repeat: eos
  default_charset:
    doc: |
      The collation of most of the columns that have one, and those of the
      others. Columns are counted among those that have one.
    seq:
      - id: collation
        type: packed_integer
      - id: exceptions
        type: charset_exception
        repeat: eos
  charset_exception:
    seq:
      - id: index
        type: packed_integer
      - id: collation
        type: packed_integer
  packed_bytes:
    -webide-representation: "{value:str}"
    seq:
      - id: len_value
        type: packed_integer
      - id: value
        size: len_value.value
  column_names:
    -webide-representation: "{names}"
    seq:
      - id: names
        type: packed_bytes
        repeat: eos
    instances:
      handle:
        type: column_names_handle
    types:
      column_names_handle:
        doc: |
          Stands for the names where they are handed on, as
          `table_map_event::table_map_handle` does for a table map.
  label_lists:
    doc: by ENUM or SET column; the labels are in the column's charset
    seq:
      - id: columns
        type: label_list
        repeat: eos
  label_list:
    seq:
      - id: num_labels
        type: packed_integer
      - id: labels
        type: packed_bytes
        repeat: expr
        repeat-expr: num_labels.value
  primary_key_with_prefix:
    seq:
      - id: parts
        type: primary_key_part
        repeat: eos
  primary_key_part:
    seq:
      - id: column_index
        type: packed_integer
      - id: len_prefix
        type: packed_integer
        doc: in characters; 0, the whole column
enums:
  optional_metadata_type:
    1:
      id: signedness
      -orig-id: SIGNEDNESS
      doc: a bit for each numeric column, set where it is unsigned
    2:
      id: default_charset
      -orig-id: DEFAULT_CHARSET
    3:
      id: column_charset
      -orig-id: COLUMN_CHARSET
    4:
      id: column_name
      -orig-id: COLUMN_NAME
    5:
      id: set_str_value
      -orig-id: SET_STR_VALUE
    6:
      id: enum_str_value
      -orig-id: ENUM_STR_VALUE
    7:
      id: geometry_type
      -orig-id: GEOMETRY_TYPE
    8:
      id: simple_primary_key
      -orig-id: SIMPLE_PRIMARY_KEY
    9:
      id: primary_key_with_prefix
      -orig-id: PRIMARY_KEY_WITH_PREFIX
    10:
      id: enum_and_set_default_charset
      -orig-id: ENUM_AND_SET_DEFAULT_CHARSET
    11:
      id: enum_and_set_column_charset
      -orig-id: ENUM_AND_SET_COLUMN_CHARSET
    12:
      id: column_visibility
      -orig-id: COLUMN_VISIBILITY
    13:
      id: vector_dimensionality
      -orig-id: VECTOR_DIMENSIONALITY
