meta:
  id: utmp
  title: Log of logins of Linux
  application: [glibc, last, utmpdump]
  xref:
    wikidata: Q1406226
  license: Apache-2.0
  ks-version: 0.11
  endian: le
  encoding: UTF-8
doc: |
  Who logged in, from where and when: /var/log/wtmp, /var/log/btmp and
  /var/run/utmp, as machines write them that have 32-bit times in them.
doc-ref: https://man7.org/linux/man-pages/man5/utmp.5.html
-columnar: [logins]
-columnar-table: logins
seq:
  - id: logins
    type: login
    repeat: eos
    -columnar:
      kind: kind
      pid: pid
      line: line
      id: id
      user: user
      host: host
      termination: termination
      exit_code: exit_code
      session: session
      seconds: seconds
      microseconds: microseconds
      address: address
types:
  login:
    -columnar:
      - kind
      - pid
      - line
      - id
      - user
      - host
      - termination
      - exit_code
      - session
      - seconds
      - microseconds
      - address
    seq:
      - id: kind
        -orig-id: ut_type
        type: s2
        enum: kinds
      - id: padding
        size: 2
      - id: pid
        -orig-id: ut_pid
        type: s4
      - id: line
        -orig-id: ut_line
        type: strz
        size: 32
        doc: The terminal, without /dev/.
      - id: id
        -orig-id: ut_id
        type: strz
        size: 4
      - id: user
        -orig-id: ut_user
        type: strz
        size: 32
      - id: host
        -orig-id: ut_host
        type: strz
        size: 256
      - id: termination
        -orig-id: e_termination
        type: s2
      - id: exit_code
        -orig-id: e_exit
        type: s2
      - id: session
        -orig-id: ut_session
        type: s4
      - id: seconds
        -orig-id: tv_sec
        type: u4
      - id: microseconds
        -orig-id: tv_usec
        type: u4
      - id: address
        -orig-id: ut_addr_v6
        size: 16
        doc: Of IPv6; of IPv4 the first four bytes.
      - id: reserved
        size: 20
enums:
  kinds:
    0: empty
    1: run_level
    2: boot_time
    3: new_time
    4: old_time
    5: init_process
    6: login_process
    7: user_process
    8: dead_process
    9: accounting
