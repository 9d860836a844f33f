package dev.prodigy.runtime.process.kernel;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Lays texts out as C wants them: UTF-8, each with a NUL at its end.
final class CStrings {
    private CStrings() {}

    /// @return the address of a null-terminated array of pointers, as `argv` and `envp` are; everything in one
    ///     block
    static long array(Arena arena, List<String> texts) {
        var encoded = new byte[texts.size()][];
        long size = 1;
        for (int i = 0; i < encoded.length; i++) {
            encoded[i] = texts.get(i).getBytes(StandardCharsets.UTF_8);
            size += encoded[i].length + 1;
        }
        var block = arena.allocate(size); // zeroed, so that each text has its NUL
        var pointers = arena.allocate(ADDRESS, encoded.length + 1L);
        long at = 0;
        for (int i = 0; i < encoded.length; i++) {
            MemorySegment.copy(encoded[i], 0, block, JAVA_BYTE, at, encoded[i].length);
            pointers.setAtIndex(JAVA_LONG, i, block.address() + at);
            at += encoded[i].length + 1;
        }
        return pointers.address();
    }
}
