# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class MariadbGtidEvent(ReadWriteKaitaiStruct):
    """Begins a transaction and names it by its GTID (MariaDB 10.0 and later). The
    GTID's server is the `server_id` of the event's header. Fields continue behind
    the post-header of 19 bytes, which only determines the length of `padding`.
    MariaDB refuses a shorter post-header, and does not skip a longer one.
    
    .. seealso::
       Source - https://mariadb.com/docs/server/reference/clientserver-protocol/replication-protocol/gtid_event
    
    
    .. seealso::
       Source - https://github.com/MariaDB/server/blob/main/sql/log_event.h
    """
    def __init__(self, len_post_header, _io=None, _parent=None, _root=None):
        super(MariadbGtidEvent, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.len_post_header = len_post_header

    def _read(self):
        self.sequence = self._io.read_u8le()
        _ = self.sequence
        if not self.len_post_header >= 19:
            raise kaitaistruct.ValidationExprError(self.sequence, self._io, u"/seq/0")
        self.domain_id = self._io.read_u4le()
        self.flags = MariadbGtidEvent.MariadbGtidFlags(self._io, self, self._root)
        self.flags._read()
        if self.flags.group_commit_id:
            pass
            self.commit_id = self._io.read_u8le()

        if  ((self.flags.prepared_xa) or (self.flags.completed_xa)) :
            pass
            self.xid = MariadbGtidEvent.MariadbXid(self._io, self, self._root)
            self.xid._read()

        if self.has_flags_extra:
            pass
            self.flags_extra = MariadbGtidEvent.MariadbGtidFlagsExtra(self._io, self, self._root)
            self.flags_extra._read()

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
        self._dirty = False


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



    def _write__seq(self, io=None):
        super(MariadbGtidEvent, self)._write__seq(io)
        self._io.write_u8le(self.sequence)
        self._io.write_u4le(self.domain_id)
        self.flags._write__seq(self._io)
        if self.flags.group_commit_id:
            pass
            self._io.write_u8le(self.commit_id)

        if  ((self.flags.prepared_xa) or (self.flags.completed_xa)) :
            pass
            self.xid._write__seq(self._io)

        if self.has_flags_extra:
            pass
            if self.flags_extra._root != self._root:
                raise kaitaistruct.ConsistencyError(u"flags_extra", self._root, self.flags_extra._root)
            if self.flags_extra._parent != self:
                raise kaitaistruct.ConsistencyError(u"flags_extra", self, self.flags_extra._parent)
            self.flags_extra._write__seq(self._io)

        if  ((self.has_flags_extra) and (self.flags_extra.multi_engine)) :
            pass
            self._io.write_u1(self.num_extra_engines)

        if  ((self.has_flags_extra) and ( ((self.flags_extra.commit_alter) or (self.flags_extra.rollback_alter)) )) :
            pass
            self._io.write_u8le(self.start_alter_sequence)

        if  ((self.has_flags_extra) and (self.flags_extra.thread_id)) :
            pass
            self._io.write_u4le(self.thread_id)

        self._io.write_bytes(self.padding)
        if not self._io.is_eof():
            raise kaitaistruct.ConsistencyError(u"padding", 0, self._io.size() - self._io.pos())


    def _check(self):
        _ = self.sequence
        if not self.len_post_header >= 19:
            raise kaitaistruct.ValidationExprError(self.sequence, None, u"/seq/0")
        if self.flags._root != self._root:
            raise kaitaistruct.ConsistencyError(u"flags", self._root, self.flags._root)
        if self.flags._parent != self:
            raise kaitaistruct.ConsistencyError(u"flags", self, self.flags._parent)
        if self.flags.group_commit_id:
            pass

        if  ((self.flags.prepared_xa) or (self.flags.completed_xa)) :
            pass
            if self.xid._root != self._root:
                raise kaitaistruct.ConsistencyError(u"xid", self._root, self.xid._root)
            if self.xid._parent != self:
                raise kaitaistruct.ConsistencyError(u"xid", self, self.xid._parent)

        self._dirty = False

    class MariadbGtidFlags(ReadWriteKaitaiStruct):
        """Flags of a transaction, as `flags2` in MariaDB's source.
        
        .. seealso::
           Source - https://github.com/MariaDB/server/blob/main/sql/log_event.h
        """
        def __init__(self, _io=None, _parent=None, _root=None):
            super(MariadbGtidEvent.MariadbGtidFlags, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.standalone = self._io.read_bits_int_le(1) != 0
            self.group_commit_id = self._io.read_bits_int_le(1) != 0
            self.transactional = self._io.read_bits_int_le(1) != 0
            self.allow_parallel = self._io.read_bits_int_le(1) != 0
            self.waited = self._io.read_bits_int_le(1) != 0
            self.ddl = self._io.read_bits_int_le(1) != 0
            self.prepared_xa = self._io.read_bits_int_le(1) != 0
            self.completed_xa = self._io.read_bits_int_le(1) != 0
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(MariadbGtidEvent.MariadbGtidFlags, self)._write__seq(io)
            self._io.write_bits_int_le(1, int(self.standalone))
            self._io.write_bits_int_le(1, int(self.group_commit_id))
            self._io.write_bits_int_le(1, int(self.transactional))
            self._io.write_bits_int_le(1, int(self.allow_parallel))
            self._io.write_bits_int_le(1, int(self.waited))
            self._io.write_bits_int_le(1, int(self.ddl))
            self._io.write_bits_int_le(1, int(self.prepared_xa))
            self._io.write_bits_int_le(1, int(self.completed_xa))


        def _check(self):
            self._dirty = False


    class MariadbGtidFlagsExtra(ReadWriteKaitaiStruct):
        """Further flags of a transaction, as `flags_extra` in MariaDB's source.
        
        .. seealso::
           Source - https://github.com/MariaDB/server/blob/main/sql/log_event.h
        """
        def __init__(self, _io=None, _parent=None, _root=None):
            super(MariadbGtidEvent.MariadbGtidFlagsExtra, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.multi_engine = self._io.read_bits_int_le(1) != 0
            self.start_alter = self._io.read_bits_int_le(1) != 0
            self.commit_alter = self._io.read_bits_int_le(1) != 0
            self.rollback_alter = self._io.read_bits_int_le(1) != 0
            self.thread_id = self._io.read_bits_int_le(1) != 0
            self.reserved = self._io.read_bits_int_le(3)
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(MariadbGtidEvent.MariadbGtidFlagsExtra, self)._write__seq(io)
            self._io.write_bits_int_le(1, int(self.multi_engine))
            self._io.write_bits_int_le(1, int(self.start_alter))
            self._io.write_bits_int_le(1, int(self.commit_alter))
            self._io.write_bits_int_le(1, int(self.rollback_alter))
            self._io.write_bits_int_le(1, int(self.thread_id))
            self._io.write_bits_int_le(3, self.reserved)


        def _check(self):
            self._dirty = False


    class MariadbXid(ReadWriteKaitaiStruct):
        """Identifier of an XA transaction."""
        def __init__(self, _io=None, _parent=None, _root=None):
            super(MariadbGtidEvent.MariadbXid, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.format_id = self._io.read_s4le()
            self.len_global_id = self._io.read_u1()
            self.len_branch = self._io.read_u1()
            self.global_id = self._io.read_bytes(self.len_global_id)
            self.branch = self._io.read_bytes(self.len_branch)
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(MariadbGtidEvent.MariadbXid, self)._write__seq(io)
            self._io.write_s4le(self.format_id)
            self._io.write_u1(self.len_global_id)
            self._io.write_u1(self.len_branch)
            self._io.write_bytes(self.global_id)
            self._io.write_bytes(self.branch)


        def _check(self):
            if len(self.global_id) != self.len_global_id:
                raise kaitaistruct.ConsistencyError(u"global_id", self.len_global_id, len(self.global_id))
            if len(self.branch) != self.len_branch:
                raise kaitaistruct.ConsistencyError(u"branch", self.len_branch, len(self.branch))
            self._dirty = False


    @property
    def has_flags_extra(self):
        """Whether further flags follow. It is evaluated when the event is read up to
        there.
        """
        if hasattr(self, '_m_has_flags_extra'):
            return self._m_has_flags_extra

        self._m_has_flags_extra = (not (self._io.is_eof()))
        return getattr(self, '_m_has_flags_extra', None)

    def _invalidate_has_flags_extra(self):
        del self._m_has_flags_extra

