package dev.prodigy.cli.clean;

import dev.prodigy.cli.command.Argument;
import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.Confirmation;
import dev.prodigy.cli.command.Globals;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.cli.command.Values;
import dev.prodigy.cli.runs.RunArgument;
import dev.prodigy.lang.decode.Nearest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// `prodigy clean`.
public final class CleanCommand implements Command {
    /// Age from which runs are taken.
    public static final Option<Duration> OLDER_THAN =
            Option.value(Values::age, "DURATION", "runs that ended longer ago; usually 30d", "--older-than");

    /// Takes more than what is over and done with.
    public static final Option<Boolean> INCLUDE_RESUMABLE =
            Option.flag("also runs that can be resumed or have dead letters", "--include-resumable");

    /// Only says what would go.
    public static final Option<Boolean> DRY_RUN = Option.flag("only say what would be removed", "--dry-run");

    private static final Option<Boolean> ALL = Option.flag("of any age", "--all", "-a");
    private static final List<String> WHOLE_RUNS = List.of("all", "sessions", "events");
    private static final List<String> WHAT = List.of("all", "worktrees", "sessions", "logs", "state", "events", "dlq");
    private final @Nullable String what;

    /// Cleans what its argument says.
    public CleanCommand() {
        this(null);
    }

    private CleanCommand(@Nullable String what) {
        this.what = what;
    }

    /// @return the same for the logs, as `prodigy logs clean`
    public static CleanCommand logs() {
        return new CleanCommand("logs");
    }

    @Override
    public Signature signature() {
        return new Signature(
                what == null ? List.of(Argument.required("WHAT")) : List.of(),
                List.of(OLDER_THAN, ALL, INCLUDE_RESUMABLE, DRY_RUN, Confirmation.FORCE),
                what == null
                        ? "WHAT is all, sessions or events (whole runs with everything of theirs), worktrees (what is in"
                                + " them alone is saved first), logs, state (files that are made anew from the journal"
                                + " when needed) or dlq (dead letters; their items stay failed)."
                        : "The output of the steps of runs that ended long ago.",
                List.of(
                        "Runs that are being executed are never touched; others that can be resumed or have dead letters only"
                                + " with --include-resumable. The state of a run whose journal is damaged stays."));
    }

    @Override
    public int run(Invocation call) {
        var word = what == null ? String.valueOf(call.arguments().word(0)).toLowerCase(Locale.ROOT) : what;
        if (!WHAT.contains(word)) {
            var near = Nearest.to(word, WHAT);
            throw CommandFailure.usage(
                    "`" + word + "` cannot be cleaned; WHAT is one of " + String.join(", ", WHAT)
                            + (near == null ? "" : "; did you mean `" + near + "`?"),
                    null);
        }
        var runs = new RunArgument(call.console());
        var cleaning = new Cleaning(call, runs);
        boolean viewsOnly = word.equals("state");
        var age = call.value(OLDER_THAN);
        var limit = call.console()
                .clock()
                .instant()
                .minus(
                        age != null
                                ? age
                                : call.has(ALL) || viewsOnly ? Duration.ZERO : Cleanable.retention(call.console()));
        boolean everywhere = call.has(Globals.ALL_REPOS);
        var candidates = new ArrayList<Cleanable>(Cleanable.of(runs, everywhere ? runs.everywhere() : runs.here()));
        if (WHOLE_RUNS.contains(word)) {
            candidates.addAll(Cleanable.unbegun(runs, everywhere));
        }
        for (var run : candidates) {
            if (run.isConcerned(runs, limit) && viewsOnly) {
                cleaning.chooseViews(run);
            } else if (run.isConcerned(runs, limit)) {
                cleaning.choose(run, call.has(INCLUDE_RESUMABLE));
            }
        }
        boolean dryRun = call.has(DRY_RUN);
        var removal = cleaning.removal();
        return switch (word) {
            case "worktrees" -> cleaning.carryOut(removal.worktrees(), "Remove the worktrees of", dryRun);
            case "logs" -> cleaning.carryOut(removal.logs(), "Remove the logs of", dryRun);
            case "state" -> cleaning.carryOut(removal.state(), "Remove the checkpoints of", dryRun);
            case "dlq" -> cleaning.carryOut(new LetterPurge(call, runs), "Remove the dead letters of", dryRun);
            default -> cleaning.carryOut(removal.everything(), "Remove", dryRun);
        };
    }
}
