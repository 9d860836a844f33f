package dev.prodigy.lang.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;

/// The file that a script sources before anything else, to get the values that do not fit into its environment.
///
/// Written for bash, dash, ksh, mksh and zsh alike. A short value stands in it in apostrophes. Bash takes quadratic
/// time to parse a long string with many apostrophes, so a long value has a file of its own that is read whole; the
/// period at its end keeps the shell from taking away line ends. `unset` comes first because a name that was
/// inherited from the environment would stay exported.
final class Prelude {
    private static final String NAME = "prelude.sh";
    private static final int LONGEST_QUOTED = 16 << 10;

    private Prelude() {}

    /// @return what to put in front of a script's first line
    static String source(String directory) {
        return ". " + ShellQuote.quote(directory + "/" + NAME) + " || exit; ";
    }

    static List<SideFile> files(String directory, SequencedMap<String, String> variables) {
        List<SideFile> files = new ArrayList<>();
        StringBuilder prelude = new StringBuilder();
        variables.forEach((name, value) -> {
            prelude.append("unset ").append(name).append('\n').append(name).append('=');
            if (value.length() <= LONGEST_QUOTED) {
                prelude.append(ShellQuote.quote(value)).append('\n');
            } else {
                prelude.append("$(command cat ")
                        .append(ShellQuote.quote(directory + "/" + name))
                        .append(") || exit\n");
                prelude.append(name).append("=${").append(name).append("%.}\n");
                files.add(new SideFile(name, value + "."));
            }
        });
        files.addFirst(new SideFile(NAME, prelude.toString()));
        return files;
    }
}
