# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import integer_le
from enum import IntEnum


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class ZstdFrame(KaitaiStruct):
    """A Zstandard frame, as the payload of TRANSACTION_PAYLOAD, as far as lengths
    need: the length of the decompressed data, if the frame has it, and the
    blocks, which stay compressed.
    
    .. seealso::
       Source - https://www.rfc-editor.org/rfc/rfc8878
    """

    class ZstdBlockType(IntEnum):
        raw = 0
        rle = 1
        compressed = 2
    def __init__(self, _io, _parent=None, _root=None):
        super(ZstdFrame, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.magic = self._io.read_bytes(4)
        if not self.magic == b"\x28\xB5\x2F\xFD":
            raise kaitaistruct.ValidationNotEqualError(b"\x28\xB5\x2F\xFD", self.magic, self._io, u"/seq/0")
        self.content_size_flag = self._io.read_bits_int_be(2)
        self.is_single_segment = self._io.read_bits_int_be(1) != 0
        self.unused = self._io.read_bits_int_be(1) != 0
        self.reserved = self._io.read_bits_int_be(1) != 0
        if not self.reserved == False:
            raise kaitaistruct.ValidationNotEqualError(False, self.reserved, self._io, u"/seq/4")
        self.has_checksum = self._io.read_bits_int_be(1) != 0
        self.dictionary_id_flag = self._io.read_bits_int_be(2)
        if (not (self.is_single_segment)):
            pass
            self.window_descriptor = self._io.read_u1()

        self.dictionary_id = integer_le.IntegerLe((4 if self.dictionary_id_flag == 3 else self.dictionary_id_flag), self._io)
        self.content_size = integer_le.IntegerLe(((1 if self.is_single_segment else 0) if self.content_size_flag == 0 else (2 if self.content_size_flag == 1 else (4 if self.content_size_flag == 2 else 8))), self._io)
        self.blocks = []
        i = 0
        while True:
            _ = ZstdFrame.ZstdBlock(self._io, self, self._root)
            self.blocks.append(_)
            if _.is_last:
                break
            i += 1
        if self.has_checksum:
            pass
            self.checksum = self._io.read_u4le()



    def _fetch_instances(self):
        pass
        if (not (self.is_single_segment)):
            pass

        self.dictionary_id._fetch_instances()
        self.content_size._fetch_instances()
        for i in range(len(self.blocks)):
            pass
            self.blocks[i]._fetch_instances()

        if self.has_checksum:
            pass


    class ZstdBlock(KaitaiStruct):
        """A block of a frame."""
        def __init__(self, _io, _parent=None, _root=None):
            super(ZstdFrame.ZstdBlock, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.is_last = self._io.read_bits_int_le(1) != 0
            self.type = KaitaiStream.resolve_enum(ZstdFrame.ZstdBlockType, self._io.read_bits_int_le(2))
            if not isinstance(self.type, ZstdFrame.ZstdBlockType):
                raise kaitaistruct.ValidationNotInEnumError(self.type, self._io, u"/types/zstd_block/seq/1")
            self.len_block = self._io.read_bits_int_le(21)
            self.body = self._io.read_bytes((1 if self.type == ZstdFrame.ZstdBlockType.rle else self.len_block))


        def _fetch_instances(self):
            pass


    @property
    def has_content_size(self):
        """Whether the frame contains the length of the decompressed data."""
        if hasattr(self, '_m_has_content_size'):
            return self._m_has_content_size

        self._m_has_content_size =  ((self.content_size_flag > 0) or (self.is_single_segment)) 
        return getattr(self, '_m_has_content_size', None)

    @property
    def len_content(self):
        """Length of the decompressed data in bytes. Lengths that are stored in two
        bytes count from 256.
        """
        if hasattr(self, '_m_len_content'):
            return self._m_len_content

        self._m_len_content = (self.content_size.value + 256 if self.content_size_flag == 1 else self.content_size.value)
        return getattr(self, '_m_len_content', None)


