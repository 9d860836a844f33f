package dev.prodigy.e2e.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.launcher.Ended;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The job with items: run, taken up again, its dead letter run again.
enum RunScene implements Scene {
    /// The first run, from an empty home.
    RUN {
        @Override
        public void prepare(Sandbox sandbox, Lethal lethal) throws IOException {
            FixedJob.items(sandbox);
        }

        @Override
        public List<String> command(Sandbox sandbox) {
            return run(sandbox);
        }

        @Override
        public Ended finish(Sandbox sandbox) throws IOException {
            return takenUp(sandbox);
        }
    },
    /// A resume of a run that was killed in the midst of its items.
    RESUME {
        @Override
        public void prepare(Sandbox sandbox, Lethal lethal) throws IOException {
            FixedJob.items(sandbox);
            var saved = Savepoint.of(sandbox, sandbox.folder().resolveSibling("counted"));
            int boundaries = lethal.boundaries(sandbox, run(sandbox)).size();
            saved.restore();
            assertThat(lethal.kill(sandbox, boundaries * 3 / 5, run(sandbox))).isNotEmpty();
        }

        @Override
        public List<String> command(Sandbox sandbox) {
            return List.of("resume", "last", "-y", "-o", "json");
        }

        @Override
        public Ended finish(Sandbox sandbox) throws IOException {
            return takenUp(sandbox);
        }
    },
    /// The dead letter of a run that is over, whose cause is mended, run again.
    REDRIVE {
        @Override
        public void prepare(Sandbox sandbox, Lethal lethal) throws IOException {
            FixedJob.items(sandbox);
            assertThat(Here.run(sandbox, run(sandbox)).exitCode()).isEqualTo(3);
            Files.createFile(sandbox.folder().resolve("trace.mended"));
        }

        @Override
        public List<String> command(Sandbox sandbox) {
            return List.of("dlq", "retry", "last", "-y", "-o", "json");
        }

        // An interrupted redrive is repeated by the same command; one whose item was finished leaves only
        // the merge.
        @Override
        public Ended finish(Sandbox sandbox) throws IOException {
            boolean over = isOver(sandbox);
            var again = Here.run(sandbox, "dlq", "retry", "last", "-y", "-o", "json");
            assertThat(again.exitCode()).as("%s", again).isZero();
            var ended = Here.run(sandbox, "resume", "last", "-y", "-o", "json");
            if (over) {
                tidy(sandbox);
            }
            return ended;
        }
    };

    @Override
    public String title() {
        return name().toLowerCase(Locale.ROOT);
    }

    @Override
    public Map<String, Object> outcome(Sandbox sandbox, Ended ended) throws IOException {
        return new Inspection(sandbox).items(ended);
    }

    static List<String> run(Sandbox sandbox) {
        return List.of("run", sandbox.folder().resolve("items.yml").toString(), "-y", "-o", "json");
    }

    /// A run that was not registered yet never began.
    private static Ended takenUp(Sandbox sandbox) throws IOException {
        if (Inspection.begun(sandbox).isEmpty()) {
            return Here.run(sandbox, run(sandbox));
        }
        boolean over = isOver(sandbox);
        var ended = Here.run(sandbox, "resume", "last", "-y", "-o", "json");
        if (over) {
            tidy(sandbox);
        }
        return ended;
    }

    private static boolean isOver(Sandbox sandbox) throws IOException {
        var types = Inspection.begun(sandbox).getLast().events().stream()
                .map(event -> event.text("event_type"))
                .toList();
        return types.lastIndexOf("workflow_completed") > types.lastIndexOf("workflow_resumed");
    }

    /// A run that was over when its process died is not taken up again: what it could not remove is left to
    /// these.
    private static void tidy(Sandbox sandbox) {
        var inspection = new Inspection(sandbox);
        inspection.ask("worktree", "clean", "--all");
        inspection.ask("worktree", "gc");
    }
}
