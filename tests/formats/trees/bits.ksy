# Bits in a row that fill more than 4 bytes, or no whole byte, or repeat, or are cases.
meta: {id: bits, endian: le, bit-endian: be}
seq:
  - {id: one, type: b1}
  - {id: wide, type: b62}
  - {id: last, type: b1}
  - {id: low, type: little}
  - {id: torn, type: b3}
  - {id: after, type: u1}
  - {id: many, type: b4, repeat: expr, repeat-expr: 4, if: one}
  - {id: case, type: {switch-on: after, cases: {1: b24, 2: b48}}}
  - {id: all, type: b64}
types:
  little:
    meta: {bit-endian: le}
    seq: [{id: a, type: b3}, {id: b, type: b61}, {id: c, type: b5}, {id: d, type: b11}]
