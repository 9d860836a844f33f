package dev.prodigy.cli.dlq;

import dev.prodigy.cli.command.Argument;
import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.Confirmation;
import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.cli.command.Values;
import dev.prodigy.cli.output.Console;
import dev.prodigy.cli.output.Counted;
import dev.prodigy.cli.run.Execution;
import dev.prodigy.cli.runs.JournalEnding;
import dev.prodigy.cli.runs.RunArgument;
import dev.prodigy.model.item.ItemId;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.journal.RunResolution;
import dev.prodigy.runtime.journal.Runs;
import dev.prodigy.runtime.letter.DeadLetter;
import dev.prodigy.runtime.letter.LetterBox;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// `prodigy dlq clear` and `dlq purge`: takes dead letters away; the items stay `failed`, so the run
/// never becomes `completed`.
public final class DlqRemove implements Command {
    private static final Option<Integer> DAYS =
            Option.value(Values::count, "N", "that failed more than N days ago", "--older-than-days");
    private static final Option<Duration> AGE =
            Option.value(Values::age, "DURATION", "that failed longer ago", "--older-than");
    private static final Option<Boolean> DRY_RUN = Option.flag("only say what would be removed", "--dry-run");

    private final boolean purge;

    private DlqRemove(boolean purge) {
        this.purge = purge;
    }

    /// @return the command that takes all of them away
    public static DlqRemove clear() {
        return new DlqRemove(false);
    }

    /// @return the command that takes old ones away
    public static DlqRemove purge() {
        return new DlqRemove(true);
    }

    @Override
    public Signature signature() {
        var options = new ArrayList<Option<?>>(List.of(DRY_RUN, Confirmation.FORCE, RunArgument.OPTION));
        if (purge) {
            options.addAll(0, List.of(DAYS, AGE));
        }
        return Signature.of(
                "The items stay failed: the run never becomes completed.", List.of(Argument.optional("RUN")), options);
    }

    @Override
    public int run(Invocation call) {
        var age = purge ? age(call) : Duration.ZERO;
        var runs = new RunArgument(call.console());
        var text = RunArgument.given(call, call.arguments().word(0));
        if (!purge && text == null) {
            throw CommandFailure.usage("RUN is missing", "prodigy dlq clear --help");
        }
        boolean dryRun = call.has(DRY_RUN);
        if (text == null && runs.resolution(Runs.LAST) instanceof RunResolution.NotFound) {
            return report(call, Collections.emptySortedSet(), 0, dryRun, null);
        }
        var run = runs.resolve(text);
        var items = items(call, runs, run, age);
        if (dryRun || items.isEmpty()) {
            return report(call, items, dryRun ? 0 : items.size(), dryRun, null);
        }
        var service = new Execution(call, run).service();
        service.checkIdle(run);
        var what = Counted.of(items.size(), "dead letter");
        if (!Confirmation.isGiven(call, "Remove " + what + " of " + run.run() + "?")) {
            return report(
                    call,
                    items,
                    0,
                    false,
                    Confirmation.missing(what + (items.size() == 1 ? " was" : " were") + " not removed"));
        }
        service.removeLetters(run, items, purge ? "purged" : "cleared", Console.user());
        return report(call, items, items.size(), false, null);
    }

    private static Duration age(Invocation call) {
        var days = call.value(DAYS);
        var age = call.value(AGE);
        if ((days == null) == (age == null)) {
            throw CommandFailure.usage(
                    "either --older-than or --older-than-days is needed", "prodigy dlq purge --help");
        }
        return age != null ? age : Duration.ofDays(days == null ? 0 : days);
    }

    /// Letters may lie behind a damage, so nobody is told that there are none (spec 05 §5.4).
    private static SortedSet<Integer> items(Invocation call, RunArgument runs, RunRef run, Duration age) {
        var limit = call.console().clock().instant().minus(age);
        var folder = runs.home().events(run.repo(), run.run());
        var items = new TreeSet<Integer>();
        try (var box = LetterBox.openWhole(folder, run.run())) {
            var failure = JournalEnding.failure(box.ending(), folder);
            if (failure != null) {
                throw failure;
            }
            box.letters()
                    .filter(letter -> letter.history().isEmpty()
                            || !letter.history().getLast().failedAt().isAfter(limit))
                    .mapToInt(DeadLetter::index)
                    .forEach(items::add);
        }
        return items;
    }

    private static int report(
            Invocation call, SortedSet<Integer> items, int removed, boolean dryRun, @Nullable CommandFailure failure) {
        var ids = items.stream().map(ItemId::of).toList();
        if (call.json()) {
            call.document(new FieldsWriter()
                    .put("removed", removed)
                    .put("items", ids)
                    .put("confirmed", failure == null && !dryRun)
                    .put("dry_run", dryRun)
                    .put("error", failure == null ? null : failure.toValue())
                    .done());
        } else if (failure != null) {
            call.console().err().println("prodigy: " + failure.message() + "\n\n" + failure.hint());
        } else if (items.isEmpty()) {
            call.line("no dead letters to remove");
        } else {
            ids.forEach(id -> call.line((dryRun ? "would remove " : "removed ") + id));
        }
        return failure == null ? ExitCode.OK : failure.exitCode();
    }
}
