package dev.prodigy.cli.run;

import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.output.Counted;
import dev.prodigy.cli.output.Printable;
import dev.prodigy.cli.place.Homes;
import dev.prodigy.engine.classify.Ansi;
import dev.prodigy.engine.signature.ErrorCluster;
import dev.prodigy.model.error.ErrorJson;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.letter.FailedItem;
import dev.prodigy.runtime.run.RunResult;
import org.jspecify.annotations.Nullable;

/// The closing summary of failed items: those that failed alike together, the largest group first (spec 02 §9.3).
final class FailedItemsReport {
    private static final int NAMED = 10;

    private final Invocation call;
    private final String run;

    FailedItemsReport(Invocation call, String run) {
        this.call = call;
        this.run = run;
    }

    /// Prints every group to stderr, then the first items by themselves (spec 03 §6).
    void print(RunResult.Failures failures) {
        groups(failures);
        var letters = failures.letters();
        items(letters, " more: prodigy dlq list ");
        items(failures.skipped(), " more, which were skipped: prodigy logs ");
        if (!letters.first().isEmpty()) {
            call.console()
                    .err()
                    .println("All about an item: prodigy dlq show " + run + " "
                            + letters.first().getFirst().itemId());
        }
    }

    private void items(RunResult.Named named, String command) {
        named.first().forEach(this::item);
        if (named.unnamed() > 0) {
            call.console().err().println("  … and " + named.unnamed() + command + run);
        }
    }

    private void item(FailedItem item) {
        var err = call.console().err();
        var error = item.error();
        var style = call.errorStyle();
        var message = Printable.line(error.message());
        var at = error.origin().nodeId();
        err.println("  " + style.bad(item.itemId()) + "  " + error.code() + ": " + message
                + (at == null ? "" : style.faint("  (" + Printable.line(at) + ")")));
        var said = lastLine(error);
        if (said != null && !message.contains(said)) {
            err.println(style.faint("    | ") + said);
        }
        if (error.further().get("handler_error") instanceof Value.Fields handler) {
            handler(ErrorJson.read(handler));
        }
        if (item.handlerError() != null) {
            handler(item.handlerError());
        }
        if (error.evidence().log() != null) {
            err.println("    log: "
                    + Homes.of(call.console()).root().resolve(error.evidence().log()));
        }
        if (item.branch() != null) {
            err.println("    commits kept: git log " + item.branch());
        }
        if (item.salvageRef() != null) {
            err.println("    work saved: git show " + item.salvageRef());
        }
        if (item.keptDirectory() != null) {
            err.println("    work kept: " + Printable.line(item.keptDirectory()));
        }
    }

    private void handler(ErrorRecord error) {
        call.console()
                .err()
                .println("    its handler failed: " + error.code() + ": " + Printable.line(error.message()));
    }

    private static @Nullable String lastLine(ErrorRecord error) {
        var said = error.evidence().output().evident();
        return said == null
                ? null
                : Ansi.strip(said)
                        .lines()
                        .filter(line -> !line.isBlank())
                        .reduce((_, last) -> last)
                        .map(line -> Printable.line(line.strip()))
                        .orElse(null);
    }

    private void groups(RunResult.Failures failures) {
        var err = call.console().err();
        var style = call.errorStyle();
        for (var each : failures.clusters()) {
            var counted = Counted.of(each.count(), "item");
            err.println(style.bad(counted) + " failed with " + each.code() + " ("
                    + each.category().word() + "): " + Printable.line(each.sample()));
            err.println("  " + Counted.named(each.items(), each.count(), NAMED));
            err.println(style.faint("  " + each.suggestedAction()));
        }
        if (isUnlogged(failures)) {
            err.println(style.faint("  No failing step printed anything. What others printed: prodigy logs " + run));
        } else if (failures.letters().first().isEmpty() && !failures.clusters().isEmpty()) {
            // given up without a dead letter that would tell of all attempts
            err.println(style.faint("  Their logs: prodigy logs " + run));
        }
    }

    /// Told of those items that are named.
    private static boolean isUnlogged(RunResult.Failures failures) {
        long failed =
                failures.clusters().stream().mapToLong(ErrorCluster::count).sum();
        return failed > 0
                && failures.first().size() == failed
                && failures.first().stream().noneMatch(FailedItem::hasLogs);
    }
}
