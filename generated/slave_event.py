# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class SlaveEvent(KaitaiStruct):
    """The source that a server replicated from. Only unreleased versions of MySQL
    4.0 wrote it. MySQL 4 does not skip a post-header here, and later servers
    refuse the event.
    
    .. seealso::
       Source - https://github.com/mysql/mysql-server/blob/5.5/sql/log_event.h
    """
    def __init__(self, len_post_header, _io, _parent=None, _root=None):
        super(SlaveEvent, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.len_post_header = len_post_header
        self._read()

    def _read(self):
        if self.len_post_header > 0:
            pass
            self.post_header_rest = self._io.read_bytes(self.len_post_header)

        self.master_position = self._io.read_u8le()
        self.master_port = self._io.read_u2le()
        self.master_host = self._io.read_bytes_term(0, False, True, True)
        self.master_log = self._io.read_bytes_term(0, False, True, False)
        if (not (self._io.is_eof())):
            pass
            self.rest = self._io.read_bytes_full()



    def _fetch_instances(self):
        pass
        if self.len_post_header > 0:
            pass

        if (not (self._io.is_eof())):
            pass



