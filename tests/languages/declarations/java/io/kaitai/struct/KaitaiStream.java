package io.kaitai.struct;

/** The runtime as compiled specs call it, in declarations only: enough for javac, not for java. */
public abstract class KaitaiStream {
    public native boolean isEof();
    public native void seek(int newPos);
    public native void seek(long newPos);
    public native int pos();
    public native long size();
    public native KaitaiStream substream(long n);

    public native byte readS1();
    public native short readS2le();
    public native short readS2be();
    public native int readS4le();
    public native int readS4be();
    public native long readS8le();
    public native long readS8be();
    public native int readU1();
    public native int readU2le();
    public native int readU2be();
    public native long readU4le();
    public native long readU4be();
    public native long readU8le();
    public native long readU8be();
    public native float readF4le();
    public native float readF4be();
    public native double readF8le();
    public native double readF8be();
    public native void alignToByte();
    public native long readBitsIntLe(int n);
    public native long readBitsIntBe(int n);
    public native byte[] readBytes(long n);
    public native byte[] readBytesFull();
    public native byte[] readBytesTerm(byte term, boolean include, boolean consume, boolean eosError);

    public static native byte[] bytesTerminate(byte[] bytes, byte term, boolean include);
    public static native byte[] processXor(byte[] data, byte key);
    public static native byte[] processXor(byte[] data, byte[] key);
    public static native byte[] processZlib(byte[] data);
    public static native int mod(int a, int b);
    public static native long mod(long a, long b);

    public static class ValidationNotEqualError extends RuntimeException {
        public ValidationNotEqualError(byte[] expected, byte[] actual, KaitaiStream io, String path) {}
        public ValidationNotEqualError(Object expected, Object actual, KaitaiStream io, String path) {}
    }

    public static class ValidationLessThanError extends RuntimeException {
        public ValidationLessThanError(Object min, Object actual, KaitaiStream io, String path) {}
    }

    public static class ValidationGreaterThanError extends RuntimeException {
        public ValidationGreaterThanError(Object max, Object actual, KaitaiStream io, String path) {}
    }

    public static class ValidationNotAnyOfError extends RuntimeException {
        public ValidationNotAnyOfError(Object actual, KaitaiStream io, String path) {}
    }

    public static class ValidationNotInEnumError extends RuntimeException {
        public ValidationNotInEnumError(Object actual, KaitaiStream io, String path) {}
    }

    public static class ValidationExprError extends RuntimeException {
        public ValidationExprError(Object actual, KaitaiStream io, String path) {}
    }
}
