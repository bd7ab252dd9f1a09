# Instances that lie elsewhere: in a stream that a path leads to, or in none.
meta: {id: elsewhere, endian: le}
seq:
  - {id: count, type: u1}
  - {id: slot, type: slot, size: 3}
  - {id: entries, type: entry, repeat: expr, repeat-expr: count}
  - {id: rest, size-eos: true}
instances:
  name: {pos: _io.size - 2, size: 2, type: str, encoding: UTF-16LE}
  in_slot: {io: slot._io, pos: 1, type: u1, repeat: eos}
  far: {pos: 1000, type: u1}
types:
  slot: {}
  entry:
    seq: [{id: place, type: u1}, {id: length, type: u1}]
    instances:
      data: {io: _root._io, pos: place, size: length, if: length > 0}
      is_name: {value: 'data == [0x61, 0] or data.size == 5', if: length > 0}
      lead: {value: 'data[3]', if: length > 0}
