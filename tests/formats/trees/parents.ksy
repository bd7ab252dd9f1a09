# What looks at its parents, at the root, and at items that are read later.
meta: {id: parents, endian: be}
seq: [{id: header, type: header}, {id: tables, type: table_of, repeat: expr, repeat-expr: 2}]
types:
  header: {seq: [{id: width, type: u1}, {id: count, type: u1}]}
  table_of:
    seq:
      - {id: marks, size: 1, repeat: expr, repeat-expr: _root.header.count}
      - {id: rows, type: row, repeat: expr, repeat-expr: _root.header.count}
  row:
    seq: [{id: cells, type: cell(_index), repeat: expr, repeat-expr: 2}]
    instances: {total: {value: 'cells[0].value + cells.last.value'}}
  cell:
    params: [{id: number, type: u1}]
    seq:
      - id: value
        type: {switch-on: _root.header.width, cases: {1: u1, 2: u2}}
    instances:
      mark: {value: '_parent._parent.marks[number]'}
      is_first: {value: number == 0}
      of_all: {value: '_root.tables[1].rows[0].total - value'}
      beyond: {value: '_root.tables[number + 1].rows.size'}
