package dev.prodigy.cli.progress;

import dev.prodigy.cli.output.Counted;
import dev.prodigy.cli.output.Printable;
import dev.prodigy.cli.output.Style;
import dev.prodigy.engine.quota.Quota;
import dev.prodigy.lang.decode.Durations;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.error.ErrorJson;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.event.CircuitEvent;
import dev.prodigy.model.event.ControlEvent;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.event.HandlerEvent;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.event.LetterEvent;
import dev.prodigy.model.event.PhaseEvent;
import dev.prodigy.model.event.QuotaEvent;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.event.SubWorkflowEvent;
import dev.prodigy.model.event.UnknownEvent;
import dev.prodigy.model.event.WorktreeEvent;
import dev.prodigy.model.value.Timestamps;
import dev.prodigy.model.value.Value;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Events as lines for people: outcomes of steps and items; with `-v` each start, each decision to try
/// again and the ends of outputs; with `-vv` scheduling and git; with `-vvv` every event (spec 05 §1).
final class OutcomeLines {
    private static final int WORD_WIDTH = 9;
    private static final int STARTS = 1;
    private static final int SCHEDULING = 2;
    private static final int EVERYTHING = 3;
    private static final long MS_SHOWN_EXACTLY = 10_000;

    /// Commands that are followed by an event of their own.
    private static final Set<String> FOLLOWED = Set.of("pause", "resume-dispatch", "set");

    private final int verbosity;
    private final Style style;
    private final StepNames names;
    private final OutputTails tails;
    /// Whether the policy has stopped the run: what it would have done next is left to a resume.
    private boolean stopped;

    /// @param verbosity 0 to 3; below 0 only items that failed for good are worth a line: a step's failure ends the
    /// run, whose report tells it
    OutcomeLines(int verbosity, Style style, StepNames names) {
        this.verbosity = verbosity;
        this.names = names;
        this.style = style;
        this.tails = new OutputTails(verbosity >= STARTS, style);
    }

    /// @return whether nothing but errors is worth a line
    boolean onlyErrors() {
        return verbosity < 0;
    }

    /// @param quota where the run is with the usage limit of its agents since the event
    /// @return the lines that an event is worth, often none
    List<String> of(Recorded recorded, Quota quota) {
        var lines = new ArrayList<String>();
        stopped |= recorded.event() instanceof RunEvent.PolicyStopped;
        if (onlyErrors()) {
            if (recorded.event() instanceof ItemEvent.Failed failed && failed.isFinal()) {
                item(failed, recorded, lines);
            }
            return lines;
        }
        tell(recorded, lines);
        if (recorded.event() instanceof RunEvent.Resumed
                && quota instanceof Quota.Paused paused
                && !paused.isDue(recorded.timestamp())) {
            lines.add(waitingForQuota(paused.until()));
        }
        if (verbosity >= EVERYTHING) {
            whole(recorded, lines);
        }
        return lines;
    }

    /// The event as the journal has it, behind the words that tell it.
    private void whole(Recorded recorded, List<String> lines) {
        var event = style.faint(recorded.seq() + " " + recorded.event().type() + " "
                + Printable.line(Json.write(recorded.event().body())));
        if (lines.isEmpty()) {
            lines.add(event);
        } else {
            lines.set(0, lines.getFirst() + "  " + event);
        }
    }

