package dev.prodigy.cli.logs;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Which execution of which step a log belongs to, read from the log's path (spec 05 §5.5), such as
/// `item-007/attempt-2/00.on_failure.01-claude.2.stderr`.
///
/// @param pass null outside of a standard workflow
/// @param round foreach indices, outermost first
/// @param attempt the execution of the step, from 1
record LogPlace(
        String phase,
        @Nullable Integer pass,
        @Nullable String itemId,
        @Nullable Integer itemAttempt,
        String step,
        List<Integer> round,
        int attempt,
        String stream) {
    private static final Pattern ITEM = Pattern.compile("(item-[0-9]+)/attempt-([0-9]{1,9})");
    private static final Pattern PASS = Pattern.compile("pass-([0-9]{1,9})");
    private static final Pattern FILE =
            Pattern.compile("([0-9A-Za-z_.-]+)-([a-z_]+)(?:\\.([0-9]{1,9}))?\\.(stdout|stderr|agent\\.jsonl)");
    private static final String WORKTREE_SETUP = "worktree.setup";
    private static final Pattern ROUND = Pattern.compile("do-([0-9]{1,9})");

    LogPlace {
        round = List.copyOf(round);
    }

    /// @param path below the run's log folder
    /// @return the place, or null where the file is no log of a step
    static @Nullable LogPlace of(String path) {
        int slash = path.lastIndexOf('/');
        var file = FILE.matcher(path.substring(slash + 1));
        if (slash < 0 || !file.matches()) {
            return null;
        }
        var scope = path.substring(0, slash);
        int attempt = file.group(3) == null ? 1 : Integer.parseInt(file.group(3));
        var stream = file.group(4).equals("agent.jsonl") ? "agent" : file.group(4);
        var rounds = new ArrayList<Integer>();
        var item = ITEM.matcher(scope);
        if (item.matches()) {
            var step = step("map.agent_template", file.group(1), rounds);
            return new LogPlace(
                    "map", null, item.group(1), Integer.valueOf(item.group(2)), step, rounds, attempt, stream);
        }
        var pass = PASS.matcher(scope);
        if (pass.matches()) {
            var step = step("commands", file.group(1), rounds);
            return new LogPlace("commands", Integer.valueOf(pass.group(1)), null, null, step, rounds, attempt, stream);
        }
        return new LogPlace(scope, null, null, null, step(scope, file.group(1), rounds), rounds, attempt, stream);
    }

    /// Lists beside that of the scope are named in front.
    ///
    /// @param list the scope's own
    /// @param chain such as `00.on_failure.01` or `02.do-1.00.on_exit_code.3.00`
    /// @return the step's path, such as `setup[0].on_failure[1]`
    private static String step(String list, String chain, List<Integer> rounds) {
        if (chain.startsWith(WORKTREE_SETUP + ".")) {
            return path(WORKTREE_SETUP, chain.substring(WORKTREE_SETUP.length() + 1), rounds);
        }
        if (chain.startsWith("on_conflict.")) {
            return path(list.equals("merge") ? list : "map", chain, rounds);
        }
        return path(chain.startsWith("handlers.") ? "error_policy" : list, chain, rounds);
    }

    private static String path(String list, String chain, List<Integer> rounds) {
        var path = new StringBuilder(list);
        var parts = chain.split("\\.", -1);
        for (int i = 0; i < parts.length; i++) {
            var round = ROUND.matcher(parts[i]);
            if (round.matches()) {
                rounds.add(Integer.valueOf(round.group(1)));
                path.append(".do");
            } else if (isNumber(parts[i])) {
                path.append(isOfName(parts, i) ? "." + parts[i] : "[" + Integer.parseInt(parts[i]) + "]");
            } else {
                path.append('.').append(parts[i]);
            }
        }
        return path.toString();
    }

    /// A number behind a name is part of it where another one follows, `on_exit_code.3.00`, and an exit code is where
    /// its fallback follows, `on_exit_code.3.fallback.00`.
    private static boolean isOfName(String[] parts, int i) {
        if (i == 0 || i + 1 == parts.length || isNumber(parts[i - 1])) {
            return false;
        }
        return isNumber(parts[i + 1]) || (parts[i - 1].equals("on_exit_code") && parts[i + 1].equals("fallback"));
    }

    private static boolean isNumber(String part) {
        return !part.isEmpty() && part.length() < 10 && part.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    /// @return what tells its executions from those of other steps
    String stepKey() {
        return pass + " " + itemId + " " + itemAttempt + " " + step + " " + round;
    }

    /// @return what tells it from other executions
    String execution() {
        return stepKey() + " " + attempt;
    }

    /// @return its name for people, such as `item-007 attempt 2, map.agent_template[0], execution 2,
    ///     stderr`
    String title() {
        return (itemId == null ? "" : itemId + " attempt " + itemAttempt + ", ")
                + (pass == null || pass == 1 ? "" : "pass " + pass + ", ")
                + step
                + (round.isEmpty() ? "" : " round " + round)
                + (attempt == 1 ? "" : ", execution " + attempt)
                + ", " + stream;
    }
}
