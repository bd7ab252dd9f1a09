meta:
  id: binlog_cell
  title: "Binary log: cell of a row image"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - bit_cell
    - blob_cell
    - column_metadata
    - compressed_blob_cell
    - compressed_string_cell
    - date_cell
    - datetime2_cell
    - datetime_cell
    - decimal_cell
    - double_cell
    - enum_cell
    - float_cell
    - geometry_cell
    - integer_cell
    - json_cell
    - optional_metadata
    - set_cell
    - string_cell
    - table_column
    - time2_cell
    - time_cell
    - timestamp2_cell
    - timestamp_cell
    - vector_cell
    - year_cell
doc: |
  A value of a column in a row image, by the column's type. There is no value if
  it is NULL, or if the image leaves the column out.
doc-ref:
  - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Rows__event.html
  - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Table__map__event.html
-webide-representation: "{column.text} = {absence}{text}{plain.value:str}{labels.items:sep=}{value.this}"
params:
  - id: column
    type: table_column::table_column_handle
    doc: The column that the cell belongs to.
  - id: is_present
    type: bool
    doc: Whether the image holds the column (`binlog_row_image`).
  - id: is_null
    type: bool
    doc: Whether the value is NULL.
  - id: is_partial
    type: bool
    doc: Whether the value is a list of changes to a JSON document.
seq:
  - id: value
    type:
      switch-on: column._parent.type
      cases:
        # numbers
        'column_metadata::column_type::tiny': integer_cell(1, column._parent.is_unsigned)
        'column_metadata::column_type::short': integer_cell(2, column._parent.is_unsigned)
        'column_metadata::column_type::int24': integer_cell(3, column._parent.is_unsigned)
        'column_metadata::column_type::long': integer_cell(4, column._parent.is_unsigned)
        'column_metadata::column_type::longlong': integer_cell(8, column._parent.is_unsigned)
        'column_metadata::column_type::float': float_cell
        'column_metadata::column_type::double': double_cell
        'column_metadata::column_type::newdecimal': decimal_cell(column._parent.metadata.precision.precision.as<s8>, column._parent.metadata.precision.scale.as<s8>)
        'column_metadata::column_type::bit': bit_cell(column._parent.metadata.bit_size.num_bytes.as<s8>)
        # dates and times
        'column_metadata::column_type::year': year_cell
        'column_metadata::column_type::date': date_cell
        'column_metadata::column_type::newdate': date_cell
        'column_metadata::column_type::time': time_cell
        'column_metadata::column_type::datetime': datetime_cell
        'column_metadata::column_type::timestamp': timestamp_cell
        'column_metadata::column_type::time2': time2_cell(column._parent.metadata.fraction_digits.as<s8>)
        'column_metadata::column_type::datetime2': datetime2_cell(column._parent.metadata.fraction_digits.as<s8>)
        'column_metadata::column_type::timestamp2': timestamp2_cell(column._parent.metadata.fraction_digits.as<s8>)
        # text and bytes
        'column_metadata::column_type::varchar': string_cell(column._parent.metadata.max_length.as<s8>)
        'column_metadata::column_type::var_string': string_cell(column._parent.metadata.max_length.as<s8>)
        'column_metadata::column_type::string': string_cell(column._parent.metadata.string_type.num_bytes.as<s8>)
        'column_metadata::column_type::tiny_blob': blob_cell(column._parent.metadata.pack_length.as<s8>)
        'column_metadata::column_type::medium_blob': blob_cell(column._parent.metadata.pack_length.as<s8>)
        'column_metadata::column_type::long_blob': blob_cell(column._parent.metadata.pack_length.as<s8>)
        'column_metadata::column_type::blob': blob_cell(column._parent.metadata.pack_length.as<s8>)
        'column_metadata::column_type::varchar_compressed': compressed_string_cell(column._parent.metadata.max_length.as<s8>)
        'column_metadata::column_type::blob_compressed': compressed_blob_cell(column._parent.metadata.pack_length.as<s8>)
        'column_metadata::column_type::enum': enum_cell(column._parent.metadata.string_type.num_bytes.as<s8>)
        'column_metadata::column_type::set': set_cell(column._parent.metadata.string_type.num_bytes.as<s8>)
        # structures
        'column_metadata::column_type::json': json_cell(column._parent.metadata.pack_length.as<s8>, is_partial)
        'column_metadata::column_type::geometry': geometry_cell(column._parent.metadata.pack_length.as<s8>)
        'column_metadata::column_type::vector': vector_cell(column._parent.metadata.pack_length.as<s8>)
        'column_metadata::column_type::typed_array': blob_cell(4)
        _: unreadable_cell
    if: is_present and not is_null
    doc: The value, by the type of the column.
    -columnar-plan: column
