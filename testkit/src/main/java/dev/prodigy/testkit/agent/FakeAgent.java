package dev.prodigy.testkit.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/// A program named `claude` that behaves as its prompt says: for tests of workflows with agent steps (spec 01 §11).
///
/// It is a POSIX shell script that speaks stream-json. The words of the prompt that begin with `agent:` (or those of
/// the variable `FAKE_AGENT`, if that is set) are carried out from left to right, then it reports success:
///
/// | word | effect |
/// |---|---|
/// | none | says that it is done; with a step that must commit this is a lie |
/// | `agent:commit`, `agent:commit=FILE` | writes a file (default: `<item id>.txt`) and commits it |
/// | `agent:leave=FILE` | writes a file and does not commit it |
/// | `agent:slow=SECONDS`, `agent:big=LINES` | takes its time; says much |
/// | `agent:fail` | ends with a result event that is an error, exit 0 |
/// | `agent:exit=N` | a good result event, but exit N |
/// | `agent:truncate` | exit 0 without a result event |
/// | `agent:hang` | never ends, ignores TERM, and so does a child in a session of its own |
/// | `agent:limit=SECONDS` | once per item: a usage-limit notice that is reset after so many seconds |
/// | `agent:until=N:WORD` | does `agent:WORD` in the item's attempts before the N-th |
public final class FakeAgent {
    private final Path folder;

    private FakeAgent(Path folder) {
        this.folder = folder;
    }

    /// Writes the program into a folder, which is created when missing. Put that folder on the path.
    ///
    /// @throws IOException when the file cannot be written
    public static FakeAgent install(Path folder) throws IOException {
        Files.createDirectories(folder);
        var program = folder.resolve("claude");
        try (var script = FakeAgent.class.getResourceAsStream("claude.sh")) {
            if (script == null) {
                throw new IOException("claude.sh is missing from the test kit");
            }
            Files.write(program, script.readAllBytes());
        }
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        return new FakeAgent(folder);
    }

    /// @return the program
    public Path program() {
        return folder.resolve("claude");
    }

    /// @return every call so far, oldest first
    /// @throws IOException when the record of calls cannot be read
    public List<AgentCall> calls() throws IOException {
        var log = folder.resolve("calls.log");
        if (!Files.exists(log)) {
            return List.of();
        }
        try (var lines = Files.lines(log)) {
            return lines.map(AgentCall::parse).toList();
        }
    }
}
