# Numbers of a switched endianness, and arithmetic.
meta: {id: numbers, bit-endian: be}
seq: [{id: mark, size: 2}, {id: body, type: body}]
types:
  body:
    meta:
      endian: {switch-on: _root.mark, cases: {'[1, 2]': le, '[2, 1]': be}}
    seq:
      - {id: a, type: s2}
      - {id: b, type: f8}
      - {id: c, type: u8}
      - {id: d, type: b8, enum: kinds}
      - {id: e, type: inner}
    instances:
      less: {value: -a / 3}
      rest: {value: a % 7}
      shifted: {value: ~a << (a & 3)}
      real: {value: b * 2 + a}
      whole: {value: b.to_i}
      by_zero: {value: a / (a - a)}
      of_kind: {value: 'd == kinds::one ? 1 : 0'}
    types:
      inner: {seq: [{id: words, type: u2, repeat: eos}]}
enums:
  kinds: {1: one}