instances:
  absence:
    value: 'not is_present ? "not logged" : is_null ? "NULL" : ""'
    doc: Reason for a missing value, for viewers.
  has_bytes:
    value: |
      is_present and not is_null and
      (column._parent.is_string or column._parent.is_blob)
    doc: Whether the value is a text or bytes.
    -webide-parse-mode: lazy
  text:
    value: |
      not has_bytes or not column._parent.is_utf8 ? "" :
      "\"" + (column._parent.is_string
        ? value.as<string_cell>.value.to_s("UTF-8")
        : value.as<blob_cell>.value.to_s("UTF-8")) + "\""
    doc: The text, if the log describes it as UTF-8, for viewers.
  plain:
    value: value
    if: has_bytes and not column._parent.is_utf8
    doc: The value, if it is a text in another charset or bytes, for viewers.
  no_metadata:
    type: optional_metadata
    if: false
    doc: Placeholder, for which C++ includes the spec of a label's type.
  labels:
    type: cell_labels
    if: is_present and not is_null and column._parent.is_enumerated
    doc: The labels of an ENUM or SET, for viewers.
    -webide-parse-mode: eager
types:
  cell_labels:
    doc: The labels of an ENUM or SET. It has no bytes of its own.
    seq:
      - id: items
        type: cell_label(_index)
        repeat: expr
        repeat-expr: |
          is_enum ? 1 : _parent.value.as<set_cell>.members.num_bits.as<s4>
        doc: The label of an ENUM, or one for each bit of a SET.
    instances:
      is_enum:
        value: _parent.column._parent.type == column_metadata::column_type::enum
        doc: Whether the column is an ENUM.
        -webide-parse-mode: lazy
  cell_label:
    doc: A label, if the value has it.
    -webide-representation: "{text}{label.value:str}"
    params:
      - id: index
        type: s4
        doc: Number of the bit of a SET.
    instances:
      number:
        value: |
          (_parent.is_enum ? _parent._parent.value.as<enum_cell>.index
           : index.as<s8> + 1).as<s8>
        doc: Number of the label, from 1.
        -webide-parse-mode: lazy
      is_set:
        value: |
          _parent.is_enum or
          _parent._parent.value.as<set_cell>.members.bits[index].is_set
        doc: Whether the value has the label.
        -webide-parse-mode: lazy
      has_label:
        value: |
          is_set and number > 0 and _parent._parent.column._parent.has_labels and
          number <= _parent._parent.column._parent.labels.labels.size
        doc: Whether the log contains the label.
        -webide-parse-mode: lazy
      is_empty:
        value: |
          index == 0 and
          (_parent.is_enum ? number == 0
           : _parent._parent.value.as<set_cell>.members.num_set == 0)
        doc: Whether the value is the empty string, in place of a label.
        -webide-parse-mode: lazy
      separator:
        value: |
          _parent.is_enum or
          _parent._parent.value.as<set_cell>.members.bits[index].num_set_before == 0 ? "" : ","
        doc: Text between the label and the one before it.
        -webide-parse-mode: lazy
      text:
        value: |
          is_empty ? "\"\"" : not is_set ? "" :
          not has_label ? separator + number.to_s :
          _parent._parent.column._parent.is_utf8
          ? separator + "\"" +
            _parent._parent.column._parent.labels.labels[(number - 1).as<s4>].value
              .to_s("UTF-8") + "\"" : separator
        doc: The label as text, or its number, for viewers.
      label:
        value: |
          _parent._parent.column._parent.labels.labels[(number - 1).as<s4>]
            .as<optional_metadata::packed_bytes>
        if: has_label and not _parent._parent.column._parent.is_utf8
        doc: The label, if it is in another charset, for viewers.
  unreadable_cell:
    doc: |
      A value of a type whose length is not in the log, such as DECIMAL before
      MySQL 5.0. The rest of the row cannot be read.
