package dev.prodigy.engine.classify;

import dev.prodigy.model.error.ErrorCode;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.Evidence;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.value.Value;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Whether an agent's attempt failed, and as what: the table of spec 02 §2.5, whose first row that holds decides.
public final class AgentResults {
    private static final List<String> SPENT =
            List.of("enforced_spend_limit_reached", "insufficient_quota", "credit balance is too low");
    private static final String API_ERROR = "api error:";
    private static final int FIRST_STATUS = 400;
    private static final int LAST_STATUS = 599;

    private AgentResults() {}

    /// @return the error of the attempt, or null when it is good; what it quotes is masked
    public static @Nullable ErrorRecord judge(AgentFacts facts, PrintedAt ended) {
        var end = facts.end();
        if (UsageLimit.isReached(facts)) {
            var reset = UsageLimit.resetsAt(facts, ended);
            return error(facts, KnownCode.USAGE_LIMIT.row(), ended)
                    .with(evidence(facts).withRetryAfter(null, reset));
        }
        if (tellsSpendLimit(facts)) {
            return error(facts, KnownCode.SPEND_LIMIT.row(), ended);
        }
        var reported = reportedError(facts);
        if (reported != null) {
            var error = error(facts, reported, ended);
            var status = reportedStatus(facts);
            return status == 0 ? error : error.with(error.evidence().withStatus(status));
        }
        if (end.exitStatus() == 0 && facts.lacksResult()) {
            return error(facts, KnownCode.AGENT_TRUNCATED.row(), ended);
        }
        if (didNothing(facts)) {
            return error(facts, KnownCode.AGENT_NO_OP.row(), ended);
        }
        return end.exitStatus() == 0 ? null : byExit(facts, ended);
    }

    /// An answer that merely speaks of it is no evidence: only errors are looked at.
    private static boolean tellsSpendLimit(AgentFacts facts) {
        var result = facts.result();
        var failed = facts.end().exitStatus() != 0;
        var inError = result != null && facts.resultIsError() && (tells(facts.resultText()) || tellsInside(result));
        var inStdout =
                failed && result == null && tells(TextEvidence.end(facts.end().stdout()));
        return inError
                || inStdout
                || (failed && tells(TextEvidence.end(facts.end().stderr())));
    }

    private static boolean tellsInside(Value.Fields result) {
        for (var name : List.of("error", "errors", "subtype", "terminal_reason")) {
            var member = result.get(name);
            if (member != null && tells(member.toString())) {
                return true;
            }
        }
        return false;
    }

    private static boolean tells(@Nullable String text) {
        if (text == null) {
            return false;
        }
        var lower = text.toLowerCase(Locale.ROOT);
        return SPENT.stream().anyMatch(lower::contains);
    }

    /// What the result event reports: a status, a family of words, or an error of no further kind.
    private static @Nullable ErrorCode reportedError(AgentFacts facts) {
        var result = facts.result();
        if (result == null || !facts.resultIsError()) {
            return null;
        }
        var status = reportedStatus(facts);
        if (status > 0) {
            return Classifier.ofAgent(ErrorCode.ofStatus(status));
        }
        var family =
                saysItIsAnError(result) ? TextEvidence.in(facts.finalMessage()).strongest() : null;
        if (family != null) {
            return Classifier.ofAgent(family);
        }
        return result.get("subtype") instanceof Value.Text(var subtype) && subtype.equals("error_max_turns")
                ? KnownCode.AGENT_MAX_TURNS.row()
                : KnownCode.AGENT_ERROR.row();
    }

    /// An event that says `is_error: false` is an error by its subtype alone.
    private static boolean saysItIsAnError(Value.Fields result) {
        return result.get("is_error") != Value.Bool.FALSE;
    }

    /// @return the HTTP status that the event or its text names, or 0
    private static int reportedStatus(AgentFacts facts) {
        var result = facts.result();
        return result == null || !saysItIsAnError(result) ? 0 : status(result, facts.finalMessage());
    }

