# Switches on texts, between structs, numbers and bytes.
meta: {id: switches, endian: le, encoding: ASCII}
seq:
  - {id: chunks, type: chunk, repeat: until, repeat-until: _.name == "DONE" or _io.eof}
types:
  chunk:
    seq:
      - {id: name, size: 4, type: str}
      - {id: length, type: u1}
      - id: body
        size: length
        type:
          switch-on: name
          cases: {'"TEXT"': text, "'PAIR'": pair(true), '"ONE."': pair(false)}
      - id: number
        type: {switch-on: length, cases: {2: u2, 5: s4, _: u1}}
      - id: some
        type: {switch-on: length, cases: {2: pair(false), 5: f4}}
    instances:
      first: {value: body.as<text>.words.first, if: name == "TEXT"}
      is_short: {value: 'number < 3 ? true : false'}
  text:
    seq: [{id: words, type: strz, encoding: UTF-8, repeat: eos}]
  pair:
    params: [{id: has_right, type: bool}]
    seq: [{id: left, type: u1}, {id: right, type: u1, if: has_right}]
    instances:
      sum: {value: left + _parent.length}
      all_of_it: {pos: 0, size-eos: true}
