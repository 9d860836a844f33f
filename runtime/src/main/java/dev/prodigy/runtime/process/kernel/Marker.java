package dev.prodigy.runtime.process.kernel;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
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

    /// A process that is just becoming another program shows an empty environment for a moment. It is looked at
    /// again, or a sweep at that moment would miss it.
    static List<String> of(int pid) {
        int saidToBeEmpty = 0;
        for (int look = 0; look < MOST_LOOKS && saidToBeEmpty < 2; look++) {
            var environment = ProcFile.read(pid, "environ");
            if (environment.isEmpty() || !environment.get().isEmpty()) {
                return in(environment.orElse(""));
            }
            var stat = ProcStat.read(pid).filter(alive -> !alive.isDead());
            if (stat.isEmpty()) {
                return List.of();
            }
            // Twice, since the kernel notes first where the environment begins and then how far it goes.
            saidToBeEmpty += stat.get().hasEmptyEnvironment() ? 1 : 0;
            LockSupport.parkNanos(BETWEEN_LOOKS);
        }
        return List.of();
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
                marks.addAll(Arrays.asList(text.split(" ", -1)));
            }
        }
        return marks;
    }
}
