# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from enum import IntEnum


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class WellKnownBinary(KaitaiStruct):
    """A geometry in the form of the OGC. Both servers store it with the lowest byte
    first and with two coordinates.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/refman/en/gis-data-formats.html
    """

    class GeometryType(IntEnum):
        point = 1
        line_string = 2
        polygon = 3
        multi_point = 4
        multi_line_string = 5
        multi_polygon = 6
        geometry_collection = 7
    def __init__(self, _io, _parent=None, _root=None):
        super(WellKnownBinary, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.byte_order = self._io.read_bytes(1)
        if not self.byte_order == b"\x01":
            raise kaitaistruct.ValidationNotEqualError(b"\x01", self.byte_order, self._io, u"/seq/0")
        self.type = KaitaiStream.resolve_enum(WellKnownBinary.GeometryType, self._io.read_u4le())
        if not isinstance(self.type, WellKnownBinary.GeometryType):
            raise kaitaistruct.ValidationNotInEnumError(self.type, self._io, u"/seq/1")
        _on = self.type
        if _on == WellKnownBinary.GeometryType.geometry_collection:
            pass
            self.body = WellKnownBinary.Geometries(self._io, self, self._root)
        elif _on == WellKnownBinary.GeometryType.line_string:
            pass
            self.body = WellKnownBinary.Points(self._io, self, self._root)
        elif _on == WellKnownBinary.GeometryType.multi_line_string:
            pass
            self.body = WellKnownBinary.Geometries(self._io, self, self._root)
        elif _on == WellKnownBinary.GeometryType.multi_point:
            pass
            self.body = WellKnownBinary.Geometries(self._io, self, self._root)
        elif _on == WellKnownBinary.GeometryType.multi_polygon:
            pass
            self.body = WellKnownBinary.Geometries(self._io, self, self._root)
        elif _on == WellKnownBinary.GeometryType.point:
            pass
            self.body = WellKnownBinary.Point(self._io, self, self._root)
        elif _on == WellKnownBinary.GeometryType.polygon:
            pass
            self.body = WellKnownBinary.Polygon(self._io, self, self._root)


    def _fetch_instances(self):
        pass
        _on = self.type
        if _on == WellKnownBinary.GeometryType.geometry_collection:
            pass
            self.body._fetch_instances()
        elif _on == WellKnownBinary.GeometryType.line_string:
            pass
            self.body._fetch_instances()
        elif _on == WellKnownBinary.GeometryType.multi_line_string:
            pass
            self.body._fetch_instances()
        elif _on == WellKnownBinary.GeometryType.multi_point:
            pass
            self.body._fetch_instances()
        elif _on == WellKnownBinary.GeometryType.multi_polygon:
            pass
            self.body._fetch_instances()
        elif _on == WellKnownBinary.GeometryType.point:
            pass
            self.body._fetch_instances()
        elif _on == WellKnownBinary.GeometryType.polygon:
            pass
            self.body._fetch_instances()

    class Geometries(KaitaiStruct):
        """Several geometries."""
        def __init__(self, _io, _parent=None, _root=None):
            super(WellKnownBinary.Geometries, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.num_geometries = self._io.read_u4le()
            self.geometries = []
            for i in range(self.num_geometries):
                self.geometries.append(WellKnownBinary(self._io, self, self._root))



        def _fetch_instances(self):
            pass
            for i in range(len(self.geometries)):
                pass
                self.geometries[i]._fetch_instances()



    class Point(KaitaiStruct):
        """The coordinates of a point."""
        def __init__(self, _io, _parent=None, _root=None):
            super(WellKnownBinary.Point, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.x = self._io.read_f8le()
            self.y = self._io.read_f8le()


        def _fetch_instances(self):
            pass


    class Points(KaitaiStruct):
        """A row of points."""
        def __init__(self, _io, _parent=None, _root=None):
            super(WellKnownBinary.Points, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.num_points = self._io.read_u4le()
            self.points = []
            for i in range(self.num_points):
                self.points.append(WellKnownBinary.Point(self._io, self, self._root))



        def _fetch_instances(self):
            pass
            for i in range(len(self.points)):
                pass
                self.points[i]._fetch_instances()



    class Polygon(KaitaiStruct):
        """An area."""
        def __init__(self, _io, _parent=None, _root=None):
            super(WellKnownBinary.Polygon, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.num_rings = self._io.read_u4le()
            self.rings = []
            for i in range(self.num_rings):
                self.rings.append(WellKnownBinary.Points(self._io, self, self._root))



        def _fetch_instances(self):
            pass
            for i in range(len(self.rings)):
                pass
                self.rings[i]._fetch_instances()




