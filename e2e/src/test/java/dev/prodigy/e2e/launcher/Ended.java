package dev.prodigy.e2e.launcher;

import dev.prodigy.e2e.sandbox.Document;
import java.time.Duration;

/// What a launcher left behind.
///
/// @param exitCode its exit code; 128 + n when signal n killed it
/// @param out everything on stdout
/// @param err everything on stderr
/// @param elapsed from its start to its end
public record Ended(int exitCode, String out, String err, Duration elapsed) {

    /// @return stdout as the one JSON document that `-o json` promises (spec 05 §1)
    public Document json() {
        return Document.parse(out);
    }

    @Override
    public String toString() {
        return "exit " + exitCode + " after " + elapsed.toMillis() + " ms\n--- stdout\n" + out + "\n--- stderr\n" + err;
    }
}
