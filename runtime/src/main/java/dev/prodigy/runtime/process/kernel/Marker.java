package dev.prodigy.runtime.process.kernel;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// The environment variable by which processes are found that left their group (spec 03 §13). It holds one mark
/// per prodigy above the process, outermost first.
public final class Marker {
    /// The variable's name.
    public static final String VARIABLE = "PRODIGY_MARKER";

    private static final String ENTRY = VARIABLE + "=";

    private Marker() {}

    /// @return the entry of an environment with one more mark, after a blank
    public static String appended(Map<String, String> environment, String mark) {
        var inherited = environment.getOrDefault(VARIABLE, "");
        return inherited.isEmpty() ? ENTRY + mark : ENTRY + inherited + " " + mark;
    }

    static List<String> of(int pid) {
        return in(ProcFile.read(pid, "environ"));
    }

    /// @param environment entries, each with a NUL at its end, as Latin-1
    /// @return the marks in all entries of the variable, of which a careless program may have made two
    static List<String> in(String environment) {
        var marks = new ArrayList<String>();
        for (int at = environment.indexOf(ENTRY); at >= 0; at = environment.indexOf(ENTRY, at + 1)) {
            if (at == 0 || environment.charAt(at - 1) == '\0') {
                int end = environment.indexOf('\0', at);
                var value = environment.substring(at + ENTRY.length(), end < 0 ? environment.length() : end);
                var text = new String(value.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
                marks.addAll(Arrays.asList(text.split(" ")));
            }
        }
        return marks;
    }
}
