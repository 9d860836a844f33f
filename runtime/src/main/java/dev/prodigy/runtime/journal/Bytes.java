package dev.prodigy.runtime.journal;

import java.io.OutputStream;
import java.util.Arrays;

/// A growing buffer that may be cut and read in place.
final class Bytes extends OutputStream {
    private static final int FIRST_CAPACITY = 16 << 10;

    private byte[] array = new byte[FIRST_CAPACITY];
    private int length;

    /// @return the buffer itself, valid until the next write
    byte[] array() {
        return array;
    }

    int length() {
        return length;
    }

    int capacity() {
        return array.length;
    }

    /// Cuts what lies behind a position.
    void truncate(int newLength) {
        length = newLength;
    }

    @Override
    public void write(int value) {
        reserve(1);
        array[length++] = (byte) value;
    }

    @Override
    public void write(byte[] bytes) {
        write(bytes, 0, bytes.length);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) {
        reserve(count);
        System.arraycopy(bytes, offset, array, length, count);
        length += count;
    }

    private void reserve(int count) {
        if (count > array.length - length) {
            array = Arrays.copyOf(array, Math.addExact(array.length, Math.max(array.length, count)));
        }
    }
}