    private void tell(Recorded recorded, List<String> lines) {
        switch (recorded.event()) {
            case StepEvent event -> step(event, recorded, lines);
            case ItemEvent event -> item(event, recorded, lines);
            case HandlerEvent event -> handler(event, recorded, lines);
            case RunEvent.WarningRaised(var code, var message) ->
                lines.add(style.doubtful(padded("warning")) + code + ": " + Printable.line(message));
            case RunEvent.ErrorReport report -> report(report, lines);
            case PhaseEvent.PhaseStarted started
            when verbosity >= STARTS -> lines.add(style.faint(padded("phase")) + started.phase());
            case PhaseEvent.PassStarted started
            when verbosity >= STARTS ->
                lines.add(style.faint(padded("pass"))
                        + started.iteration()
                        + (started.arg() == null ? "" : " " + Printable.line(started.arg())));
            case WorktreeEvent event when verbosity == SCHEDULING -> lines.add(plain(event.type(), recorded));
            case ControlEvent event -> control(event, lines);
            case LetterEvent event when verbosity == SCHEDULING -> lines.add(plain(event.type(), recorded));
            case RunEvent event when verbosity == SCHEDULING -> lines.add(plain(event.type(), recorded));
            case EndEvent event when verbosity == SCHEDULING -> lines.add(plain(event.type(), recorded));
            case CircuitEvent event -> circuit(event, lines);
            case QuotaEvent event -> lines.add(quota(event));
            case SubWorkflowEvent.Completed child
            when !child.status().equals("completed") ->
                lines.add(style.doubtful(padded("failures")) + name(recorded) + "  in the run that it started: prodigy"
                        + " runs show " + child.childRunId());
            case RunEvent _,
                    EndEvent _,
                    PhaseEvent _,
                    WorktreeEvent _,
                    SubWorkflowEvent _,
                    LetterEvent _,
                    UnknownEvent _ -> {}
        }
    }

    /// Item, code, message, attempts (spec 02 §4, `error_collection`).
    private void report(RunEvent.ErrorReport report, List<String> lines) {
        var counted = Counted.of(report.count(), "failed item");
        lines.add(style.bad(padded("report")) + counted);
        var errors = report.errors() instanceof Value.Items(var all) ? all : List.<Value>of();
        for (var each : errors) {
            if (each instanceof Value.Fields entry
                    && entry.get("item_id") instanceof Value.Text(var item)
                    && entry.get("error") instanceof Value.Fields fields) {
                var error = ErrorJson.read(fields);
                lines.add(padded("") + item + "  " + reason(error) + numbered(attempt(error), error));
            }
        }
        if (errors.size() < report.count()) {
            lines.add(style.faint(padded("") + "… and " + (report.count() - errors.size()) + " more"));
        }
    }

    /// Attempts of an item are numbered through all redrives, while its retries are counted anew in each.
    private static int attempt(ErrorRecord error) {
        var ofItem = error.origin().itemAttempt();
        return ofItem == null ? error.retries().attempt() : ofItem;
    }

    private void step(StepEvent event, Recorded recorded, List<String> lines) {
        var step = name(recorded);
        switch (event) {
            case StepEvent.Started started
            when verbosity >= STARTS ->
                lines.add(style.faint(padded("start")) + step + "  " + Printable.line(firstLine(started.command())));
            case StepEvent.Completed completed -> {
                if (recorded.context().itemId() == null || verbosity >= STARTS) {
                    lines.add(style.good(padded(word(completed.status())))
                            + step
                            + took(completed.durationMs())
                            + tries(completed.attempts()));
                    tails.of(completed, lines);
                }
            }
            case StepEvent.Failed failed -> {
                if (recorded.context().itemId() == null || verbosity >= STARTS) {
                    var word = failed.tolerated() ? style.doubtful(padded("tolerated")) : style.bad(padded("failed"));
                    lines.add(word + step + took(failed.durationMs()) + tries(failed.attempts()) + "  "
                            + reason(failed.error()) + givenUp(failed.error()) + handler(failed.error()));
                    tails.of(failed.error(), lines);
                }
            }
            case StepEvent.Skipped(var reason) -> {
                if (recorded.context().itemId() == null || verbosity >= STARTS) {
                    lines.add(style.faint(padded("skipped") + step + "  " + Printable.line(reason)));
                }
            }
            case StepEvent.RetryScheduled retry ->
                lines.add(style.doubtful(padded("retry")) + step + "  attempt " + retry.nextAttempt() + " of "
                        + retry.maxAttempts()
                        + (stopped ? " is left to a resume" : " in " + duration(retry.delayMs())) + ": "
                        + reason(retry.error()));
            case StepEvent.ProcessLeaked(var names) ->
                lines.add(style.doubtful(padded("warning")) + "ended processes that "
                        + leaver(recorded, step) + " left behind: "
                        + Printable.line(String.join(", ", names)));
            case StepEvent.Started _, StepEvent.AgentUsage _, StepEvent.ItemsListed _ -> {}
        }
    }

