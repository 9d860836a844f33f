package dev.prodigy.lang.shell.command;

import java.util.List;

/// What a command is given to read: a here-document or a here-string.
public sealed interface Fed permits Heredoc, Word {
    /// @return the values in it
    List<Hole> holes();

    /// @return its place in the author's text
    Stretch stretch();

    /// @return the variables that the shell expands in it
    List<Expansions.Read> expansions(String text);
}
