# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO
from . import column_metadata


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class TableColumn(ReadWriteKaitaiStruct):
    """A column, with all that the log describes of it. It has no bytes of its own.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Table__map__event.html
    """
    def __init__(self, name, type, metadata, is_nullable, num_numeric_before, num_json_before, is_mariadb, has_signedness, is_unsigned, _io=None, _parent=None, _root=None):
        super(TableColumn, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.name = name
        self.type = type
        self.metadata = metadata
        self.is_nullable = is_nullable
        self.num_numeric_before = num_numeric_before
        self.num_json_before = num_json_before
        self.is_mariadb = is_mariadb
        self.has_signedness = has_signedness
        self.is_unsigned = is_unsigned
        self._should_write_handle = False
        self.handle__enabled = True

    def _read(self):
        pass
        self._dirty = False


    def _fetch_instances(self):
        pass
        _ = self.handle
        if hasattr(self, '_m_handle'):
            pass
            self._m_handle._fetch_instances()



    def _write__seq(self, io=None):
        super(TableColumn, self)._write__seq(io)
        self._should_write_handle = self.handle__enabled


    def _check(self):
        if self.handle__enabled:
            pass
            if self._m_handle._root != self._root:
                raise kaitaistruct.ConsistencyError(u"handle", self._root, self._m_handle._root)
            if self._m_handle._parent != self:
                raise kaitaistruct.ConsistencyError(u"handle", self, self._m_handle._parent)
            if self._m_handle.name != self.name:
                raise kaitaistruct.ConsistencyError(u"handle", self.name, self._m_handle.name)

        self._dirty = False

    class TableColumnHandle(ReadWriteKaitaiStruct):
        """Reference to a column, which is its `_parent`. It holds only the name (see
        `table_map_event::table_map_handle`).
        """
        def __init__(self, name, _io=None, _parent=None, _root=None):
            super(TableColumn.TableColumnHandle, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.name = name

        def _read(self):
            pass
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(TableColumn.TableColumnHandle, self)._write__seq(io)


        def _check(self):
            self._dirty = False


    @property
    def handle(self):
        """Reference to this column, for other structures."""
        if self._should_write_handle:
            self._write_handle()
        if hasattr(self, '_m_handle'):
            return self._m_handle

        if not self.handle__enabled:
            return None

        self._m_handle = TableColumn.TableColumnHandle(self.name, self._io, self, self._root)
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
    def is_character(self):
        """Whether the column counts for the collations of text columns. Columns of
        bytes do, too, and in MariaDB also geometries.
        """
        if hasattr(self, '_m_is_character'):
            return self._m_is_character

        self._m_is_character =  ((self.type == column_metadata.ColumnMetadata.ColumnType.string) or (self.type == column_metadata.ColumnMetadata.ColumnType.var_string) or (self.type == column_metadata.ColumnMetadata.ColumnType.varchar) or (self.type == column_metadata.ColumnMetadata.ColumnType.varchar_compressed) or (self.type == column_metadata.ColumnMetadata.ColumnType.tiny_blob) or (self.type == column_metadata.ColumnMetadata.ColumnType.blob) or (self.type == column_metadata.ColumnMetadata.ColumnType.medium_blob) or (self.type == column_metadata.ColumnMetadata.ColumnType.long_blob) or (self.type == column_metadata.ColumnMetadata.ColumnType.blob_compressed) or (self.type == column_metadata.ColumnMetadata.ColumnType.vector) or ( ((self.type == column_metadata.ColumnMetadata.ColumnType.geometry) and (self.is_mariadb)) )) 
        return getattr(self, '_m_is_character', None)

    def _invalidate_is_character(self):
        del self._m_is_character
    @property
    def is_enumerated(self):
        """Whether the column counts for the collations of ENUM and SET columns."""
        if hasattr(self, '_m_is_enumerated'):
            return self._m_is_enumerated

        self._m_is_enumerated =  ((self.type == column_metadata.ColumnMetadata.ColumnType.enum) or (self.type == column_metadata.ColumnMetadata.ColumnType.set)) 
        return getattr(self, '_m_is_enumerated', None)

    def _invalidate_is_enumerated(self):
        del self._m_is_enumerated
    @property
    def is_json(self):
        """Whether the column is JSON in MySQL's binary form."""
        if hasattr(self, '_m_is_json'):
            return self._m_is_json

        self._m_is_json = self.type == column_metadata.ColumnMetadata.ColumnType.json
        return getattr(self, '_m_is_json', None)

    def _invalidate_is_json(self):
        del self._m_is_json
    @property
    def num_json(self):
        """Number of JSON columns up to this one."""
        if hasattr(self, '_m_num_json'):
            return self._m_num_json

        self._m_num_json = self.num_json_before + (1 if self.is_json else 0)
        return getattr(self, '_m_num_json', None)

    def _invalidate_num_json(self):
        del self._m_num_json
    @property
    def num_numeric(self):
        """Number of numeric columns up to this one."""
        if hasattr(self, '_m_num_numeric'):
            return self._m_num_numeric

        self._m_num_numeric = self.num_numeric_before + (1 if self.metadata.is_numeric else 0)
        return getattr(self, '_m_num_numeric', None)

    def _invalidate_num_numeric(self):
        del self._m_num_numeric

