package dev.prodigy.cli.run;

import dev.prodigy.cli.command.Globals;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.output.Counted;
import dev.prodigy.cli.progress.Progress;
import dev.prodigy.engine.run.CanaryReport;
import dev.prodigy.lang.decode.Durations;
import dev.prodigy.runtime.run.request.Consent;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// Asks the person at the terminal; without one the answer is no (spec 00, 05 §2.1).
final class TerminalConsent implements Consent {
    private static final Set<String> YES = Set.of("y", "yes");

    private final Invocation call;
    private final Progress progress;
    private final Merging merging;
    private final @Nullable String configured;
    /// Done once nobody is to be asked any more.
    private final CompletableFuture<String> withdrawn = new CompletableFuture<>();

    /// @param configured `ask`, `yes` or `no`; null asks
    TerminalConsent(Invocation call, Progress progress, Merging merging, @Nullable String configured) {
        this.call = call;
        this.progress = progress;
        this.merging = merging;
        this.configured = merging == Merging.ASKED ? configured : "yes";
    }

    @Override
    public boolean mayMerge(int commits, String target) {
        if (call.has(Execution.NO_MERGE)) {
            return false;
        }
        if (call.has(Globals.YES) || call.has(Execution.AUTO_MERGE) || "yes".equals(configured)) {
            return true;
        }
        if ("no".equals(configured)) {
            return false;
        }
        var terminal = call.console().terminal();
        if (!terminal.in() || !terminal.err()) {
            return false;
        }
        var counted = Counted.of(commits, "commit");
        return asked("Merge " + counted + " into " + target + "?");
    }

    @Override
    public boolean mergesKept() {
        return merging == Merging.COMMANDED;
    }

    @Override
    public boolean mayGoOn(CanaryReport report) {
        var all = report.projected();
        var text = "Canary: " + report.items() + " of " + report.total() + " items ran, " + report.failures()
                + " of them failed, in " + figures(report) + ".\nAll items would take about " + figures(all) + ", and "
                + all.failures() + " of them would fail.";
        progress.undisturbed(() -> {
            call.console().err().println(text);
            call.console().err().flush();
            return true;
        });
        var terminal = call.console().terminal();
        return call.has(Globals.YES) || (terminal.in() && terminal.err() && asked("Run the other items?"));
    }

    private static String figures(CanaryReport report) {
        var took = Durations.format(Duration.ofSeconds(Math.max(1, report.took().toSeconds())));
        return report.cost() == null ? took : took + " for $" + report.cost().toPlainString();
    }

    private boolean asked(String question) {
        return progress.undisturbed(() -> {
            call.console().err().print(question + " [y/N] ");
            call.console().err().flush();
            var answer = new CompletableFuture<String>();
            // Nothing ends the reading of a terminal, so a signal does not wait for it.
            Thread.ofPlatform().daemon().name("prodigy-answer").start(() -> {
                try {
                    answer.complete(call.console().answer());
                } catch (UncheckedIOException e) {
                    answer.complete("");
                }
            });
            var said = CompletableFuture.anyOf(answer, withdrawn).join();
            return YES.contains(String.valueOf(said).strip().toLowerCase(Locale.ROOT));
        });
    }

    /// The run is stopping: whoever is asked has said no, as does whoever will be.
    void withdraw() {
        withdrawn.complete("");
    }
}
