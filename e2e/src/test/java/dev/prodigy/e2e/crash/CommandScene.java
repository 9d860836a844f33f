package dev.prodigy.e2e.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.launcher.Ended;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Commands that work on the job with items after its run: each is simply given again after the crash.
enum CommandScene implements Scene {
    /// The session branch that nobody consented to merge is merged later.
    MERGE("worktree", "merge", "last") {
        // Where it took place before the crash there is nothing more to merge.
        @Override
        public Ended finish(Sandbox sandbox) throws IOException {
            return Here.run(sandbox, command(sandbox));
        }

        @Override
        public Map<String, Object> outcome(Sandbox sandbox, Ended ended) throws IOException {
            return new Inspection(sandbox).items(resumed(sandbox));
        }
    },
    /// The session branch is thrown away, which saves what it holds.
    CLEAN("worktree", "clean", "--all", "-f") {
        @Override
        public Map<String, Object> outcome(Sandbox sandbox, Ended ended) throws IOException {
            var inspection = new Inspection(sandbox);
            inspection.assertSound();
            return Map.of(
                    "worktrees", sandbox.repository().worktrees(),
                    "branches", sandbox.repository().refs("refs/heads"),
                    "saved", inspection.saved("results.txt"),
                    "left behind", inspection.saved("left-behind.txt"));
        }
    },
    /// A failed item becomes pending again.
    REQUEUE("requeue", "last", "4") {
        @Override
        public Ended finish(Sandbox sandbox) throws IOException {
            Files.createFile(sandbox.folder().resolve("trace.mended"));
            // Where it took place before the crash there is nothing more to put back.
            Here.run(sandbox, command(sandbox));
            return resumed(sandbox);
        }

        @Override
        public Map<String, Object> outcome(Sandbox sandbox, Ended ended) throws IOException {
            return new Inspection(sandbox).items(ended);
        }
    },
    /// The journal of a run that is over is packed.
    ARCHIVE("events", "clean", "last", "--archive", "--older-than", "1ms", "-f") {
        // Runs with dead letters are not packed.
        @Override
        public void prepare(Sandbox sandbox, Lethal lethal) throws IOException {
            Files.createFile(sandbox.folder().resolve("trace.mended"));
            var run = Here.run(sandbox, "run", FixedJob.items(sandbox), "-y", "-o", "json");
            assertThat(run.exitCode()).as("%s", run).isZero();
        }

        @Override
        public Map<String, Object> outcome(Sandbox sandbox, Ended ended) throws IOException {
            var inspection = new Inspection(sandbox);
            return Map.of(
                    "sound", inspection.ask("fsck", "--all").text("ok"),
                    "events", inspection.ask("events", "last").number("total"),
                    "plain files", sandbox.journal().files());
        }
    },

    /// Dead letters are thrown away.
    CLEAR("dlq", "clear", "last", "--yes") {
        @Override
        public Map<String, Object> outcome(Sandbox sandbox, Ended ended) throws IOException {
            var inspection = new Inspection(sandbox);
            return Map.of(
                    "sound", inspection.ask("fsck", "--all").text("ok"),
                    "letters", inspection.ask("dlq", "list", "last").text("items"),
                    "record", inspection.ask("runs", "show", "last").text("status"));
        }
    },
    /// A journal that is damaged in its midst is salvaged.
    SALVAGE("fsck", "last", "--salvage", "-f") {
        @Override
        public void prepare(Sandbox sandbox, Lethal lethal) throws IOException {
            super.prepare(sandbox, lethal);
            var file = sandbox.journal().files().getFirst();
            var bytes = Files.readAllBytes(file);
            bytes[bytes.length / 2] ^= 1;
            Files.write(file, bytes);
        }

        @Override
        public Map<String, Object> outcome(Sandbox sandbox, Ended ended) throws IOException {
            var inspection = new Inspection(sandbox);
            var run = inspection.ask("runs", "show", "last");
            return Map.of(
                    "sound", inspection.ask("fsck", "--all").text("ok"),
                    "salvaged", sandbox.journal().count("journal_salvaged"),
                    "items", run.text("items"),
                    "status", run.text("status"));
        }
    };

    private final List<String> command;

    CommandScene(String... command) {
        this.command = List.of(command);
    }

    @Override
    public String title() {
        return name().toLowerCase(Locale.ROOT);
    }

    @Override
    public void prepare(Sandbox sandbox, Lethal lethal) throws IOException {
        var run = Here.run(sandbox, "run", FixedJob.items(sandbox), "-o", "json");
        assertThat(run.exitCode()).as("%s", run).isEqualTo(3);
    }

    @Override
    public List<String> command(Sandbox sandbox) {
        return command;
    }

    @Override
    public Ended finish(Sandbox sandbox) throws IOException {
        var again = Here.run(sandbox, command);
        assertThat(again.exitCode()).as("%s", again).isZero();
        return again;
    }

    private static Ended resumed(Sandbox sandbox) {
        return Here.run(sandbox, "resume", "last", "-y", "-o", "json");
    }
}
