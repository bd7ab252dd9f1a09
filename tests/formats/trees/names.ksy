# Names that mean something to Python or to kernels, texts in both quotes, contents of both kinds.
meta: {id: names, endian: le}
seq:
  - {id: len, contents: [0x4b, tree, 0]}
  - {id: end, type: u2}
  - {type: u1}
  - {contents: ab}
  - {id: pos, size: end, type: strz, encoding: UTF-8, if: len.to_s('ASCII') != 'K'}
  - {id: start, type: u1, valid: {any-of: [0b1010_0101, 0o17]}}
instances:
  is_large: {value: end > 0b11 and pos == 'é'}
  ratio: {value: end / 4.0}
  lead: {value: end._sizeof + sizeof<u8>}
