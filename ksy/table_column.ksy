meta:
  id: table_column
  title: "Binary log: column of a table map"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - column_metadata
    - optional_metadata
    - table_map_event
doc: |
  A column, with all that the log describes of it. It has no bytes of its own.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Table__map__event.html
-columnar-view:
  is_json: bool
  num_json_before: int
params:
  - id: name
    type: bytes
    doc: Name of the column; empty if the log has no names.
  - id: type
    type: u1
    enum: column_metadata::column_type
    doc: Type of the column, with CHAR, ENUM and SET distinguished.
  - id: metadata
    type: column_metadata
    doc: Metadata of the column's type.
  - id: is_nullable
    type: bool
    doc: Whether the column may be NULL.
  - id: num_numeric_before
    type: s8
    doc: |
      Number of numeric columns before this one, which the signedness bitmap
      counts.
  - id: num_json_before
    type: s8
    doc: |
      Number of JSON columns before this one, which `row_image.partial_columns`
      counts.
  - id: is_mariadb
    type: bool
    doc: Whether MariaDB wrote the log.
  - id: table_map
    type: struct
    doc: |
      The `table_map_event::table_map_handle` of the column's table map. C++
      cannot declare that type here, because table maps consist of columns.
  - id: index
    type: s4
    doc: Number of the column, from 0.
  - id: has_signedness
    type: bool
    doc: Whether the log describes if the column is unsigned.
  - id: is_unsigned
    type: bool
    doc: Whether the column is UNSIGNED.