    private static String leaver(Recorded leaked, String name) {
        var context = leaked.context();
        if (context.step() != null) {
            return name;
        }
        return context.itemId() == null ? "a step" : "a step of " + name;
    }

    private void item(ItemEvent event, Recorded recorded, List<String> lines) {
        var item = name(recorded);
        switch (event) {
            case ItemEvent.Loaded loaded -> lines.add(style.faint(padded("items")) + loaded.total());
            case ItemEvent.Started started
            when verbosity >= STARTS ->
                lines.add(style.faint(padded("start")) + item + "  " + Printable.line(started.itemKey())
                        + tries(recorded.context().attempt()));
            case ItemEvent.Completed completed -> {
                lines.add((completed.tolerated() ? style.doubtful(padded("tolerated")) : style.good(padded("ok")))
                        + item
                        + took(completed.durationMs())
                        + numbered(number(recorded, completed.attempts()), null));
                tails.of(completed, lines);
            }
            case ItemEvent.Failed failed -> {
                if (failed.isFinal() || verbosity >= STARTS) {
                    lines.add((failed.isFinal() ? style.bad(padded("failed")) : style.doubtful(padded("again"))) + item
                            + took(failed.durationMs()) + "  " + reason(failed.error())
                            + numbered(number(recorded, failed.attempts()), failed.error())
                            + (failed.isFinal() ? givenUp(failed.error()) : ""));
                    tails.of(failed.error(), lines);
                }
            }
            case ItemEvent.Skipped(var reason, var _) ->
                lines.add(style.faint(padded("skipped") + item + "  " + reason));
            case ItemEvent.Interrupted(var reason)
            when verbosity >= STARTS -> lines.add(style.faint(padded("cut off") + item + "  " + reason));
            case ItemEvent.Waiting waiting
            when verbosity >= SCHEDULING -> lines.add(style.faint(padded("waiting") + item + "  " + waiting.reason()));
            case ItemEvent.Requeued _ when verbosity >= SCHEDULING -> lines.add(style.faint(padded("again") + item));
            case ItemEvent.CanaryEvaluated canary ->
                lines.add((canary.passed() ? style.good(padded("canary")) : style.bad(padded("canary")))
                        + (canary.passed() ? "passed: " : "not passed: ")
                        + canary.failures()
                        + " of "
                        + canary.items()
                        + " items not successful");
            case ItemEvent.Started _,
                    ItemEvent.Interrupted _,
                    ItemEvent.Waiting _,
                    ItemEvent.Continued _,
                    ItemEvent.Requeued _ -> {}
        }
    }

    private void circuit(CircuitEvent event, List<String> lines) {
        var name = Printable.line(event.key());
        switch (event) {
            case CircuitEvent.Opened opened ->
                lines.add(style.bad(padded("open")) + "breaker " + name + " until " + Timestamps.format(opened.until())
                        + " after " + Counted.of(opened.failures(), "failure")
                        + (opened.error() == null ? "" : "  " + reason(opened.error())));
            case CircuitEvent.HalfOpened half ->
                lines.add(style.doubtful(padded("probing")) + "breaker " + name + " lets " + half.permits()
                        + " at a time through");
            case CircuitEvent.Closed _ -> lines.add(style.good(padded("closed")) + "breaker " + name);
            case CircuitEvent.Counted _ -> {}
        }
    }

    private void control(ControlEvent event, List<String> lines) {
        switch (event) {
            case ControlEvent.Paused(var by) -> lines.add(style.doubtful(padded("paused")) + "by " + by);
            case ControlEvent.Continued(var by) -> lines.add(style.good(padded("resumed")) + "by " + by);
            case ControlEvent.SettingChanged(var key, var from, var to, var actor) ->
                lines.add(style.faint(padded("set")) + key + " " + Json.write(to)
                        + (from == null ? "" : " instead of " + Json.write(from)) + ", by " + actor);
            case ControlEvent.Received(var command, var _, var actor) -> {
                if (!FOLLOWED.contains(command)) {
                    lines.add(style.faint(padded("command")) + command + ", by " + actor);
                }
            }
        }
    }

