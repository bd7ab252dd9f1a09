# A long expression that many others use: a function computes it, or code would grow by each of them.
meta: {id: values, endian: be}
seq:
  - {id: sizes, type: number, repeat: expr, repeat-expr: 2}
  - {id: texts, type: text(_index), repeat: expr, repeat-expr: 2}
types:
  number:
    seq: [{id: groups, type: group, repeat: until, repeat-until: not _.has_next}]
    instances:
      last: {value: groups.size - 1}
      value:
        value: >-
          groups[last].value
          + (last >= 1 ? groups[last - 1].value << 7 : 0)
          + (last >= 2 ? groups[last - 2].value << 14 : 0)
  group: {seq: [{id: has_next, type: b1}, {id: value, type: b7}]}
  text:
    params: [{id: number, type: u1}]
    seq:
      - {id: data, size: len_data, if: '_root.sizes[number].value > 1'}
      - {id: kind, type: {switch-on: '_root.sizes[number].value', cases: {1: u1, 300: u2}}}
    instances:
      len_data: {value: '_root.sizes[number].value - 1'}
      is_beyond: {value: '_root.sizes[number + 1].value > len_data'}
