# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO
from . import gtid_tag
from . import varlen_integer
from enum import IntEnum


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class GtidTaggedEvent(ReadWriteKaitaiStruct):
    """A GTID event in MySQL's serialization, where the GTID may have a tag (MySQL
    8.3 and later). Each field has its number, and fields with their default are
    left out. MySQL does not skip a post-header here.
    
    .. seealso::
       Source - https://github.com/mysql/mysql-server/blob/trunk/libs/mysql/binlog/event/control_events.h
    
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/PageLibsMysqlSerialization.html
    """

    class GtidTaggedFieldName(IntEnum):
        flags = 0
        uuid = 1
        gno = 2
        tag = 3
        last_committed = 4
        sequence_number = 5
        immediate_commit_timestamp = 6
        original_commit_timestamp = 7
        len_transaction = 8
        immediate_server_version = 9
        original_server_version = 10
        commit_group_ticket = 11
    def __init__(self, len_post_header, _io=None, _parent=None, _root=None):
        super(GtidTaggedEvent, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.len_post_header = len_post_header

    def _read(self):
        if self.len_post_header > 0:
            pass
            self.post_header_rest = self._io.read_bytes(self.len_post_header)

        self.serialization_version = varlen_integer.VarlenInteger(self._io)
        self.serialization_version._read()
        self.len_message = varlen_integer.VarlenInteger(self._io)
        self.len_message._read()
        self.last_non_ignorable_field = varlen_integer.VarlenInteger(self._io)
        self.last_non_ignorable_field._read()
        self.fields = []
        i = 0
        while not self._io.is_eof():
            _t_fields = GtidTaggedEvent.GtidTaggedField(self._io, self, self._root)
            try:
                _t_fields._read()
            finally:
                self.fields.append(_t_fields)
            i += 1

        self._dirty = False


    def _fetch_instances(self):
        pass
        if self.len_post_header > 0:
            pass

        self.serialization_version._fetch_instances()
        self.len_message._fetch_instances()
        self.last_non_ignorable_field._fetch_instances()
        for i in range(len(self.fields)):
            pass
            self.fields[i]._fetch_instances()



    def _write__seq(self, io=None):
        super(GtidTaggedEvent, self)._write__seq(io)
        if self.len_post_header > 0:
            pass
            self._io.write_bytes(self.post_header_rest)

        self.serialization_version._write__seq(self._io)
        self.len_message._write__seq(self._io)
        self.last_non_ignorable_field._write__seq(self._io)
        for i in range(len(self.fields)):
            pass
            if self._io.is_eof():
                raise kaitaistruct.ConsistencyError(u"fields", 0, self._io.size() - self._io.pos())
            self.fields[i]._write__seq(self._io)

        if not self._io.is_eof():
            raise kaitaistruct.ConsistencyError(u"fields", 0, self._io.size() - self._io.pos())


    def _check(self):
        if self.len_post_header > 0:
            pass
            if len(self.post_header_rest) != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"post_header_rest", self.len_post_header, len(self.post_header_rest))

        for i in range(len(self.fields)):
            pass
            if self.fields[i]._root != self._root:
                raise kaitaistruct.ConsistencyError(u"fields", self._root, self.fields[i]._root)
            if self.fields[i]._parent != self:
                raise kaitaistruct.ConsistencyError(u"fields", self, self.fields[i]._parent)

        self._dirty = False

    class GtidTaggedByte(ReadWriteKaitaiStruct):
        """A byte of a UUID as text. It has no bytes of its own."""
        def __init__(self, index, _io=None, _parent=None, _root=None):
            super(GtidTaggedEvent.GtidTaggedByte, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.index = index

        def _read(self):
            pass
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(GtidTaggedEvent.GtidTaggedByte, self)._write__seq(io)


        def _check(self):
            self._dirty = False

        @property
        def text(self):
            """The two digits, behind a hyphen if they begin a group."""
            if hasattr(self, '_m_text'):
                return self._m_text

            self._m_text = ((u"-" if  ((self.index == 4) or (self.index == 6) or (self.index == 8) or (self.index == 10))  else u"") + u"0123456789abcdef"[self.value // 16:self.value // 16 + 1]) + u"0123456789abcdef"[self.value % 16:self.value % 16 + 1]
            return getattr(self, '_m_text', None)

        def _invalidate_text(self):
            del self._m_text
        @property
        def value(self):
            """The byte."""
            if hasattr(self, '_m_value'):
                return self._m_value

            self._m_value = self._parent.bytes[self.index].value
            return getattr(self, '_m_value', None)

        def _invalidate_value(self):
            del self._m_value

    class GtidTaggedField(ReadWriteKaitaiStruct):
        """A field and its number."""
        def __init__(self, _io=None, _parent=None, _root=None):
            super(GtidTaggedEvent.GtidTaggedField, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.id = varlen_integer.VarlenInteger(self._io)
            self.id._read()
            _on = self.name
            if _on == GtidTaggedEvent.GtidTaggedFieldName.gno:
                pass
                self.value = GtidTaggedEvent.GtidTaggedSigned(self._io, self, self._root)
                self.value._read()
            elif _on == GtidTaggedEvent.GtidTaggedFieldName.last_committed:
                pass
                self.value = GtidTaggedEvent.GtidTaggedSigned(self._io, self, self._root)
                self.value._read()
            elif _on == GtidTaggedEvent.GtidTaggedFieldName.sequence_number:
                pass
                self.value = GtidTaggedEvent.GtidTaggedSigned(self._io, self, self._root)
                self.value._read()
            elif _on == GtidTaggedEvent.GtidTaggedFieldName.tag:
                pass
                self.value = gtid_tag.GtidTag(self._io)
                self.value._read()
            elif _on == GtidTaggedEvent.GtidTaggedFieldName.uuid:
                pass
                self.value = GtidTaggedEvent.GtidTaggedUuid(self._io, self, self._root)
                self.value._read()
            else:
                pass
                self.value = varlen_integer.VarlenInteger(self._io)
                self.value._read()
            self._dirty = False


        def _fetch_instances(self):
            pass
            self.id._fetch_instances()
            _on = self.name
            if _on == GtidTaggedEvent.GtidTaggedFieldName.gno:
                pass
                self.value._fetch_instances()
            elif _on == GtidTaggedEvent.GtidTaggedFieldName.last_committed:
                pass
                self.value._fetch_instances()
            elif _on == GtidTaggedEvent.GtidTaggedFieldName.sequence_number:
                pass
                self.value._fetch_instances()
            elif _on == GtidTaggedEvent.GtidTaggedFieldName.tag:
                pass
                self.value._fetch_instances()
            elif _on == GtidTaggedEvent.GtidTaggedFieldName.uuid:
                pass
                self.value._fetch_instances()
            else:
                pass
                self.value._fetch_instances()


        def _write__seq(self, io=None):
            super(GtidTaggedEvent.GtidTaggedField, self)._write__seq(io)
            self.id._write__seq(self._io)
            _on = self.name
            if _on == GtidTaggedEvent.GtidTaggedFieldName.gno:
                pass
                self.value._write__seq(self._io)
            elif _on == GtidTaggedEvent.GtidTaggedFieldName.last_committed:
                pass
                self.value._write__seq(self._io)
            elif _on == GtidTaggedEvent.GtidTaggedFieldName.sequence_number:
                pass
                self.value._write__seq(self._io)
            elif _on == GtidTaggedEvent.GtidTaggedFieldName.tag:
                pass
                self.value._write__seq(self._io)
            elif _on == GtidTaggedEvent.GtidTaggedFieldName.uuid:
                pass
                self.value._write__seq(self._io)
            else:
                pass
                self.value._write__seq(self._io)


        def _check(self):
            _on = self.name
            if _on == GtidTaggedEvent.GtidTaggedFieldName.gno:
                pass
                if self.value._root != self._root:
                    raise kaitaistruct.ConsistencyError(u"value", self._root, self.value._root)
                if self.value._parent != self:
                    raise kaitaistruct.ConsistencyError(u"value", self, self.value._parent)
            elif _on == GtidTaggedEvent.GtidTaggedFieldName.last_committed:
                pass
                if self.value._root != self._root:
                    raise kaitaistruct.ConsistencyError(u"value", self._root, self.value._root)
                if self.value._parent != self:
                    raise kaitaistruct.ConsistencyError(u"value", self, self.value._parent)
            elif _on == GtidTaggedEvent.GtidTaggedFieldName.sequence_number:
                pass
                if self.value._root != self._root:
                    raise kaitaistruct.ConsistencyError(u"value", self._root, self.value._root)
                if self.value._parent != self:
                    raise kaitaistruct.ConsistencyError(u"value", self, self.value._parent)
            elif _on == GtidTaggedEvent.GtidTaggedFieldName.tag:
                pass
            elif _on == GtidTaggedEvent.GtidTaggedFieldName.uuid:
                pass
                if self.value._root != self._root:
                    raise kaitaistruct.ConsistencyError(u"value", self._root, self.value._root)
                if self.value._parent != self:
                    raise kaitaistruct.ConsistencyError(u"value", self, self.value._parent)
            else:
                pass
            self._dirty = False

        @property
        def is_signed(self):
            """Whether the value is a signed number."""
            if hasattr(self, '_m_is_signed'):
                return self._m_is_signed

            self._m_is_signed =  ((self.name == GtidTaggedEvent.GtidTaggedFieldName.gno) or (self.name == GtidTaggedEvent.GtidTaggedFieldName.last_committed) or (self.name == GtidTaggedEvent.GtidTaggedFieldName.sequence_number)) 
            return getattr(self, '_m_is_signed', None)

        def _invalidate_is_signed(self):
            del self._m_is_signed
        @property
        def name(self):
            """The field that the number stands for."""
            if hasattr(self, '_m_name'):
                return self._m_name

            self._m_name = KaitaiStream.resolve_enum(GtidTaggedEvent.GtidTaggedFieldName, self.id.value)
            return getattr(self, '_m_name', None)

        def _invalidate_name(self):
            del self._m_name
        @property
        def number(self):
            """The number, if this field is unsigned, for kernels."""
            if hasattr(self, '_m_number'):
                return self._m_number

            if  (((not (self.is_signed))) and (self.name != GtidTaggedEvent.GtidTaggedFieldName.uuid) and (self.name != GtidTaggedEvent.GtidTaggedFieldName.tag)) :
                pass
                self._m_number = self.value.value

            return getattr(self, '_m_number', None)

        def _invalidate_number(self):
            del self._m_number
        @property
        def signed_number(self):
            """The number, if this field is signed, for kernels."""
            if hasattr(self, '_m_signed_number'):
                return self._m_signed_number

            if self.is_signed:
                pass
                self._m_signed_number = self.value.value

            return getattr(self, '_m_signed_number', None)

        def _invalidate_signed_number(self):
            del self._m_signed_number
        @property
        def tag(self):
            """The tag, if this is the field `tag`, for kernels."""
            if hasattr(self, '_m_tag'):
                return self._m_tag

            if self.name == GtidTaggedEvent.GtidTaggedFieldName.tag:
                pass
                self._m_tag = self.value.text

            return getattr(self, '_m_tag', None)

        def _invalidate_tag(self):
            del self._m_tag

    class GtidTaggedSigned(ReadWriteKaitaiStruct):
        """A signed number."""
        def __init__(self, _io=None, _parent=None, _root=None):
            super(GtidTaggedEvent.GtidTaggedSigned, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.number = varlen_integer.VarlenInteger(self._io)
            self.number._read()
            self._dirty = False


        def _fetch_instances(self):
            pass
            self.number._fetch_instances()


        def _write__seq(self, io=None):
            super(GtidTaggedEvent.GtidTaggedSigned, self)._write__seq(io)
            self.number._write__seq(self._io)


        def _check(self):
            self._dirty = False

        @property
        def value(self):
            """The signed number."""
            if hasattr(self, '_m_value'):
                return self._m_value

            self._m_value = self.number.signed_value
            return getattr(self, '_m_value', None)

        def _invalidate_value(self):
            del self._m_value

    class GtidTaggedUuid(ReadWriteKaitaiStruct):
        """A UUID whose bytes are numbers of their own."""
        def __init__(self, _io=None, _parent=None, _root=None):
            super(GtidTaggedEvent.GtidTaggedUuid, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._should_write_texts = False
            self.texts__enabled = True

        def _read(self):
            self.bytes = []
            for i in range(16):
                _t_bytes = varlen_integer.VarlenInteger(self._io)
                try:
                    _t_bytes._read()
                finally:
                    self.bytes.append(_t_bytes)
                _ = self.bytes[i]
                if not _.value // 256 == 0:
                    raise kaitaistruct.ValidationExprError(self.bytes[i], self._io, u"/types/gtid_tagged_uuid/seq/0")

            self._dirty = False


        def _fetch_instances(self):
            pass
            for i in range(len(self.bytes)):
                pass
                self.bytes[i]._fetch_instances()

            _ = self.texts
            if hasattr(self, '_m_texts'):
                pass
                for i in range(len(self._m_texts)):
                    pass
                    self._m_texts[i]._fetch_instances()




        def _write__seq(self, io=None):
            super(GtidTaggedEvent.GtidTaggedUuid, self)._write__seq(io)
            self._should_write_texts = self.texts__enabled
            for i in range(len(self.bytes)):
                pass
                self.bytes[i]._write__seq(self._io)



        def _check(self):
            if len(self.bytes) != 16:
                raise kaitaistruct.ConsistencyError(u"bytes", 16, len(self.bytes))
            for i in range(len(self.bytes)):
                pass
                _ = self.bytes[i]
                if not _.value // 256 == 0:
                    raise kaitaistruct.ValidationExprError(self.bytes[i], None, u"/types/gtid_tagged_uuid/seq/0")

            if self.texts__enabled:
                pass
                if len(self._m_texts) != 16:
                    raise kaitaistruct.ConsistencyError(u"texts", 16, len(self._m_texts))
                for i in range(len(self._m_texts)):
                    pass
                    if self._m_texts[i]._root != self._root:
                        raise kaitaistruct.ConsistencyError(u"texts", self._root, self._m_texts[i]._root)
                    if self._m_texts[i]._parent != self:
                        raise kaitaistruct.ConsistencyError(u"texts", self, self._m_texts[i]._parent)
                    if self._m_texts[i].index != i:
                        raise kaitaistruct.ConsistencyError(u"texts", i, self._m_texts[i].index)


            self._dirty = False

        @property
        def texts(self):
            """The bytes as texts, for viewers."""
            if self._should_write_texts:
                self._write_texts()
            if hasattr(self, '_m_texts'):
                return self._m_texts

            if not self.texts__enabled:
                return None

            self._m_texts = []
            for i in range(16):
                _t__m_texts = GtidTaggedEvent.GtidTaggedByte(i, self._io, self, self._root)
                try:
                    _t__m_texts._read()
                finally:
                    self._m_texts.append(_t__m_texts)

            return getattr(self, '_m_texts', None)

        @texts.setter
        def texts(self, v):
            self._dirty = True
            self._m_texts = v

        def _write_texts(self):
            self._should_write_texts = False
            for i in range(len(self._m_texts)):
                pass
                self._m_texts[i]._write__seq(self._io)



    @property
    def gno_text(self):
        """The number of the GTID as text, for viewers."""
        if hasattr(self, '_m_gno_text'):
            return self._m_gno_text

        self._m_gno_text = (str(self.fields[self.ofs_uuid + 1].signed_number) if self.has_gtid else u"")
        return getattr(self, '_m_gno_text', None)

    def _invalidate_gno_text(self):
        del self._m_gno_text
    @property
    def has_gtid(self):
        """Whether the fields of the GTID are where servers write them."""
        if hasattr(self, '_m_has_gtid'):
            return self._m_has_gtid

        self._m_has_gtid =  ((len(self.fields) > self.ofs_uuid + 1) and (self.fields[self.ofs_uuid].name == GtidTaggedEvent.GtidTaggedFieldName.uuid) and (self.fields[self.ofs_uuid + 1].name == GtidTaggedEvent.GtidTaggedFieldName.gno)) 
        return getattr(self, '_m_has_gtid', None)

    def _invalidate_has_gtid(self):
        del self._m_has_gtid
    @property
    def ofs_uuid(self):
        """Number of the first field behind the flags."""
        if hasattr(self, '_m_ofs_uuid'):
            return self._m_ofs_uuid

        self._m_ofs_uuid = (1 if  ((len(self.fields) > 0) and (self.fields[0].name == GtidTaggedEvent.GtidTaggedFieldName.flags))  else 0)
        return getattr(self, '_m_ofs_uuid', None)

    def _invalidate_ofs_uuid(self):
        del self._m_ofs_uuid
    @property
    def tag_text(self):
        """The tag behind a colon, if there is one, for viewers."""
        if hasattr(self, '_m_tag_text'):
            return self._m_tag_text

        self._m_tag_text = (u":" + self.fields[self.ofs_uuid + 2].tag if  ((self.has_gtid) and (len(self.fields) > self.ofs_uuid + 2) and (self.fields[self.ofs_uuid + 2].name == GtidTaggedEvent.GtidTaggedFieldName.tag))  else u"")
        return getattr(self, '_m_tag_text', None)

    def _invalidate_tag_text(self):
        del self._m_tag_text
    @property
    def uuid(self):
        """The UUID of the GTID, for viewers."""
        if hasattr(self, '_m_uuid'):
            return self._m_uuid

        if self.has_gtid:
            pass
            self._m_uuid = self.fields[self.ofs_uuid].value

        return getattr(self, '_m_uuid', None)

    def _invalidate_uuid(self):
        del self._m_uuid

