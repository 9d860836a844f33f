package dev.prodigy.e2e.crash.agent;

import java.nio.file.Path;

/// What is to happen to a process under test: the agent's argument `KIND,FROM,TO,REPORT`.
///
/// @param from the number of the boundary, force or write, from 1
/// @param to the last one, for a disk that fails for a while
/// @param report the file that tells what happened
public record Trial(Kind kind, int from, int to, Path report) {

    /// What happens.
    public enum Kind {
        /// Nothing; the boundaries are reported.
        COUNT,
        /// The process is killed at a boundary.
        KILL,
        /// Forces fail.
        FORCE,
        /// Writes fail because the disk is full.
        FULL
    }

    /// @return the agent's argument
    public String argument() {
        return kind + "," + from + "," + to + "," + report;
    }

    static Trial parse(String argument) {
        var words = argument.split(",", 4);
        return new Trial(
                Kind.valueOf(words[0]), Integer.parseInt(words[1]), Integer.parseInt(words[2]), Path.of(words[3]));
    }

    boolean strikes(int number) {
        return number >= from && number <= to;
    }
}
