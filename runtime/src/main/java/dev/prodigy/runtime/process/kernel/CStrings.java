package dev.prodigy.runtime.process.kernel;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.ByteArrayOutputStream;
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
        var bytes = new ByteArrayOutputStream(texts.size() * 64);
        var offsets = new long[texts.size()];
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = bytes.size();
            bytes.writeBytes(texts.get(i).getBytes(StandardCharsets.UTF_8));
            bytes.write(0);
        }
        var block = arena.allocate(Math.max(1, bytes.size()));
        MemorySegment.copy(bytes.toByteArray(), 0, block, JAVA_BYTE, 0, bytes.size());
        var pointers = arena.allocate(ADDRESS, offsets.length + 1L);
        for (int i = 0; i < offsets.length; i++) {
            pointers.setAtIndex(JAVA_LONG, i, block.address() + offsets[i]);
        }
        return pointers.address();
    }
}
