package dev.prodigy.cli.run;

import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.output.Printable;
import dev.prodigy.cli.place.Homes;
import dev.prodigy.cli.runs.EarlyEnd;
import dev.prodigy.engine.run.NextCommands;
import dev.prodigy.lang.decode.Durations;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.error.ErrorJson;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.run.RunResult;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The result of a run: what ended it and the next command to type on stderr, outputs and the last line on
/// stdout; with `-o json` the one document (spec 00, "Output").
public final class EndReport {
    private final Invocation call;

    EndReport(Invocation call) {
        this.call = call;
    }

    /// Prints the result.
    ///
    /// @return the exit code
    int print(RunResult result) {
        explain(result);
        if (call.json()) {
            call.document(document(result));
        } else {
            result.outputs().members().forEach((name, value) -> call.line(name + ": " + text(value)));
            call.line(lastLine(result));
        }
        return result.exitCode();
    }

    private static Value document(RunResult result) {
        var members = new LinkedHashMap<>(result.toFields().members());
        var hint = hint(result);
        if (members.get("error") instanceof Value.Fields error) {
            members.put("error", EarlyEnd.hinted(error, hint));
        }
        return new Value.Fields(members);
    }

    private void explain(RunResult result) {
        var err = call.console().err();
        var error = result.error();
        if (error != null) {
            explain(error, result.status(), err);
        }
        if (call.verbosity() >= 0) {
            if (result.items() instanceof Value.Fields counts) {
                err.println("Items: " + words(counts));
            }
            new FailedItemsReport(call, result.runId()).print(result.failures());
        }
        tellKept(call, result, true);
        tellNext(call, error, hint(result));
    }

    /// Says what to type next.
    ///
    /// @param error what was told to have ended the run, or null; the commands at the end of its message come here
    ///     instead, once
    /// @param hint the command where it names none, or null
    public static void tellNext(Invocation call, @Nullable ErrorRecord error, @Nullable String hint) {
        var err = call.console().err();
        var named = error == null ? null : NextCommands.in(error.message());
        var next = named == null ? hint : named;
        if (next != null && call.verbosity() >= 0) {
            err.println((error == null ? "Next: " : "\nNext: ") + next);
        }
        err.flush();
    }

    /// @return the message for people, who are told at the end what to type next
    public static String message(Invocation call, ErrorRecord error) {
        return Printable.text(call.verbosity() < 0 ? error.message() : NextCommands.without(error.message()));
    }

    /// Says where commits are that nobody merged, and how to merge them (spec 03 §11).
    ///
    /// @param isNews whether a merge into the target is told: what an earlier process merged is no news
    public static void tellKept(Invocation call, RunResult result, boolean isNews) {
        var kept = result.commits().keptOn();
        var merged = isNews ? result.commits().mergedInto() : null;
        var err = call.console().err();
        if (merged != null && call.verbosity() >= 0) {
            err.println("The commits are merged into " + merged + ".");
        }
        if (kept != null && call.verbosity() >= 0) {
            err.println("The commits are on the branch " + kept + ", which is kept and not merged.");
            // A run that was started on a detached HEAD has no target to be merged into.
            var merging = result.commits().target() == null
                    ? "git merge " + kept
                    : "prodigy worktree merge " + result.runId();
            err.println("To merge them: " + merging);
        }
        var saved = result.commits().savedAt();
        if (saved != null && call.verbosity() >= 0) {
            err.println("The branch was removed; what was not merged is saved as " + saved + ".");
            err.println("To merge it: git merge " + saved);
        }
    }

    private void explain(ErrorRecord error, String status, PrintStream err) {
        var style = call.errorStyle();
        var at = error.origin().nodeId();
        var item = error.origin().itemId();
        var pass = error.further().get("pass") instanceof Value.Num(var number) ? "pass " + number + ": " : "";
        var place = pass + (item == null ? "" : item + " ") + (at == null ? "" : at + " ");
        err.println("prodigy: " + style.bad(place + status) + ": " + error.code() + ": " + message(call, error)
                + tries(error));
        var tail = error.evidence().outputTail();
        if (tail != null) {
            tail.lines().forEach(line -> err.println(style.faint("  | ") + Printable.line(line)));
        }
        if (error.evidence().log() != null) {
            err.println("  log: "
                    + Homes.of(call.console()).root().resolve(error.evidence().log()));
        }
        causes(error, err);
        if (error.further().get("handler_error") instanceof Value.Fields handler) {
            explain(ErrorJson.read(handler), "failed", err);
        }
    }

    /// What the failure came of, the latest first; where another step failed before, it is named.
    private static void causes(ErrorRecord error, PrintStream err) {
        var later = error;
        for (var cause = error.cause(); cause != null; cause = cause.cause()) {
            err.println("  after " + cause.code() + ": " + Printable.line(NextCommands.without(cause.message()))
                    + elsewhere(cause, later));
            later = cause;
        }
    }

    private static String elsewhere(ErrorRecord cause, ErrorRecord later) {
        var at = cause.origin().nodeId();
        return at == null || at.equals(later.origin().nodeId()) ? "" : "  (" + Printable.line(at) + ")";
    }

    private static String tries(ErrorRecord error) {
        var retries = error.retries();
        if (retries.maxAttempts() <= 1) {
            return "";
        }
        // of an item that has used all of its attempts it is what ended the retries of the step
        var aborted = retries.exhausted() ? null : retries.aborted();
        return " (attempt " + retries.attempt() + " of " + retries.maxAttempts()
                + (aborted == null ? "" : "; not tried again: " + aborted.explanation()) + ")";
    }

    /// @return the next command to type, or null
    public static @Nullable String hint(RunResult result) {
        return result.isRecorded()
                ? EarlyEnd.of(result).hint()
                : "put back what was removed or moved, then prodigy resume " + result.runId()
                        + "; where it is lost, prodigy run begins anew";
    }

    private String lastLine(RunResult result) {
        var style = call.style();
        var status = result.status().equals("completed") ? style.good(result.status()) : style.bad(result.status());
        var items = result.items() instanceof Value.Fields counts ? " (items: " + words(counts) + ")" : "";
        return result.runId() + " " + status + " in " + Durations.format(result.took()) + items;
    }

    private static String words(Value.Fields counts) {
        return counts.members().entrySet().stream()
                .map(count -> Json.write(count.getValue()) + " " + count.getKey())
                .collect(Collectors.joining(", "));
    }

    private static String text(Value value) {
        return Printable.text(Json.shown(value));
    }
}
