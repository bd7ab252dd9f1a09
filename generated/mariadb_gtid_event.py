# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class MariadbGtidEvent(KaitaiStruct):
    """Begins a transaction and names it by its GTID (MariaDB 10.0 and later). The
    GTID's server is the `server_id` of the event's header. Fields continue behind
    the post-header of 19 bytes, which only determines the length of `padding`.
    MariaDB refuses a shorter post-header, and does not skip a longer one.
    
    .. seealso::
       Source - https://mariadb.com/docs/server/reference/clientserver-protocol/replication-protocol/gtid_event
    
    
    .. seealso::
       Source - https://github.com/MariaDB/server/blob/main/sql/log_event.h
    """
    def __init__(self, len_post_header, _io, _parent=None, _root=None):
        super(MariadbGtidEvent, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.len_post_header = len_post_header
        self._read()

    def _read(self):
        self.sequence = self._io.read_u8le()
        _ = self.sequence
        if not self.len_post_header >= 19:
            raise kaitaistruct.ValidationExprError(self.sequence, self._io, u"/seq/0")
        self.domain_id = self._io.read_u4le()
        self.flags = MariadbGtidEvent.MariadbGtidFlags(self._io, self, self._root)
        if self.flags.group_commit_id:
            pass
            self.commit_id = self._io.read_u8le()

        if  ((self.flags.prepared_xa) or (self.flags.completed_xa)) :
            pass
            self.xid = MariadbGtidEvent.MariadbXid(self._io, self, self._root)

        if self.has_flags_extra:
            pass
            self.flags_extra = MariadbGtidEvent.MariadbGtidFlagsExtra(self._io, self, self._root)

        if  ((self.has_flags_extra) and (self.flags_extra.multi_engine)) :
            pass
            self.num_extra_engines = self._io.read_u1()

        if  ((self.has_flags_extra) and ( ((self.flags_extra.commit_alter) or (self.flags_extra.rollback_alter)) )) :
            pass
            self.start_alter_sequence = self._io.read_u8le()

        if  ((self.has_flags_extra) and (self.flags_extra.thread_id)) :
            pass
            self.thread_id = self._io.read_u4le()

        self.padding = self._io.read_bytes_full()


    def _fetch_instances(self):
        pass
        self.flags._fetch_instances()
        if self.flags.group_commit_id:
            pass

        if  ((self.flags.prepared_xa) or (self.flags.completed_xa)) :
            pass
            self.xid._fetch_instances()

        if self.has_flags_extra:
            pass
            self.flags_extra._fetch_instances()

        if  ((self.has_flags_extra) and (self.flags_extra.multi_engine)) :
            pass

        if  ((self.has_flags_extra) and ( ((self.flags_extra.commit_alter) or (self.flags_extra.rollback_alter)) )) :
            pass

        if  ((self.has_flags_extra) and (self.flags_extra.thread_id)) :
            pass


    class MariadbGtidFlags(KaitaiStruct):
        """Flags of a transaction, as `flags2` in MariaDB's source.
        
        .. seealso::
           Source - https://github.com/MariaDB/server/blob/main/sql/log_event.h
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(MariadbGtidEvent.MariadbGtidFlags, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.standalone = self._io.read_bits_int_le(1) != 0
            self.group_commit_id = self._io.read_bits_int_le(1) != 0
            self.transactional = self._io.read_bits_int_le(1) != 0
            self.allow_parallel = self._io.read_bits_int_le(1) != 0
            self.waited = self._io.read_bits_int_le(1) != 0
            self.ddl = self._io.read_bits_int_le(1) != 0
            self.prepared_xa = self._io.read_bits_int_le(1) != 0
            self.completed_xa = self._io.read_bits_int_le(1) != 0


        def _fetch_instances(self):
            pass


    class MariadbGtidFlagsExtra(KaitaiStruct):
        """Further flags of a transaction, as `flags_extra` in MariaDB's source.
        
        .. seealso::
           Source - https://github.com/MariaDB/server/blob/main/sql/log_event.h
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(MariadbGtidEvent.MariadbGtidFlagsExtra, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.multi_engine = self._io.read_bits_int_le(1) != 0
            self.start_alter = self._io.read_bits_int_le(1) != 0
            self.commit_alter = self._io.read_bits_int_le(1) != 0
            self.rollback_alter = self._io.read_bits_int_le(1) != 0
            self.thread_id = self._io.read_bits_int_le(1) != 0
            self.reserved = self._io.read_bits_int_le(3)


        def _fetch_instances(self):
            pass


    class MariadbXid(KaitaiStruct):
        """Identifier of an XA transaction."""
        def __init__(self, _io, _parent=None, _root=None):
            super(MariadbGtidEvent.MariadbXid, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.format_id = self._io.read_s4le()
            self.len_global_id = self._io.read_u1()
            self.len_branch = self._io.read_u1()
            self.global_id = self._io.read_bytes(self.len_global_id)
            self.branch = self._io.read_bytes(self.len_branch)


        def _fetch_instances(self):
            pass


    @property
    def has_flags_extra(self):
        """Whether further flags follow. It is evaluated when the event is read up to
        there.
        """
        if hasattr(self, '_m_has_flags_extra'):
            return self._m_has_flags_extra

        self._m_has_flags_extra = (not (self._io.is_eof()))
        return getattr(self, '_m_has_flags_extra', None)


