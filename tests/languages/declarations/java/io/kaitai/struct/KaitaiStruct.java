package io.kaitai.struct;

public class KaitaiStruct {
    protected KaitaiStream _io;

    public KaitaiStruct(KaitaiStream _io) {}

    public native KaitaiStream _io();
}
