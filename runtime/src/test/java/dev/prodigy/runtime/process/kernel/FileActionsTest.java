package dev.prodigy.runtime.process.kernel;

import static dev.prodigy.runtime.process.kernel.Libc.function;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileInputStream;
import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class FileActionsTest {
    @Test
    void withoutCloseFromEachDescriptorIsClosedByItself() throws Exception {
        try (var arena = Arena.ofConfined();
                var open = new FileInputStream("/proc/self/stat");
                var actions = new FileActions(arena)) {
            assertThat(open.getFD().valid()).isTrue();
            var pipe = Descriptors.pipe();
            actions.read(0, "/dev/null")
                    .duplicate(pipe.writeEnd(), 1)
                    .enter(Path.of("/"))
                    .closeEach(2);
            assertThat(listing(arena, actions, pipe)).isEqualTo("0\n1\n2\n");
        }
    }

    /// What `ls` sees in its working directory; 2 is the directory itself.
    private static String listing(Arena arena, FileActions actions, Descriptors.Pipe pipe) throws KernelException {
        var pid = arena.allocate(JAVA_INT);
        int error = Libc.call(
                function("posix_spawn"),
                pid.address(),
                arena.allocateFrom("/bin/ls").address(),
                actions.address(),
                0,
                CStrings.array(arena, List.of("ls", "/proc/self/fd")),
                CStrings.array(arena, List.of()));
        assertThat(error).isZero();
        Descriptors.close(pipe.writeEnd());
        var buffer = arena.allocate(1000);
        int count = 0;
        for (int read = Descriptors.read(pipe.readEnd(), buffer);
                read > 0;
                read = Descriptors.read(pipe.readEnd(), buffer.asSlice(count))) {
            count += read;
        }
        Descriptors.close(pipe.readEnd());
        Libc.call(function("waitpid"), pid.get(JAVA_INT, 0), pid.address(), 0);
        return new String(
                buffer.asSlice(0, count).toArray(java.lang.foreign.ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
    }
}
