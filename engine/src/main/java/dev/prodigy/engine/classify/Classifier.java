package dev.prodigy.engine.classify;

import dev.prodigy.model.error.Category;
import dev.prodigy.model.error.ErrorCode;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.Evidence;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.error.TimeoutScope;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Gives a failed attempt its category: the first evidence that fits (spec 02 §2.3). What the records quote is masked.
public final class Classifier {
    private static final int KILL = 9;

    private Classifier() {}

    /// @param end of a process that failed by its exit status
    /// @return the error, by exit status (rule 3), words (rule 4) or the bare status (rule 5)
    public static ErrorRecord ofProcess(ProcessEnd end, PrintedAt ended) {
        var text = TextEvidence.in(end.stderr(), end.stdout());
        return describe(codeOf(end, text), end, text, ended);
    }

    static ErrorCode codeOf(ProcessEnd end, TextEvidence text) {
        var exit = ErrorCode.ofExit(end.exitStatus());
        var names = new ArrayList<>(text.names());
        names.add(exit.code());
        names.addAll(exit.aliases());
        return primary(end, exit, text).with(names);
    }

    private static ErrorCode primary(ProcessEnd end, ErrorCode exit, TextEvidence text) {
        var killed = ErrorCode.signalOfExit(end.exitStatus()) == KILL;
        if (end.memoryLimitHit() || (killed && text.tellsOutOfMemory())) {
            return KnownCode.OUT_OF_MEMORY.row();
        }
        var inWords = text.strongest();
        return exit.category() == Category.COMMAND_FAILED && inWords != null ? inWords : exit;
    }

    private static ErrorRecord describe(ErrorCode code, ProcessEnd end, TextEvidence text, PrintedAt ended) {
        var signal = ErrorCode.signalOfExit(end.exitStatus());
        var status = code.code().equals(String.valueOf(text.status())) ? text.status() : null;
        var evidence = Evidence.NONE
                .withExit(end.exitStatus(), signal == 0 ? null : Integer.valueOf(signal))
                .withStatus(status)
                .withOutput(OutputTail.of(end.said()));
        return ErrorRecord.of(
                code, message(end, signal), withWait(evidence, code.category(), end.stderr(), end.stdout(), ended));
    }

    private static String message(ProcessEnd end, int signal) {
        if (signal > 0) {
            return "killed by signal " + signal;
        }
        var last = OutputTail.lastWords(end.said());
        var status = "exit status " + end.exitStatus();
        return last.isEmpty() ? status : OutputTail.oneLine(status + ": " + last);
    }

    /// Only for failures of which a requested wait is kept (spec 02 §3.6), and for timeouts of the other side, which
    /// are told and not kept: others have no business in asking.
    static Evidence withWait(Evidence evidence, Category category, String stderr, String stdout, PrintedAt ended) {
        return switch (category) {
            case RATE_LIMIT, UNAVAILABLE, SERVER_ERROR, QUOTA, TIMEOUT -> {
                var inStderr = WaitInText.in(TextEvidence.end(stderr), ended);
                var wait = inStderr == null ? WaitInText.in(TextEvidence.end(stdout), ended) : inStderr;
                yield wait == null ? evidence : wait.addTo(evidence);
            }
            default -> evidence;
        };
    }

    /// @return the code, or the name that a rate limit has when an agent or an LLM meets it
    static ErrorCode ofAgent(ErrorCode code) {
        return code.category() == Category.RATE_LIMIT
                ? KnownCode.LLM_RATE_LIMIT.row().with(code.aliases())
                : code;
    }

    /// @param limitMs the limit that passed, in milliseconds
    /// @param end what the process had printed until then, or null when there was none
    /// @return the error of prodigy's own time limit
    public static ErrorRecord ofTimeout(long limitMs, TimeoutScope scope, @Nullable ProcessEnd end) {
        var own = scope == TimeoutScope.WORKFLOW ? KnownCode.WORKFLOW_TIMEOUT : KnownCode.TIMEOUT;
        var code = scope == TimeoutScope.IDLE ? own.row().with(List.of("STALLED")) : own.row();
        var evidence = Evidence.NONE.withTimeout(limitMs, scope);
        if (end != null) {
            code = code.with(TextEvidence.in(end.stderr(), end.stdout()).names());
            evidence = evidence.withOutput(OutputTail.of(end.said()));
        }
        return ErrorRecord.of(code, "timed out after " + limitMs + "ms", evidence);
    }

    /// @return an error that the engine knows for a fact (rule 1)
    public static ErrorRecord ofFact(KnownCode code, String message) {
        return ErrorRecord.of(code.row(), OutputTail.oneLine(message));
    }
}