    private static int status(Value.Fields result, String text) {
        var named = switch (result.get("api_error_status")) {
            case Value.Num(var number) -> number.intValue();
            case Value.Text(var digits) -> leadingNumber(digits);
            case null, default -> 0;
        };
        if (isFailure(named)) {
            return named;
        }
        var lower = text.toLowerCase(Locale.ROOT);
        var at = lower.indexOf(API_ERROR);
        var inText = at < 0
                ? 0
                : leadingNumber(text.substring(at + API_ERROR.length()).strip());
        if (isFailure(inText)) {
            return inText;
        }
        return lower.contains("overloaded_error") ? 529 : 0;
    }

    private static boolean isFailure(int status) {
        return status >= FIRST_STATUS && status <= LAST_STATUS;
    }

    /// @return the number of exactly three digits at the beginning, or 0
    private static int leadingNumber(String text) {
        var end = 0;
        while (end < text.length() && end < 4 && Character.isDigit(text.charAt(end))) {
            end++;
        }
        return end == 3 ? Integer.parseInt(text.substring(0, end)) : 0;
    }

    /// Figures that are not reported are unknown, never zero.
    private static boolean didNothing(AgentFacts facts) {
        var result = facts.result();
        if (result == null) {
            return facts.output() == AgentFacts.Output.TEXT
                    && facts.end().stdout().isBlank();
        }
        var noTurn = result.get("num_turns") instanceof Value.Num(var turns) && turns.signum() == 0;
        var tokens = facts.outputTokens();
        var empty = facts.resultText() == null || facts.resultText().isBlank();
        return noTurn || (tokens != null && tokens == 0 && empty);
    }

    /// With a result event its text stands for stdout: the raw stream quotes whatever the agent has read.
    private static ErrorRecord byExit(AgentFacts facts, PrintedAt ended) {
        var end = facts.end();
        if (facts.result() != null) {
            var said = facts.resultText() == null ? "" : facts.resultText();
            end = end.meaning(said);
        }
        var code = Classifier.ofAgent(Classifier.codeOf(end, TextEvidence.in(end.stderr(), end.stdout())));
        var plain = Classifier.ofProcess(end, ended);
        return ErrorRecord.of(code, plain.message(), plain.evidence());
    }

    private static ErrorRecord error(AgentFacts facts, ErrorCode code, PrintedAt ended) {
        var end = facts.end();
        var said = facts.finalMessage();
        var names = code.with(TextEvidence.in(end.stderr(), said).names());
        if (end.exitStatus() != 0) {
            var exit = ErrorCode.ofExit(end.exitStatus());
            names = names.with(List.of(exit.code())).with(exit.aliases());
        }
        // an unfinished stream of events is no text
        var silent = said.isEmpty() || code.equals(KnownCode.AGENT_TRUNCATED.row());
        var message = silent
                ? fallback(code, facts.unread())
                : OutputTail.oneLine(end.said().redactor().redact(said));
        var evidence = Classifier.withWait(evidence(facts), code.category(), end.stderr(), said, ended);
        return ErrorRecord.of(names, message, evidence);
    }

    private static Evidence evidence(AgentFacts facts) {
        var end = facts.end();
        var signal = ErrorCode.signalOfExit(end.exitStatus());
        return Evidence.NONE
                .withExit(end.exitStatus(), signal == 0 ? null : Integer.valueOf(signal))
                .withOutput(OutputTail.of(end.said().meaning(facts.finalMessage())));
    }

    private static String fallback(ErrorCode code, @Nullable String unread) {
        return switch (code.code()) {
            case "AGENT_TRUNCATED" ->
                "the agent ended without a result event" + (unread == null ? "" : " that can be read: " + unread);
            case "AGENT_NO_OP" -> "the agent ended without having done anything";
            case "AGENT_MAX_TURNS" -> "the agent used up its turns";
            default -> "the agent reported an error without a text";
        };
    }
}
