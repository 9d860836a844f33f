package dev.prodigy.lang.shell;

import dev.prodigy.lang.shell.input.Mention;
import dev.prodigy.lang.shell.request.Fill;
import dev.prodigy.lang.shell.request.Refusal;
import dev.prodigy.lang.shell.request.ShellCode;
import dev.prodigy.lang.shell.request.ShellRequest;
import dev.prodigy.lang.shell.request.ValueLimits;
import dev.prodigy.lang.shell.script.Utf8;
import java.util.List;
import java.util.SequencedMap;

/// A shell text made ready to run, in which no data can become code (spec 01 §9), or the reason why it cannot be run.
public sealed interface ShellText {

    /// Fills the placeholders of a shell text and decides how each value reaches the shell.
    ///
    /// @return the script with what it needs, or the first thing that keeps it from running
    static ShellText of(ShellRequest request) {
        try {
            return Passing.of(request);
        } catch (Refusal refusal) {
            return new Refused(refusal.code(), message(refusal, request.text()), refusal.offset());
        }
    }

    private static String message(Refusal refusal, String text) {
        String trouble = String.valueOf(refusal.getMessage());
        return refusal.way().isEmpty()
                ? trouble
                : Mention.of(text, refusal.offset()) + " " + trouble + "; " + refusal.way() + aside(refusal, text);
    }

    /// A key of a lookup table may be anything, where the shell reads it from a variable.
    private static String aside(Refusal refusal, String text) {
        boolean table = text.contains("declare -A") || text.contains("typeset -A") || text.contains("local -A");
        return table && refusal.code().equals(ShellCode.NOT_AN_INTEGER.name())
                ? "; as the key of a table take a variable: `k=${…}`, then `${TABLE[$k]}`"
                : "";
    }

    /// A script and the values it refers to.
    ///
    /// Small values are in the environment. What is too large for it is written to files which the script
    /// reads into shell variables that are not exported: {@link #script} sources them from the beginning of
    /// the first line, so that all line numbers stay those of the author's text.
    ///
    /// @param text the rewritten text
    /// @param exported variables to set in the environment of the shell, on top of what it inherits
    /// @param spilled variables that go through files instead; the environment need not be free of them
    record Ready(String text, SequencedMap<String, String> exported, SequencedMap<String, String> spilled)
            implements ShellText {
        /// Room for the path of the prelude.
        private static final int PATH_ALLOWANCE = 4096;

        /// @return whether {@link #files} has to be written before the script runs
        public boolean needsFiles() {
            return !spilled.isEmpty();
        }

        /// @return whether the script is too long for an argument and must itself run from a file (spec 03 §13)
        public boolean needsScriptFile() {
            return Utf8.length(text) > ValueLimits.STANDARD.variable() - PATH_ALLOWANCE;
        }

        /// @param directory absolute path of where {@link #files} are; not used when there are none
        /// @return what the shell has to run
        public String script(String directory) {
            return needsFiles() ? Prelude.source(directory) + text : text;
        }

        /// The first file is sourced and reads the others.
        ///
        /// @param directory absolute path of a directory that only this execution uses
        /// @return the files to write there, best readable for the user alone
        public List<SideFile> files(String directory) {
            return needsFiles() ? Prelude.files(directory, spilled) : List.of();
        }
    }

    /// The text cannot be run; the step fails (category `definition`).
    ///
    /// @param code a name of {@link ShellCode}, or the code of a {@link Fill.Failed}
    /// @param message one line for people
    /// @param offset where the placeholder stands in the author's text
    record Refused(String code, String message, int offset) implements ShellText {}
}
