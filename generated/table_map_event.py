# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import binlog_bitmap
from . import column_metadata
from . import optional_metadata
from . import packed_integer
from . import table_column
from . import table_map_head


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class TableMapEvent(KaitaiStruct):
    """Describes a table for the rows events of the statement: names, types and NULL
    (MySQL 5.1 and later, MariaDB). MySQL 8.0.1 and MariaDB 10.5 and later can add
    further metadata.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Table__map__event.html
    """
    def __init__(self, len_post_header, is_mariadb, _io, _parent=None, _root=None):
        super(TableMapEvent, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.len_post_header = len_post_header
        self.is_mariadb = is_mariadb
        self._read()

    def _read(self):
        self.head = table_map_head.TableMapHead(self.len_post_header, self._io)
        self.num_columns = packed_integer.PackedInteger(self._io)
        self.column_types = TableMapEvent.ColumnTypeList(self.num_columns.value, self._io, self, self._root)
        if self.has_metadata:
            pass
            self.len_metadata = packed_integer.PackedInteger(self._io)

        if self.has_metadata:
            pass
            self._raw_metadata = self._io.read_bytes(self.len_metadata.value)
            _io__raw_metadata = KaitaiStream(BytesIO(self._raw_metadata))
            self.metadata = TableMapEvent.TableMapMetadata(_io__raw_metadata, self, self._root)

        if self.has_metadata:
            pass
            self.null_bitmap = binlog_bitmap.BinlogBitmap(self.num_columns.value, self._io)

        if self.has_metadata:
            pass
            self._raw_optional_metadata = self._io.read_bytes_full()
            _io__raw_optional_metadata = KaitaiStream(BytesIO(self._raw_optional_metadata))
            self.optional_metadata = optional_metadata.OptionalMetadata(_io__raw_optional_metadata)

        if self.has_metadata:
            pass
            self.columns = []
            for i in range(self.num_columns.value):
                self.columns.append(table_column.TableColumn((self.optional_metadata.names._parent.names[i].value if self.optional_metadata.num_names > i else b""), self.metadata.columns[i].real_type, self.metadata.columns[i], self.null_bitmap.bits[i].is_set, (0 if i == 0 else self.columns[i - 1].num_numeric), (0 if i == 0 else self.columns[i - 1].num_json), self.is_mariadb, self.handle, i,  ((self.metadata.columns[i].is_numeric) and (self.optional_metadata.has_signedness)) ,  ((self.metadata.columns[i].is_numeric) and (self.optional_metadata.has_signedness) and (self.optional_metadata.signedness._parent.bits[(0 if i == 0 else self.columns[i - 1].num_numeric)].is_set)) , self._io))




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


    class ColumnTypeList(KaitaiStruct):
        """The codes of the columns' types."""
        def __init__(self, num_columns, _io, _parent=None, _root=None):
            super(TableMapEvent.ColumnTypeList, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.num_columns = num_columns
            self._read()

        def _read(self):
            self.types = []
            for i in range(self.num_columns):
                self.types.append(KaitaiStream.resolve_enum(column_metadata.ColumnMetadata.ColumnType, self._io.read_u1()))
                if not isinstance(self.types[i], column_metadata.ColumnMetadata.ColumnType):
                    raise kaitaistruct.ValidationNotInEnumError(self.types[i], self._io, u"/types/column_type_list/seq/0")



        def _fetch_instances(self):
            pass
            for i in range(len(self.types)):
                pass



    class TableMapHandle(KaitaiStruct):
        """Reference to a table map, which is its `_parent`. It is empty itself:
        otherwise, viewers such as the Web IDE would show the whole table map in
        each event that refers to it.
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(TableMapEvent.TableMapHandle, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            pass


        def _fetch_instances(self):
            pass


    class TableMapMetadata(KaitaiStruct):
        """The metadata of all columns' types."""
        def __init__(self, _io, _parent=None, _root=None):
            super(TableMapEvent.TableMapMetadata, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.columns = []
            for i in range(self._parent.num_columns.value):
                self.columns.append(column_metadata.ColumnMetadata(self._parent.column_types.types[i], self._io))

            if (not (self._io.is_eof())):
                pass
                self.rest = self._io.read_bytes_full()



        def _fetch_instances(self):
            pass
            for i in range(len(self.columns)):
                pass
                self.columns[i]._fetch_instances()

            if (not (self._io.is_eof())):
                pass



    @property
    def database(self):
        """Name of the table's database."""
        if hasattr(self, '_m_database'):
            return self._m_database

        self._m_database = self.head.database
        return getattr(self, '_m_database', None)

    @property
    def flags(self):
        """Flags of the table map, as in `table_map_head`."""
        if hasattr(self, '_m_flags'):
            return self._m_flags

        self._m_flags = self.head.flags
        return getattr(self, '_m_flags', None)

    @property
    def handle(self):
        """Reference to this table map, for other structures."""
        if hasattr(self, '_m_handle'):
            return self._m_handle

        self._m_handle = TableMapEvent.TableMapHandle(self._io, self, self._root)
        return getattr(self, '_m_handle', None)

    @property
    def has_metadata(self):
        """Whether metadata follows. It is evaluated when the event is read up to
        there.
        """
        if hasattr(self, '_m_has_metadata'):
            return self._m_has_metadata

        self._m_has_metadata = (not (self._io.is_eof()))
        return getattr(self, '_m_has_metadata', None)

    @property
    def num_json_columns(self):
        """Number of JSON columns."""
        if hasattr(self, '_m_num_json_columns'):
            return self._m_num_json_columns

        self._m_num_json_columns = (0 if  (((not (self.has_metadata))) or (self.num_columns.value == 0))  else self.columns[-1].num_json)
        return getattr(self, '_m_num_json_columns', None)

    @property
    def post_header_rest(self):
        """Bytes of the post-header that the known fields do not cover."""
        if hasattr(self, '_m_post_header_rest'):
            return self._m_post_header_rest

        if self.len_post_header > 8:
            pass
            self._m_post_header_rest = self.head.post_header_rest

        return getattr(self, '_m_post_header_rest', None)

    @property
    def table(self):
        """Name of the table."""
        if hasattr(self, '_m_table'):
            return self._m_table

        self._m_table = self.head.table
        return getattr(self, '_m_table', None)

    @property
    def table_id(self):
        """Number of the table map."""
        if hasattr(self, '_m_table_id'):
            return self._m_table_id

        self._m_table_id = self.head.table_id
        return getattr(self, '_m_table_id', None)


