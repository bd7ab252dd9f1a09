# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO
from . import binlog_bitmap
from . import column_metadata
from . import optional_metadata
from . import packed_integer
from . import table_column
from . import table_map_head


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class TableMapEvent(ReadWriteKaitaiStruct):
    """Describes a table for the rows events of the statement: names, types and NULL
    (MySQL 5.1 and later, MariaDB). MySQL 8.0.1 and MariaDB 10.5 and later can add
    further metadata.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Table__map__event.html
    """
    def __init__(self, len_post_header, is_mariadb, _io=None, _parent=None, _root=None):
        super(TableMapEvent, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.len_post_header = len_post_header
        self.is_mariadb = is_mariadb
        self._should_write_handle = False
        self.handle__enabled = True

    def _read(self):
        self.head = table_map_head.TableMapHead(self.len_post_header, self._io)
        self.head._read()
        self.num_columns = packed_integer.PackedInteger(self._io)
        self.num_columns._read()
        self.column_types = TableMapEvent.ColumnTypeList(self.num_columns.value, self._io, self, self._root)
        self.column_types._read()
        if self.has_metadata:
            pass
            self.len_metadata = packed_integer.PackedInteger(self._io)
            self.len_metadata._read()

        if self.has_metadata:
            pass
            self._raw_metadata = self._io.read_bytes(self.len_metadata.value)
            _io__raw_metadata = KaitaiStream(BytesIO(self._raw_metadata))
            self.metadata = TableMapEvent.TableMapMetadata(_io__raw_metadata, self, self._root)
            self.metadata._read()

        if self.has_metadata:
            pass
            self.null_bitmap = binlog_bitmap.BinlogBitmap(self.num_columns.value, self._io)
            self.null_bitmap._read()

        if self.has_metadata:
            pass
            self._raw_optional_metadata = self._io.read_bytes_full()
            _io__raw_optional_metadata = KaitaiStream(BytesIO(self._raw_optional_metadata))
            self.optional_metadata = optional_metadata.OptionalMetadata(_io__raw_optional_metadata)
            self.optional_metadata._read()

        if self.has_metadata:
            pass
            self.columns = []
            for i in range(self.num_columns.value):
                _t_columns = table_column.TableColumn((self.optional_metadata.names._parent.names[i].value if self.optional_metadata.num_names > i else b""), self.metadata.columns[i].real_type, self.metadata.columns[i], self.null_bitmap.bits[i].is_set, (0 if i == 0 else self.columns[i - 1].num_numeric), (0 if i == 0 else self.columns[i - 1].num_json), self.is_mariadb, self.handle, i,  ((self.metadata.columns[i].is_numeric) and (self.optional_metadata.has_signedness)) ,  ((self.metadata.columns[i].is_numeric) and (self.optional_metadata.has_signedness) and (self.optional_metadata.signedness._parent.bits[(0 if i == 0 else self.columns[i - 1].num_numeric)].is_set)) , self._io)
                try:
                    _t_columns._read()
                finally:
                    self.columns.append(_t_columns)


        self._dirty = False


    def _fetch_instances(self):
        pass
        self.head._fetch_instances()
        self.num_columns._fetch_instances()
        self.column_types._fetch_instances()
        if self.has_metadata:
            pass
            self.len_metadata._fetch_instances()

        if self.has_metadata:
            pass
            self.metadata._fetch_instances()

        if self.has_metadata:
            pass
            self.null_bitmap._fetch_instances()

        if self.has_metadata:
            pass
            self.optional_metadata._fetch_instances()

        if self.has_metadata:
            pass
            for i in range(len(self.columns)):
                pass
                self.columns[i]._fetch_instances()


        _ = self.handle
        if hasattr(self, '_m_handle'):
            pass
            self._m_handle._fetch_instances()



    def _write__seq(self, io=None):
        super(TableMapEvent, self)._write__seq(io)
        self._should_write_handle = self.handle__enabled
        self.head._write__seq(self._io)
        self.num_columns._write__seq(self._io)
        self.column_types._write__seq(self._io)
        if self.has_metadata:
            pass
            self.len_metadata._write__seq(self._io)

        if self.has_metadata:
            pass
            if self.metadata._root != self._root:
                raise kaitaistruct.ConsistencyError(u"metadata", self._root, self.metadata._root)
            if self.metadata._parent != self:
                raise kaitaistruct.ConsistencyError(u"metadata", self, self.metadata._parent)
            _io__raw_metadata = KaitaiStream(BytesIO(bytearray(self.len_metadata.value)))
            self._io.add_child_stream(_io__raw_metadata)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + (self.len_metadata.value))
            def handler(parent, _io__raw_metadata=_io__raw_metadata):
                self._raw_metadata = _io__raw_metadata.to_byte_array()
                if len(self._raw_metadata) != self.len_metadata.value:
                    raise kaitaistruct.ConsistencyError(u"raw(metadata)", self.len_metadata.value, len(self._raw_metadata))
                parent.write_bytes(self._raw_metadata)
            _io__raw_metadata.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.metadata._write__seq(_io__raw_metadata)

        if self.has_metadata:
            pass
            if self.null_bitmap.num_bits != self.num_columns.value:
                raise kaitaistruct.ConsistencyError(u"null_bitmap", self.num_columns.value, self.null_bitmap.num_bits)
            self.null_bitmap._write__seq(self._io)

        if self.has_metadata:
            pass
            _io__raw_optional_metadata = KaitaiStream(BytesIO(bytearray(self._io.size() - self._io.pos())))
            self._io.add_child_stream(_io__raw_optional_metadata)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + (self._io.size() - self._io.pos()))
            def handler(parent, _io__raw_optional_metadata=_io__raw_optional_metadata):
                self._raw_optional_metadata = _io__raw_optional_metadata.to_byte_array()
                parent.write_bytes(self._raw_optional_metadata)
                if not parent.is_eof():
                    raise kaitaistruct.ConsistencyError(u"raw(optional_metadata)", 0, parent.size() - parent.pos())
            _io__raw_optional_metadata.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.optional_metadata._write__seq(_io__raw_optional_metadata)

        if self.has_metadata:
            pass
            if len(self.columns) != self.num_columns.value:
                raise kaitaistruct.ConsistencyError(u"columns", self.num_columns.value, len(self.columns))
            for i in range(len(self.columns)):
                pass
                if self.columns[i].name != (self.optional_metadata.names._parent.names[i].value if self.optional_metadata.num_names > i else b""):
                    raise kaitaistruct.ConsistencyError(u"columns", (self.optional_metadata.names._parent.names[i].value if self.optional_metadata.num_names > i else b""), self.columns[i].name)
                if self.columns[i].type != self.metadata.columns[i].real_type:
                    raise kaitaistruct.ConsistencyError(u"columns", self.metadata.columns[i].real_type, self.columns[i].type)
                if self.columns[i].metadata != self.metadata.columns[i]:
                    raise kaitaistruct.ConsistencyError(u"columns", self.metadata.columns[i], self.columns[i].metadata)
                if self.columns[i].is_nullable != self.null_bitmap.bits[i].is_set:
                    raise kaitaistruct.ConsistencyError(u"columns", self.null_bitmap.bits[i].is_set, self.columns[i].is_nullable)
                if self.columns[i].num_numeric_before != (0 if i == 0 else self.columns[i - 1].num_numeric):
                    raise kaitaistruct.ConsistencyError(u"columns", (0 if i == 0 else self.columns[i - 1].num_numeric), self.columns[i].num_numeric_before)
                if self.columns[i].num_json_before != (0 if i == 0 else self.columns[i - 1].num_json):
                    raise kaitaistruct.ConsistencyError(u"columns", (0 if i == 0 else self.columns[i - 1].num_json), self.columns[i].num_json_before)
                if self.columns[i].is_mariadb != self.is_mariadb:
                    raise kaitaistruct.ConsistencyError(u"columns", self.is_mariadb, self.columns[i].is_mariadb)
                if self.columns[i].table_map != self.handle:
                    raise kaitaistruct.ConsistencyError(u"columns", self.handle, self.columns[i].table_map)
                if self.columns[i].index != i:
                    raise kaitaistruct.ConsistencyError(u"columns", i, self.columns[i].index)
                if self.columns[i].has_signedness !=  ((self.metadata.columns[i].is_numeric) and (self.optional_metadata.has_signedness)) :
                    raise kaitaistruct.ConsistencyError(u"columns",  ((self.metadata.columns[i].is_numeric) and (self.optional_metadata.has_signedness)) , self.columns[i].has_signedness)
                if self.columns[i].is_unsigned !=  ((self.metadata.columns[i].is_numeric) and (self.optional_metadata.has_signedness) and (self.optional_metadata.signedness._parent.bits[(0 if i == 0 else self.columns[i - 1].num_numeric)].is_set)) :
                    raise kaitaistruct.ConsistencyError(u"columns",  ((self.metadata.columns[i].is_numeric) and (self.optional_metadata.has_signedness) and (self.optional_metadata.signedness._parent.bits[(0 if i == 0 else self.columns[i - 1].num_numeric)].is_set)) , self.columns[i].is_unsigned)
                self.columns[i]._write__seq(self._io)




    def _check(self):
        if self.head.len_post_header != self.len_post_header:
            raise kaitaistruct.ConsistencyError(u"head", self.len_post_header, self.head.len_post_header)
        if self.column_types._root != self._root:
            raise kaitaistruct.ConsistencyError(u"column_types", self._root, self.column_types._root)
        if self.column_types._parent != self:
            raise kaitaistruct.ConsistencyError(u"column_types", self, self.column_types._parent)
        if self.column_types.num_columns != self.num_columns.value:
            raise kaitaistruct.ConsistencyError(u"column_types", self.num_columns.value, self.column_types.num_columns)
        if self.handle__enabled:
            pass
            if self._m_handle._root != self._root:
                raise kaitaistruct.ConsistencyError(u"handle", self._root, self._m_handle._root)
            if self._m_handle._parent != self:
                raise kaitaistruct.ConsistencyError(u"handle", self, self._m_handle._parent)

        self._dirty = False

    class ColumnTypeList(ReadWriteKaitaiStruct):
        """The codes of the columns' types."""
        def __init__(self, num_columns, _io=None, _parent=None, _root=None):
            super(TableMapEvent.ColumnTypeList, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.num_columns = num_columns

        def _read(self):
            self.types = []
            for i in range(self.num_columns):
                self.types.append(KaitaiStream.resolve_enum(column_metadata.ColumnMetadata.ColumnType, self._io.read_u1()))
                if not isinstance(self.types[i], column_metadata.ColumnMetadata.ColumnType):
                    raise kaitaistruct.ValidationNotInEnumError(self.types[i], self._io, u"/types/column_type_list/seq/0")

            self._dirty = False


        def _fetch_instances(self):
            pass
            for i in range(len(self.types)):
                pass



        def _write__seq(self, io=None):
            super(TableMapEvent.ColumnTypeList, self)._write__seq(io)
            for i in range(len(self.types)):
                pass
                self._io.write_u1(int(self.types[i]))



        def _check(self):
            if len(self.types) != self.num_columns:
                raise kaitaistruct.ConsistencyError(u"types", self.num_columns, len(self.types))
            for i in range(len(self.types)):
                pass
                if not isinstance(self.types[i], column_metadata.ColumnMetadata.ColumnType):
                    raise kaitaistruct.ValidationNotInEnumError(self.types[i], None, u"/types/column_type_list/seq/0")

            self._dirty = False


    class TableMapHandle(ReadWriteKaitaiStruct):
        """Reference to a table map, which is its `_parent`. It is empty itself:
        otherwise, viewers such as the Web IDE would show the whole table map in
        each event that refers to it.
        """
        def __init__(self, _io=None, _parent=None, _root=None):
            super(TableMapEvent.TableMapHandle, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            pass
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(TableMapEvent.TableMapHandle, self)._write__seq(io)


        def _check(self):
            self._dirty = False


    class TableMapMetadata(ReadWriteKaitaiStruct):
        """The metadata of all columns' types."""
        def __init__(self, _io=None, _parent=None, _root=None):
            super(TableMapEvent.TableMapMetadata, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.columns = []
            for i in range(self._parent.num_columns.value):
                _t_columns = column_metadata.ColumnMetadata(self._parent.column_types.types[i], self._io)
                try:
                    _t_columns._read()
                finally:
                    self.columns.append(_t_columns)

            if (not (self._io.is_eof())):
                pass
                self.rest = self._io.read_bytes_full()

            self._dirty = False


        def _fetch_instances(self):
            pass
            for i in range(len(self.columns)):
                pass
                self.columns[i]._fetch_instances()

            if (not (self._io.is_eof())):
                pass



        def _write__seq(self, io=None):
            super(TableMapEvent.TableMapMetadata, self)._write__seq(io)
            for i in range(len(self.columns)):
                pass
                self.columns[i]._write__seq(self._io)

            if (not (self._io.is_eof())):
                pass
                self._io.write_bytes(self.rest)
                if not self._io.is_eof():
                    raise kaitaistruct.ConsistencyError(u"rest", 0, self._io.size() - self._io.pos())



        def _check(self):
            if len(self.columns) != self._parent.num_columns.value:
                raise kaitaistruct.ConsistencyError(u"columns", self._parent.num_columns.value, len(self.columns))
            for i in range(len(self.columns)):
                pass
                if self.columns[i].type != self._parent.column_types.types[i]:
                    raise kaitaistruct.ConsistencyError(u"columns", self._parent.column_types.types[i], self.columns[i].type)

            self._dirty = False


    @property
    def database(self):
        """Name of the table's database."""
        if hasattr(self, '_m_database'):
            return self._m_database

        self._m_database = self.head.database
        return getattr(self, '_m_database', None)

    def _invalidate_database(self):
        del self._m_database
    @property
    def flags(self):
        """Flags of the table map, as in `table_map_head`."""
        if hasattr(self, '_m_flags'):
            return self._m_flags

        self._m_flags = self.head.flags
        return getattr(self, '_m_flags', None)

    def _invalidate_flags(self):
        del self._m_flags
    @property
    def handle(self):
        """Reference to this table map, for other structures."""
        if self._should_write_handle:
            self._write_handle()
        if hasattr(self, '_m_handle'):
            return self._m_handle

        if not self.handle__enabled:
            return None

        self._m_handle = TableMapEvent.TableMapHandle(self._io, self, self._root)
        self._m_handle._read()
        return getattr(self, '_m_handle', None)

    @handle.setter
    def handle(self, v):
        self._dirty = True
        self._m_handle = v

    def _write_handle(self):
        self._should_write_handle = False
        self._m_handle._write__seq(self._io)

    @property
    def has_metadata(self):
        """Whether metadata follows. It is evaluated when the event is read up to
        there.
        """
        if hasattr(self, '_m_has_metadata'):
            return self._m_has_metadata

        self._m_has_metadata = (not (self._io.is_eof()))
        return getattr(self, '_m_has_metadata', None)

    def _invalidate_has_metadata(self):
        del self._m_has_metadata
    @property
    def num_json_columns(self):
        """Number of JSON columns."""
        if hasattr(self, '_m_num_json_columns'):
            return self._m_num_json_columns

        self._m_num_json_columns = (0 if  (((not (self.has_metadata))) or (self.num_columns.value == 0))  else self.columns[-1].num_json)
        return getattr(self, '_m_num_json_columns', None)

    def _invalidate_num_json_columns(self):
        del self._m_num_json_columns
    @property
    def post_header_rest(self):
        """Bytes of the post-header that the known fields do not cover."""
        if hasattr(self, '_m_post_header_rest'):
            return self._m_post_header_rest

        if self.len_post_header > 8:
            pass
            self._m_post_header_rest = self.head.post_header_rest

        return getattr(self, '_m_post_header_rest', None)

    def _invalidate_post_header_rest(self):
        del self._m_post_header_rest
    @property
    def table(self):
        """Name of the table."""
        if hasattr(self, '_m_table'):
            return self._m_table

        self._m_table = self.head.table
        return getattr(self, '_m_table', None)

    def _invalidate_table(self):
        del self._m_table
    @property
    def table_id(self):
        """Number of the table map."""
        if hasattr(self, '_m_table_id'):
            return self._m_table_id

        self._m_table_id = self.head.table_id
        return getattr(self, '_m_table_id', None)

    def _invalidate_table_id(self):
        del self._m_table_id

