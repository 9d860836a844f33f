package dev.prodigy.bench.fuzz;

import java.util.List;

/// All targets.
final class Targets {
    static final List<Target> ALL = List.of(new Workflows(), new Expressions(), new Placeholders(), new ShellTexts());

    private Targets() {}
}
