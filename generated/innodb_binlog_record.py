# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import binlog_event
from . import compressed_integer
from . import format_description_event
from . import log_format
from . import table_map_chain
from . import table_map_event
from enum import IntEnum


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class InnodbBinlogRecord(KaitaiStruct):
    """A record of a log that MariaDB 12.3 or later stores in InnoDB pages, put
    together from its chunks. The stream is the record.
    
    .. seealso::
       Source - https://github.com/MariaDB/server/blob/main/Docs/replication/binlog.md
    """

    class RecordType(IntEnum):
        empty = 0
        commit = 1
        gtid_state = 2
        oob_data = 3
        dummy = 4
        xa_prepare = 5
        xa_complete = 6
        filler = 63

    class XaOutcome(IntEnum):
        commit = 0
        rollback = 1
    def __init__(self, type, _io, _parent=None, _root=None):
        super(InnodbBinlogRecord, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.type = type
        self._read()

    def _read(self):
        _on = self.type
        if _on == InnodbBinlogRecord.RecordType.commit:
            pass
            self.body = InnodbBinlogRecord.CommitRecord(self._io, self, self._root)
        elif _on == InnodbBinlogRecord.RecordType.gtid_state:
            pass
            self.body = InnodbBinlogRecord.GtidStateRecord(self._io, self, self._root)
        elif _on == InnodbBinlogRecord.RecordType.oob_data:
            pass
            self.body = InnodbBinlogRecord.OobDataRecord(self._io, self, self._root)
        elif _on == InnodbBinlogRecord.RecordType.xa_complete:
            pass
            self.body = InnodbBinlogRecord.XaCompleteRecord(self._io, self, self._root)
        elif _on == InnodbBinlogRecord.RecordType.xa_prepare:
            pass
            self.body = InnodbBinlogRecord.XaPrepareRecord(self._io, self, self._root)


    def _fetch_instances(self):
        pass
        _on = self.type
        if _on == InnodbBinlogRecord.RecordType.commit:
            pass
            self.body._fetch_instances()
        elif _on == InnodbBinlogRecord.RecordType.gtid_state:
            pass
            self.body._fetch_instances()
        elif _on == InnodbBinlogRecord.RecordType.oob_data:
            pass
            self.body._fetch_instances()
        elif _on == InnodbBinlogRecord.RecordType.xa_complete:
            pass
            self.body._fetch_instances()
        elif _on == InnodbBinlogRecord.RecordType.xa_prepare:
            pass
            self.body._fetch_instances()

    class CommitRecord(KaitaiStruct):
        """A transaction that was committed: its events, or only its GTID event if
        the others are in `oob_data` records. The order is that of the fields:
        events in the record, then those of `oob_data`, then those of
        `more_oob_data`.
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(InnodbBinlogRecord.CommitRecord, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.oob_data = InnodbBinlogRecord.OobReference(self._io, self, self._root)
            if self.oob_data.num_nodes.value != 0:
                pass
                self.more_oob_data = InnodbBinlogRecord.OobReference(self._io, self, self._root)

            self._raw_events = self._io.read_bytes_full()
            _io__raw_events = KaitaiStream(BytesIO(self._raw_events))
            self.events = InnodbBinlogRecord.EventBytes(_io__raw_events, self, self._root)


        def _fetch_instances(self):
            pass
            self.oob_data._fetch_instances()
            if self.oob_data.num_nodes.value != 0:
                pass
                self.more_oob_data._fetch_instances()

            self.events._fetch_instances()


    class EventBytes(KaitaiStruct):
        """Events without checksums."""
        def __init__(self, _io, _parent=None, _root=None):
            super(InnodbBinlogRecord.EventBytes, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            pass


        def _fetch_instances(self):
            pass
            _ = self.data
            if hasattr(self, '_m_data'):
                pass

            _ = self.events
            if hasattr(self, '_m_events'):
                pass
                for i in range(len(self._m_events)):
                    pass
                    self._m_events[i]._fetch_instances()


            _ = self.format
            if hasattr(self, '_m_format'):
                pass
                self._m_format._fetch_instances()

            _ = self.no_format_description
            if hasattr(self, '_m_no_format_description'):
                pass
                self._m_no_format_description._fetch_instances()

            _ = self.no_table_map
            if hasattr(self, '_m_no_table_map'):
                pass
                self._m_no_table_map._fetch_instances()

            _ = self.no_table_maps
            if hasattr(self, '_m_no_table_maps'):
                pass
                self._m_no_table_maps._fetch_instances()

            _ = self.table_maps
            if hasattr(self, '_m_table_maps'):
                pass
                self._m_table_maps._fetch_instances()


        @property
        def data(self):
            """The events as bytes."""
            if hasattr(self, '_m_data'):
                return self._m_data

            _pos = self._io.pos()
            self._io.seek(0)
            self._m_data = self._io.read_bytes_full()
            self._io.seek(_pos)
            return getattr(self, '_m_data', None)

        @property
        def events(self):
            """The events."""
            if hasattr(self, '_m_events'):
                return self._m_events

            _pos = self._io.pos()
            self._io.seek(0)
            self._m_events = []
            i = 0
            while not self._io.is_eof():
                self._m_events.append(binlog_event.BinlogEvent(self._io.pos(), self.format, (self.table_maps if i == 0 else self.events[i - 1].table_maps_after), self._io))
                i += 1

            self._io.seek(_pos)
            return getattr(self, '_m_events', None)

        @property
        def format(self):
            """The format of the events, whose post-headers have their documented
            lengths.
            """
            if hasattr(self, '_m_format'):
                return self._m_format

            self._m_format = log_format.LogFormat(4, False, self.no_format_description, False, self._io)
            return getattr(self, '_m_format', None)

        @property
        def no_format_description(self):
            """Placeholder for the missing FORMAT_DESCRIPTION."""
            if hasattr(self, '_m_no_format_description'):
                return self._m_no_format_description

            if False:
                pass
                self._m_no_format_description = format_description_event.FormatDescriptionEvent.FormatDescriptionHandle(self._io)

            return getattr(self, '_m_no_format_description', None)

        @property
        def no_table_map(self):
            """Placeholder for the table map of an empty chain."""
            if hasattr(self, '_m_no_table_map'):
                return self._m_no_table_map

            if False:
                pass
                self._m_no_table_map = table_map_event.TableMapEvent.TableMapHandle(self._io)

            return getattr(self, '_m_no_table_map', None)

        @property
        def no_table_maps(self):
            """Placeholder for the older maps of an empty chain."""
            if hasattr(self, '_m_no_table_maps'):
                return self._m_no_table_maps

            if False:
                pass
                self._m_no_table_maps = table_map_chain.TableMapChain(True, self.no_table_map, self.no_table_maps, self._io)

            return getattr(self, '_m_no_table_maps', None)

        @property
        def table_maps(self):
            """An empty chain of table maps."""
            if hasattr(self, '_m_table_maps'):
                return self._m_table_maps

            self._m_table_maps = table_map_chain.TableMapChain(True, self.no_table_map, self.no_table_maps, self._io)
            return getattr(self, '_m_table_maps', None)


    class GtidStateRecord(KaitaiStruct):
        """The GTIDs that the log has reached, or those since the file began."""
        def __init__(self, _io, _parent=None, _root=None):
            super(InnodbBinlogRecord.GtidStateRecord, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.num_gtids = compressed_integer.CompressedInteger(self._io)
            self.xa_file_no_plus_1 = compressed_integer.CompressedInteger(self._io)
            self.gtids = []
            for i in range(self.num_gtids.value):
                self.gtids.append(InnodbBinlogRecord.StateGtid(self._io, self, self._root))



        def _fetch_instances(self):
            pass
            self.num_gtids._fetch_instances()
            self.xa_file_no_plus_1._fetch_instances()
            for i in range(len(self.gtids)):
                pass
                self.gtids[i]._fetch_instances()



    class OobDataRecord(KaitaiStruct):
        """A node of a tree of events. The order of the nodes is that of a walk which
        visits the left child, the right child, and the node itself.
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(InnodbBinlogRecord.OobDataRecord, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.index = compressed_integer.CompressedInteger(self._io)
            self.left = InnodbBinlogRecord.RecordPlace(self._io, self, self._root)
            self.right = InnodbBinlogRecord.RecordPlace(self._io, self, self._root)
            self.events = self._io.read_bytes_full()


        def _fetch_instances(self):
            pass
            self.index._fetch_instances()
            self.left._fetch_instances()
            self.right._fetch_instances()

        @property
        def is_leaf(self):
            """Whether the node has no children."""
            if hasattr(self, '_m_is_leaf'):
                return self._m_is_leaf

            self._m_is_leaf = self.left.is_none
            return getattr(self, '_m_is_leaf', None)


    class OobReference(KaitaiStruct):
        """The `oob_data` records of a transaction. They are the nodes of perfect
        binary trees.
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(InnodbBinlogRecord.OobReference, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.num_nodes = compressed_integer.CompressedInteger(self._io)
            if self.num_nodes.value != 0:
                pass
                self.first_node = InnodbBinlogRecord.RecordPlace(self._io, self, self._root)

            if self.num_nodes.value != 0:
                pass
                self.last_node = InnodbBinlogRecord.RecordPlace(self._io, self, self._root)



        def _fetch_instances(self):
            pass
            self.num_nodes._fetch_instances()
            if self.num_nodes.value != 0:
                pass
                self.first_node._fetch_instances()

            if self.num_nodes.value != 0:
                pass
                self.last_node._fetch_instances()



    class RecordPlace(KaitaiStruct):
        """Where a record begins."""
        def __init__(self, _io, _parent=None, _root=None):
            super(InnodbBinlogRecord.RecordPlace, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.file_no = compressed_integer.CompressedInteger(self._io)
            self.offset = compressed_integer.CompressedInteger(self._io)


        def _fetch_instances(self):
            pass
            self.file_no._fetch_instances()
            self.offset._fetch_instances()

        @property
        def is_none(self):
            """Whether the place is that of no record."""
            if hasattr(self, '_m_is_none'):
                return self._m_is_none

            self._m_is_none =  ((self.file_no.value == 0) and (self.offset.value == 0)) 
            return getattr(self, '_m_is_none', None)


    class StateGtid(KaitaiStruct):
        """A GTID."""
        def __init__(self, _io, _parent=None, _root=None):
            super(InnodbBinlogRecord.StateGtid, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.domain_id = compressed_integer.CompressedInteger(self._io)
            self.server_id = compressed_integer.CompressedInteger(self._io)
            self.seq_no = compressed_integer.CompressedInteger(self._io)


        def _fetch_instances(self):
            pass
            self.domain_id._fetch_instances()
            self.server_id._fetch_instances()
            self.seq_no._fetch_instances()


    class XaCompleteRecord(KaitaiStruct):
        """A distributed transaction that ended."""
        def __init__(self, _io, _parent=None, _root=None):
            super(InnodbBinlogRecord.XaCompleteRecord, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.outcome = KaitaiStream.resolve_enum(InnodbBinlogRecord.XaOutcome, self._io.read_u1())
            self.xid = InnodbBinlogRecord.Xid(self._io, self, self._root)


        def _fetch_instances(self):
            pass
            self.xid._fetch_instances()


    class XaPrepareRecord(KaitaiStruct):
        """A distributed transaction that was prepared."""
        def __init__(self, _io, _parent=None, _root=None):
            super(InnodbBinlogRecord.XaPrepareRecord, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.num_engines = self._io.read_u1()
            self.xid = InnodbBinlogRecord.Xid(self._io, self, self._root)
            self.oob_data = InnodbBinlogRecord.OobReference(self._io, self, self._root)


        def _fetch_instances(self):
            pass
            self.xid._fetch_instances()
            self.oob_data._fetch_instances()


    class Xid(KaitaiStruct):
        """Name of a distributed transaction."""
        def __init__(self, _io, _parent=None, _root=None):
            super(InnodbBinlogRecord.Xid, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.format_id = self._io.read_u4le()
            self.len_gtrid = self._io.read_u1()
            self.len_bqual = self._io.read_u1()
            self.gtrid = self._io.read_bytes(self.len_gtrid)
            self.bqual = self._io.read_bytes(self.len_bqual)


        def _fetch_instances(self):
            pass



