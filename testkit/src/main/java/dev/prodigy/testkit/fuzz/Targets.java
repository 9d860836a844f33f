package dev.prodigy.testkit.fuzz;

import java.util.List;

/// All targets.
public final class Targets {
    /// Each with a name of its own.
    public static final List<FuzzTarget> ALL =
            List.of(new Workflows(), new Expressions(), new Placeholders(), new ShellTexts());

    private Targets() {}
}
