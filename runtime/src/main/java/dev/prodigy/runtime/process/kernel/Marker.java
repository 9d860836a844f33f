package dev.prodigy.runtime.process.kernel;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/// The environment variable by which processes are found that left their group (spec 03 §13). It holds one mark
/// per prodigy above the process, outermost first.
public final class Marker {
    /// The variable's name.
    public static final String VARIABLE = "PRODIGY_MARKER";

    private static final String ENTRY = VARIABLE + "=";
    private static final int MOST_LOOKS = 100;
    private static final long BETWEEN_LOOKS = 100_000;

    private Marker() {}

    /// @return the entry of an environment with one more mark, after a blank
    public static String appended(Map<String, String> environment, String mark) {
        var inherited = environment.getOrDefault(VARIABLE, "");
        return inherited.isEmpty() ? ENTRY + mark : ENTRY + inherited + " " + mark;
    }

    /// A process that is just becoming another program shows no environment for a moment, or a part of one. It is
    /// looked at again, or a sweep at that moment would miss it.
    ///
    /// @param stat of the process, as it was just read
    static List<String> of(int pid, ProcStat stat) {
        var seen = Optional.of(stat);
        for (int look = 0; look < MOST_LOOKS && seen.isPresent(); look++) {
            var environment = ProcFile.read(pid, "environ");
            var marks = in(environment.orElse(""));
            if (!marks.isEmpty() || environment.isEmpty() || seen.get().isWhole(environment.get())) {
                return marks;
            }
            LockSupport.parkNanos(BETWEEN_LOOKS);
            seen = ProcStat.read(pid).filter(again -> !again.isDead());
        }
        return List.of();
    }

    /// A shell that starts parts the names in its environment from the values by a NUL, one after the other, and puts
    /// the equals sign back.
    ///
    /// @param environment entries, each with a NUL at its end, as Latin-1
    /// @return the marks in all entries of the variable, of which a careless program may have made two
    static List<String> in(String environment) {
        var marks = new ArrayList<String>();
        for (int at = environment.indexOf(VARIABLE); at >= 0; at = environment.indexOf(VARIABLE, at + 1)) {
            int afterName = at + VARIABLE.length();
            if ((at == 0 || environment.charAt(at - 1) == '\0') && isParting(environment, afterName)) {
                int end = environment.indexOf('\0', afterName + 1);
                var value = environment.substring(afterName + 1, end < 0 ? environment.length() : end);
                var text = new String(value.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
                marks.addAll(Arrays.asList(text.split(" ", -1)));
            }
        }
        return marks;
    }

    private static boolean isParting(String environment, int at) {
        return at < environment.length() && (environment.charAt(at) == '=' || environment.charAt(at) == '\0');
    }
}
