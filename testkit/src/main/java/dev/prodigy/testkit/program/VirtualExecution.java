package dev.prodigy.testkit.program;

import dev.prodigy.engine.run.Moment;
import dev.prodigy.engine.world.Call;
import dev.prodigy.testkit.tree.MemoryTree;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One execution of a program in a virtual world.
///
/// @param number from 1, in this world
/// @param begun when it began
public record VirtualExecution(Call call, int number, Moment begun, MemoryTree tree) {

    /// @return the shell text as it is run, or the arguments joined by a blank
    public String text() {
        return switch (call.program()) {
            case Call.Program.Shell shell -> shell.text().text();
            case Call.Program.Direct direct -> String.join(" ", direct.arguments());
        };
    }

    /// @return the interpreter, or the program's name
    public String program() {
        return switch (call.program()) {
            case Call.Program.Shell shell -> shell.interpreter().getFirst();
            case Call.Program.Direct direct -> direct.arguments().getFirst();
        };
    }

    /// @return the arguments of a program that is no shell, itself first
    public List<String> arguments() {
        return switch (call.program()) {
            case Call.Program.Shell shell -> shell.interpreter();
            case Call.Program.Direct direct -> direct.arguments();
        };
    }

    /// @return what a variable is for the program, those that go through files included; null when it is not set
    public @Nullable String variable(String name) {
        var spilled = call.program() instanceof Call.Program.Shell shell
                ? shell.text().spilled().get(name)
                : null;
        return spilled == null ? call.environment().get(name) : spilled;
    }
}
