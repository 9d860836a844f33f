package dev.prodigy.engine.step.frame;

import dev.prodigy.model.step.Step;
import java.util.ArrayList;
import java.util.regex.Pattern;

/// The name that the logs of a step's executions begin with, below the run's log folder (spec 05 §5.5).
public final class LogName {
    /// The list that a path begins with. Lists beside that of the phase are named: their steps have numbers of their
    /// own.
    private static final Pattern HEAD = Pattern.compile(
            "(?:(worktree\\.setup)|(?:map|merge)\\.(on_conflict)|error_policy\\.(handlers)\\.(.+?)|[a-z_.]+)"
                    + "(?=\\[[0-9]+\\])");

    private static final Pattern LIST = Pattern.compile("([a-z_]+(?:\\.[0-9]+(?:\\.fallback)?)?)?\\[([0-9]+)\\]");
    private static final Pattern UNSAFE = Pattern.compile("[^0-9A-Za-z_-]");

    private LogName() {}

    /// @return such as `pass-1/00.on_failure.01-claude`, `item-007/attempt-2/02-shell`,
    ///     `item-007/attempt-2/worktree.setup.00-shell` or `item-007/attempt-2/handlers.triage.00-shell`
    public static String of(Step step, Frame frame) {
        return scope(frame) + "/" + name(step, frame);
    }

    /// @return such as `setup`, `pass-1` or `item-007/attempt-2`
    public static String scope(Frame frame) {
        var context = frame.context();
        if (context.itemId() != null) {
            var attempt = context.itemAttempt() == null ? context.attempt() : context.itemAttempt();
            return context.itemId() + "/attempt-" + attempt;
        }
        if (context.pass() != null) {
            return "pass-" + context.pass();
        }
        return context.phase() == null ? "run" : context.phase();
    }

    private static String name(Step step, Frame frame) {
        var parts = new ArrayList<String>();
        var head = HEAD.matcher(step.path());
        boolean hasHead = head.lookingAt();
        if (hasHead && head.group(1) != null) {
            parts.add(head.group(1));
        }
        if (hasHead && head.group(2) != null) {
            parts.add(head.group(2));
        }
        if (hasHead && head.group(3) != null) {
            parts.add(head.group(3));
            parts.add(UNSAFE.matcher(head.group(4)).replaceAll("_"));
        }
        var rounds = frame.site().round().iterator();
        var lists = LIST.matcher(step.path());
        lists.region(hasHead ? head.end() : 0, step.path().length());
        while (lists.find()) {
            var list = lists.group(1);
            if (list != null) {
                parts.add(list.equals("do") && rounds.hasNext() ? "do-" + rounds.next() : list);
            }
            var number = lists.group(2);
            parts.add(number.length() < 2 ? "0" + number : number);
        }
        return String.join(".", parts) + "-" + step.kind().keyword();
    }
}
