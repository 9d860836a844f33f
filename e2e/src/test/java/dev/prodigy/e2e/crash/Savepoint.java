package dev.prodigy.e2e.crash;

import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// A copy of everything in a sandbox, put back as often as wanted: git worktrees know their absolute paths,
/// so a trial begins where the one before began.
///
/// @param folder of the sandbox
/// @param copy where the copy lies
record Savepoint(Path folder, Path copy) {

    /// Copies the sandbox as it is now.
    static Savepoint of(Sandbox sandbox, Path copy) throws IOException {
        copy(sandbox.folder(), copy);
        return new Savepoint(sandbox.folder(), copy);
    }

    /// Copies a folder, in the place of what is there.
    static void copy(Path from, Path to) throws IOException {
        sh("rm -rf \"$2\" && cp -a \"$1\" \"$2\"", from, to);
    }

    /// Puts the sandbox back.
    void restore() throws IOException {
        copy(copy, folder);
    }

    private static void sh(String text, Path one, Path other) throws IOException {
        try {
            var process = new ProcessBuilder("sh", "-c", text, "sh", one.toString(), other.toString())
                    .redirectErrorStream(true)
                    .start();
            var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IOException(text + ": " + said);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }
}
