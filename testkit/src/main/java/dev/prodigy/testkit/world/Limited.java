package dev.prodigy.testkit.world;

import dev.prodigy.engine.redact.Redactor;
import dev.prodigy.engine.redact.Said;
import dev.prodigy.engine.world.Call;
import dev.prodigy.engine.world.Ran;
import dev.prodigy.testkit.program.ScriptedAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Ends an execution when the first of its limits passes, as the real world would.
final class Limited {
    private Limited() {}

    private record Limit(Duration at, Ran.Scope scope, Duration limit) {}

    static Ran by(Call.Limits limits, ScriptedAnswer answer, Redactor redactor) {
        var passed = new ArrayList<Limit>();
        // of two that pass together the outer counts
        add(passed, Ran.Scope.DEADLINE, limits.deadline(), answer.lasting());
        add(passed, Ran.Scope.ATTEMPT, limits.attempt(), answer.lasting());
        add(passed, Ran.Scope.IDLE, limits.idle(), answer.silence() == null ? answer.lasting() : answer.silence());
        Limit first = null;
        for (var each : passed) {
            first = first == null || each.at().compareTo(first.at()) < 0 ? each : first;
        }
        return first == null
                ? ran(answer, answer.end(), answer.lasting(), redactor)
                : ran(answer, new Ran.End.TimedOut(first.scope(), first.limit()), first.at(), redactor);
    }

    private static void add(List<Limit> passed, Ran.Scope scope, @Nullable Duration limit, Duration needed) {
        if (limit != null && needed.compareTo(limit) >= 0) {
            passed.add(new Limit(limit, scope, limit));
        }
    }

    private static Ran ran(ScriptedAnswer answer, Ran.End end, Duration duration, Redactor redactor) {
        return new Ran(
                end,
                answer.stdout(),
                answer.stderr(),
                answer.stdout() + answer.stderr(),
                false,
                Said.of(answer.stderr(), answer.stdout(), redactor),
                new Ran.Logs("logs/test", null, null),
                duration,
                answer.leaked());
    }
}