    private String quota(QuotaEvent event) {
        return switch (event) {
            case QuotaEvent.Paused paused -> waitingForQuota(paused.until());
            case QuotaEvent.Probed _ -> style.doubtful(padded("probing")) + "the agent's usage limit";
            case QuotaEvent.Resumed _ -> style.good(padded("resumed")) + "the agent's usage limit is over";
        };
    }

    private String waitingForQuota(Instant until) {
        return style.doubtful(padded("paused")) + "the agent's usage limit is reached; next try at "
                + Timestamps.format(until);
    }

    private void handler(HandlerEvent event, Recorded recorded, List<String> lines) {
        var handler = name(recorded) + " " + event.handler();
        switch (event) {
            case HandlerEvent.Started started
            when verbosity >= STARTS ->
                lines.add(style.faint(padded("handler")) + handler + "  " + reason(started.error()));
            case HandlerEvent.Started _ -> {}
            case HandlerEvent.Completed completed ->
                lines.add(style.good(padded("handled")) + handler + took(completed.durationMs()) + "  then "
                        + completed.then());
            case HandlerEvent.Failed failed ->
                lines.add(style.bad(padded("failed")) + "handler of " + handler + took(failed.durationMs()) + "  "
                        + reason(failed.error()));
        }
    }

    private String plain(String type, Recorded recorded) {
        return style.faint(padded("") + type.replace('_', ' ') + " "
                + Printable.line(Json.write(recorded.event().body())));
    }

    private String name(Recorded recorded) {
        var context = recorded.context();
        var known = names.of(context.step(), context.stepId(), context.stepName());
        var step = known == null ? null : Printable.line(known);
        var pass = context.pass() == null || context.pass() == 1 ? "" : "pass " + context.pass() + ": ";
        if (context.itemId() == null) {
            return step == null ? "" : pass + step;
        }
        return step == null ? context.itemId() : context.itemId() + " " + step;
    }

    private static String word(String status) {
        return status.equals("succeeded") || status.equals("success") ? "ok" : status;
    }

    private static String reason(ErrorRecord error) {
        return error.code() + ": " + Printable.line(error.message());
    }

    /// A handler that failed beside the step (spec 01 §5): of one that failed only as a whole no other line tells.
    private static String handler(ErrorRecord error) {
        return error.further().get("handler_error") instanceof Value.Fields handler
                ? "; its handler failed: " + reason(ErrorJson.read(handler))
                : "";
    }

    private static @Nullable String step(ErrorRecord error) {
        var at = error.origin().nodeId();
        return at == null ? null : Printable.line(at);
    }

    /// Why attempts that were left were not made. Of an item that has used all of its own it is what ended the retries
    /// of its step.
    private static String givenUp(ErrorRecord error) {
        var aborted = error.retries().aborted();
        return aborted == null || error.retries().exhausted()
                ? ""
                : "  (not tried again: " + aborted.explanation() + ")";
    }

    private static String tries(@Nullable Integer attempts) {
        return attempts == null || attempts <= 1 ? "" : "  (" + attempts + " attempts)";
    }

    private static int number(Recorded recorded, int otherwise) {
        var attempt = recorded.context().attempt();
        return attempt == null ? otherwise : attempt;
    }

    /// Of an item the attempt is always told (spec 03 §6), also where its breaker let none be made.
    private String numbered(int attempt, @Nullable ErrorRecord error) {
        var cutOff = error != null && error.isCrashLoop() ? ", cut off" : "";
        var made = attempt == 0 ? "no attempt" : "attempt " + attempt + cutOff;
        var step = error == null ? null : step(error);
        return style.faint("  (" + (step == null ? made : step + ", " + made) + ")");
    }

    private static String took(long ms) {
        return "  " + duration(ms);
    }

    /// @return milliseconds only where they matter
    static String duration(long ms) {
        return Durations.format(ms < MS_SHOWN_EXACTLY ? Duration.ofMillis(ms) : Duration.ofSeconds(ms / 1000));
    }

    private static String firstLine(String text) {
        return text.strip().lines().findFirst().orElse("");
    }

    static String padded(String word) {
        return word + " ".repeat(Math.max(1, WORD_WIDTH + 1 - word.length()));
    }
}
