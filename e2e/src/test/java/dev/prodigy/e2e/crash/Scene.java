package dev.prodigy.e2e.crash;

import dev.prodigy.e2e.launcher.Ended;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/// A command that is killed again and again, and what brings its work to an end afterwards.
interface Scene {

    /// @return its name in the table
    String title();

    /// Brings the sandbox to where the command begins.
    void prepare(Sandbox sandbox, Lethal lethal) throws IOException;

    /// @return the command that is killed
    List<String> command(Sandbox sandbox);

    /// Does what a person does after the crash.
    ///
    /// @return how the last command ended
    Ended finish(Sandbox sandbox) throws IOException;

    /// @return everything that must be as after an undisturbed run; checks what must hold in any case
    Map<String, Object> outcome(Sandbox sandbox, Ended ended) throws IOException;
}
