# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO
from . import packed_integer
from enum import IntEnum


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class TransactionPayloadEvent(ReadWriteKaitaiStruct):
    """The events of a transaction, compressed (MySQL 8.0.20 and later, with
    `binlog_transaction_compression`). They have no checksums, and their positions
    count from the start of the payload. A reader decompresses the payload and
    continues with `binlog_event` and the state in `inner_format` and
    `empty_table_maps` of the outer event.
    
    There is no post-header: MySQL lists 40 bytes for this type and MariaDB 10,
    and neither writes nor skips them.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Transaction__payload__event.html
    """

    class PayloadCompression(IntEnum):
        zstd = 0
        none = 255

    class PayloadFieldType(IntEnum):
        end_mark = 0
        len_payload = 1
        compression = 2
        len_uncompressed = 3
    def __init__(self, _io=None, _parent=None, _root=None):
        super(TransactionPayloadEvent, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self

    def _read(self):
        self.fields = []
        i = 0
        while True:
            _t_fields = TransactionPayloadEvent.PayloadField(self._io, self, self._root)
            try:
                _t_fields._read()
            finally:
                _ = _t_fields
                self.fields.append(_)
            if _.type == TransactionPayloadEvent.PayloadFieldType.end_mark:
                break
            i += 1
        self.payload = self._io.read_bytes_full()
        self._dirty = False


    def _fetch_instances(self):
        pass
        for i in range(len(self.fields)):
            pass
            self.fields[i]._fetch_instances()



    def _write__seq(self, io=None):
        super(TransactionPayloadEvent, self)._write__seq(io)
        for i in range(len(self.fields)):
            pass
            self.fields[i]._write__seq(self._io)

        self._io.write_bytes(self.payload)
        if not self._io.is_eof():
            raise kaitaistruct.ConsistencyError(u"payload", 0, self._io.size() - self._io.pos())


    def _check(self):
        if len(self.fields) == 0:
            raise kaitaistruct.ConsistencyError(u"fields", 0, len(self.fields))
        for i in range(len(self.fields)):
            pass
            if self.fields[i]._root != self._root:
                raise kaitaistruct.ConsistencyError(u"fields", self._root, self.fields[i]._root)
            if self.fields[i]._parent != self:
                raise kaitaistruct.ConsistencyError(u"fields", self, self.fields[i]._parent)
            _ = self.fields[i]
            if (_.type == TransactionPayloadEvent.PayloadFieldType.end_mark) != (i == len(self.fields) - 1):
                raise kaitaistruct.ConsistencyError(u"fields", i == len(self.fields) - 1, _.type == TransactionPayloadEvent.PayloadFieldType.end_mark)

        self._dirty = False

    class PayloadField(ReadWriteKaitaiStruct):
        """A field: its type, its length and its value.
        """
        def __init__(self, _io=None, _parent=None, _root=None):
            super(TransactionPayloadEvent.PayloadField, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.type_code = packed_integer.PackedInteger(self._io)
            self.type_code._read()
            if self.type != TransactionPayloadEvent.PayloadFieldType.end_mark:
                pass
                self.len_value = packed_integer.PackedInteger(self._io)
                self.len_value._read()

            if self.type != TransactionPayloadEvent.PayloadFieldType.end_mark:
                pass
                self.value = packed_integer.PackedInteger(self._io)
                self.value._read()

            if  ((self.type != TransactionPayloadEvent.PayloadFieldType.end_mark) and (self.len_value.value != self.value.len_stored)) :
                pass
                self.rest = self._io.read_bytes(self.len_value.value - self.value.len_stored)

            self._dirty = False


        def _fetch_instances(self):
            pass
            self.type_code._fetch_instances()
            if self.type != TransactionPayloadEvent.PayloadFieldType.end_mark:
                pass
                self.len_value._fetch_instances()

            if self.type != TransactionPayloadEvent.PayloadFieldType.end_mark:
                pass
                self.value._fetch_instances()

            if  ((self.type != TransactionPayloadEvent.PayloadFieldType.end_mark) and (self.len_value.value != self.value.len_stored)) :
                pass



        def _write__seq(self, io=None):
            super(TransactionPayloadEvent.PayloadField, self)._write__seq(io)
            self.type_code._write__seq(self._io)
            if self.type != TransactionPayloadEvent.PayloadFieldType.end_mark:
                pass
                self.len_value._write__seq(self._io)

            if self.type != TransactionPayloadEvent.PayloadFieldType.end_mark:
                pass
                self.value._write__seq(self._io)

            if  ((self.type != TransactionPayloadEvent.PayloadFieldType.end_mark) and (self.len_value.value != self.value.len_stored)) :
                pass
                self._io.write_bytes(self.rest)



        def _check(self):
            if self.type != TransactionPayloadEvent.PayloadFieldType.end_mark:
                pass

            if self.type != TransactionPayloadEvent.PayloadFieldType.end_mark:
                pass

            if  ((self.type != TransactionPayloadEvent.PayloadFieldType.end_mark) and (self.len_value.value != self.value.len_stored)) :
                pass
                if len(self.rest) != self.len_value.value - self.value.len_stored:
                    raise kaitaistruct.ConsistencyError(u"rest", self.len_value.value - self.value.len_stored, len(self.rest))

            self._dirty = False

        @property
        def compression(self):
            """Compression of the payload, if this is the field `compression`."""
            if hasattr(self, '_m_compression'):
                return self._m_compression

            if self.type == TransactionPayloadEvent.PayloadFieldType.compression:
                pass
                self._m_compression = KaitaiStream.resolve_enum(TransactionPayloadEvent.PayloadCompression, self.value.value)

            return getattr(self, '_m_compression', None)

        def _invalidate_compression(self):
            del self._m_compression
        @property
        def number(self):
            """The value as a number, for kernels."""
            if hasattr(self, '_m_number'):
                return self._m_number

            if self.type != TransactionPayloadEvent.PayloadFieldType.end_mark:
                pass
                self._m_number = self.value.value

            return getattr(self, '_m_number', None)

        def _invalidate_number(self):
            del self._m_number
        @property
        def text(self):
            """The value as text, for viewers."""
            if hasattr(self, '_m_text'):
                return self._m_text

            self._m_text = (u"" if self.type == TransactionPayloadEvent.PayloadFieldType.end_mark else (u"zstd" if  ((self.type == TransactionPayloadEvent.PayloadFieldType.compression) and (self.compression == TransactionPayloadEvent.PayloadCompression.zstd))  else str(self.number)))
            return getattr(self, '_m_text', None)

        def _invalidate_text(self):
            del self._m_text
        @property
        def type(self):
            """Type of the field."""
            if hasattr(self, '_m_type'):
                return self._m_type

            self._m_type = KaitaiStream.resolve_enum(TransactionPayloadEvent.PayloadFieldType, self.type_code.value)
            return getattr(self, '_m_type', None)

        def _invalidate_type(self):
            del self._m_type