instances:
  handle:
    type: table_column_handle(name)
    doc: Reference to this column, for other structures.
  no_metadata:
    type: optional_metadata
    if: false
    doc: Placeholder, for which C++ includes the spec of the types below.
  num_numeric:
    value: 'num_numeric_before + (metadata.is_numeric ? 1 : 0)'
    doc: Number of numeric columns up to this one.
  is_json:
    value: type == column_metadata::column_type::json
    doc: Whether the column is JSON in MySQL's binary form.
  num_json:
    value: 'num_json_before + (is_json ? 1 : 0)'
    doc: Number of JSON columns up to this one.
  is_enumerated:
    value: |
      type == column_metadata::column_type::enum or
      type == column_metadata::column_type::set
    doc: Whether the column counts for the collations of ENUM and SET columns.
    -webide-parse-mode: lazy
  is_character:
    value: |
      type == column_metadata::column_type::string or
      type == column_metadata::column_type::var_string or
      type == column_metadata::column_type::varchar or
      type == column_metadata::column_type::varchar_compressed or
      type == column_metadata::column_type::tiny_blob or
      type == column_metadata::column_type::blob or
      type == column_metadata::column_type::medium_blob or
      type == column_metadata::column_type::long_blob or
      type == column_metadata::column_type::blob_compressed or
      type == column_metadata::column_type::vector or
      type == column_metadata::column_type::geometry and is_mariadb
    doc: |
      Whether the column counts for the collations of text columns. Columns of
      bytes do, too, and in MariaDB also geometries.
    -webide-parse-mode: lazy
  is_string:
    value: |
      type == column_metadata::column_type::string or
      type == column_metadata::column_type::var_string or
      type == column_metadata::column_type::varchar
    doc: Whether the cells are `string_cell`s.
    -webide-parse-mode: lazy
  is_blob:
    value: |
      type == column_metadata::column_type::tiny_blob or
      type == column_metadata::column_type::blob or
      type == column_metadata::column_type::medium_blob or
      type == column_metadata::column_type::long_blob
    doc: Whether the cells are `blob_cell`s of a BLOB or TEXT.
    -webide-parse-mode: lazy
  num_characters:
    value: |
      (index == 0 ? 0 : table_map.as<table_map_event::table_map_handle>._parent.columns[index - 1].num_characters.as<s4>) +
      (is_character ? 1 : 0)
    doc: Number of columns with collations of texts, up to this one.
    -webide-parse-mode: lazy
  num_enums:
    value: |
      (index == 0 ? 0 : table_map.as<table_map_event::table_map_handle>._parent.columns[index - 1].num_enums.as<s4>) +
      (type == column_metadata::column_type::enum ? 1 : 0)
    doc: Number of ENUM columns up to this one.
    -webide-parse-mode: lazy
  num_sets:
    value: |
      (index == 0 ? 0 : table_map.as<table_map_event::table_map_handle>._parent.columns[index - 1].num_sets.as<s4>) +
      (type == column_metadata::column_type::set ? 1 : 0)
    doc: Number of SET columns up to this one.
    -webide-parse-mode: lazy
  charset_number:
    value: '(is_character ? num_characters : num_enums + num_sets) - 1'
    doc: |
      Number of the column, from 0, among those with the same kind of collation.
    -webide-parse-mode: lazy
  default_charset:
    value: |
      (is_character
       ? table_map.as<table_map_event::table_map_handle>._parent.optional_metadata.default_charset
       : table_map.as<table_map_event::table_map_handle>._parent.optional_metadata.label_default_charset)
        .as<optional_metadata::field_search>
    doc: Search for the collation of most of the columns of its kind.
    -webide-parse-mode: lazy
  column_charset:
    value: |
      (is_character
       ? table_map.as<table_map_event::table_map_handle>._parent.optional_metadata.column_charset
       : table_map.as<table_map_event::table_map_handle>._parent.optional_metadata.label_column_charset)
        .as<optional_metadata::field_search>
    doc: Search for the list of collations of the columns of its kind.
    -webide-parse-mode: lazy
  exception:
    type: charset_search
    if: default_charset.is_found
    doc: Search for the column among those with other collations than most.
  collation:
    value: |
      not is_character and not is_enumerated ? 0 :
      default_charset.is_found
      ? (exception.is_found
         ? exception.charset.exceptions[exception.steps.last.index].collation.value.as<s8>
         : exception.charset.collation.value.as<s8>) :
      column_charset.is_found and
      charset_number < column_charset.field.value.as<optional_metadata::packed_integers>.items.size
      ? column_charset.field.value.as<optional_metadata::packed_integers>
        .items[charset_number].value.as<s8> : 0
    doc: |
      Id of the collation; 0 if there is none, or the log does not contain it.
    -webide-parse-mode: lazy
  pad_collation:
    value: |
      (collation >= 1024 and collation < 2048 ? collation - 1024 : collation).as<s8>
    doc: |
      Id of the collation; that of the PAD SPACE collation for a NO PAD one of
      MariaDB, which is 1024 higher.
    -webide-parse-mode: lazy
  is_utf8:
    value: |
      pad_collation == 33 or pad_collation == 45 or pad_collation == 46 or
      pad_collation == 76 or pad_collation == 83 or
      pad_collation >= 192 and pad_collation <= 247 or
      pad_collation >= 255 and pad_collation <= 323 or
      pad_collation >= 576 and pad_collation <= 579 or
      pad_collation >= 608 and pad_collation <= 611 or
      pad_collation >= 2048 and pad_collation <= 2247 or
      pad_collation >= 2304 and pad_collation <= 2503
    doc: Whether the text is UTF-8, by the collation of MySQL or MariaDB.
    -webide-parse-mode: lazy
  label_lists:
    value: |
      (type == column_metadata::column_type::enum
       ? table_map.as<table_map_event::table_map_handle>._parent.optional_metadata.enum_labels
       : table_map.as<table_map_event::table_map_handle>._parent.optional_metadata.set_labels)
        .as<optional_metadata::field_search>
    doc: Search for the labels of the columns of the type, ENUM or SET.
    -webide-parse-mode: lazy
  label_number:
    value: |
      (type == column_metadata::column_type::enum ? num_enums : num_sets) - 1
    doc: |
      Number of the column, from 0, among the columns of the type, ENUM or SET.
    -webide-parse-mode: lazy
  has_labels:
    value: |
      is_enumerated and label_lists.is_found and
      label_number < label_lists.field.value.as<optional_metadata::label_lists>.columns.size
    doc: Whether the log contains the labels of the column.
    -webide-parse-mode: lazy
  labels:
    value: |
      label_lists.field.value.as<optional_metadata::label_lists>.columns[label_number]
        .as<optional_metadata::label_list>
    if: has_labels
    doc: The labels of the column.
    -webide-parse-mode: lazy
types:
  charset_search:
    doc: |
      Search for the column among those with other collations than most. It has
      no bytes of its own.
    seq:
      - id: steps
        type: charset_step(_index)
        repeat: until
        repeat-until: _.is_end
        doc: Steps from column to column.
    instances:
      charset:
        value: |
          _parent.default_charset.field.value.as<optional_metadata::default_charset>
        doc: The collation of most of the columns, and those of the others.
        -webide-parse-mode: lazy
      is_found:
        value: steps.last.index < charset.exceptions.size
        doc: Whether the column has another collation.
  charset_step:
    doc: A step of a search.
    params:
      - id: index
        type: s4
        doc: Number of the exception.
    instances:
      is_end:
        value: |
          index >= _parent.charset.exceptions.size or
          _parent.charset.exceptions[index].index.value.as<s8> ==
          _parent._parent.charset_number.as<s8>
        doc: Whether the search ends here.
  table_column_handle:
    doc: |
      Reference to a column, which is its `_parent`. It holds only the name (see
      `table_map_event::table_map_handle`).
    params:
      - id: name
        type: bytes
        doc: Name of the column, for viewers.
    instances:
      text:
        value: |
          name.length > 0 ? name.to_s("UTF-8") : "@" + (_parent.index + 1).to_s
        doc: The name as text; else the number of the column, from 1.
