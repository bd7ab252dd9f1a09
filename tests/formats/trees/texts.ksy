# Texts and bytes that end in all ways that there are.
meta: {id: texts, endian: le, encoding: UTF-8}
seq:
  - {id: padded, size: 4, pad-right: 0x20, type: str}
  - {id: ended, size: 4, terminator: 0x3b, include: true, type: str}
  - {id: line, terminator: 10, consume: false}
  - {id: newline, type: u1}
  - {id: latin, type: strz, encoding: ISO-8859-1}
  - {id: rest, terminator: 1, eos-error: false, type: str}
instances:
  length: {value: latin.length + rest.length}
  part: {value: 'rest.substring(1, 2)'}
  text: {value: line.to_s("ASCII")}
  either: {value: 'padded == "a" ? padded : ended'}
  is_same: {value: padded == rest}
