# Types that contain themselves: once, as a list, and by two fields.
meta: {id: recursion, endian: le}
seq: [{id: root, type: node}]
types:
  node:
    seq:
      - {id: kind, type: u1}
      - id: value
        type: {switch-on: kind, cases: {1: u1, 2: list_of, 3: node, 4: pair}}
  list_of:
    seq: [{id: count, type: u1}, {id: nodes, type: node, repeat: expr, repeat-expr: count}]
  pair:
    seq: [{id: left, type: node}, {id: right, type: node}]
