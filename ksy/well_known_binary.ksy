meta:
  id: well_known_binary
  title: "A geometry as Well-Known Binary"
  tags:
    - database
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  A geometry in the form of the OGC. Both servers store it with the lowest byte
  first and with two coordinates.
doc-ref: https://dev.mysql.com/doc/refman/en/gis-data-formats.html
seq:
  - id: byte_order
    contents: [1]
    doc: Order of bytes in numbers; 1 for the lowest byte first.
  - id: type
    type: u4
    enum: geometry_type
    valid:
      in-enum: true
    doc: Type of the geometry.
  - id: body
    type:
      switch-on: type
      cases:
        'geometry_type::point': point
        'geometry_type::line_string': points
        'geometry_type::polygon': polygon
        'geometry_type::multi_point': geometries
        'geometry_type::multi_line_string': geometries
        'geometry_type::multi_polygon': geometries
        'geometry_type::geometry_collection': geometries
    doc: The geometry, by its type.
types:
  point:
    doc: The coordinates of a point.
    seq:
      - id: x
        type: f8
        doc: The first coordinate.
      - id: y
        type: f8
        doc: The second coordinate.
  points:
    doc: A row of points.
    seq:
      - id: num_points
        type: u4
        doc: Number of points.
      - id: points
        type: point
        repeat: expr
        repeat-expr: num_points
        doc: The points, in order.
  polygon:
    doc: An area.
    seq:
      - id: num_rings
        type: u4
        doc: Number of rings.
      - id: rings
        type: points
        repeat: expr
        repeat-expr: num_rings
        doc: The outer ring, then the inner ones. Each ends where it begins.
  geometries:
    doc: Several geometries.
    seq:
      - id: num_geometries
        type: u4
        doc: Number of geometries.
      - id: geometries
        type: well_known_binary
        repeat: expr
        repeat-expr: num_geometries
        doc: The geometries, in order.
enums:
  geometry_type:
    1:
      id: point
      -orig-id: wkb_point
      doc: A point.
    2:
      id: line_string
      -orig-id: wkb_linestring
      doc: A line through points.
    3:
      id: polygon
      -orig-id: wkb_polygon
      doc: An area, with rings that bound it.
    4:
      id: multi_point
      -orig-id: wkb_multipoint
      doc: Several points.
    5:
      id: multi_line_string
      -orig-id: wkb_multilinestring
      doc: Several lines.
    6:
      id: multi_polygon
      -orig-id: wkb_multipolygon
      doc: Several areas.
    7:
      id: geometry_collection
      -orig-id: wkb_geometrycollection
      doc: Geometries of any type.
