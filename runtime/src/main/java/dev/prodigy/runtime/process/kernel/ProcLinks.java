package dev.prodigy.runtime.process.kernel;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads the links below `/proc/PID`: what a process holds open, and where it works.
public final class ProcLinks {
    private static final String DELETED = " (deleted)";

    private ProcLinks() {}

    /// @return the pipes that the process holds, by the kernel's names for them; none when it is gone or another user's
    public static Set<String> pipes(int pid) {
        var folder = new File("/proc/" + pid + "/fd");
        var names = folder.list();
        var pipes = new HashSet<String>();
        for (var name : names == null ? new String[0] : names) {
            var target = link(folder.toPath().resolve(name));
            if (target != null && target.startsWith("pipe:")) {
                pipes.add(target);
            }
        }
        return pipes;
    }

    /// @return the directory it works in, also one that is deleted; null when it is gone or another user's
    public static @Nullable Path directory(int pid) {
        var target = link(Path.of("/proc/" + pid + "/cwd"));
        if (target == null) {
            return null;
        }
        return Path.of(target.endsWith(DELETED) ? target.substring(0, target.length() - DELETED.length()) : target);
    }

    /// @return what a descriptor of this process stands for
    static @Nullable String descriptor(int number) {
        return link(Path.of("/proc/self/fd/" + number));
    }

    private static @Nullable String link(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException e) {
            return null;
        }
    }
}
