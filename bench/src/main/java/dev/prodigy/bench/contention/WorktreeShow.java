package dev.prodigy.bench.contention;

import dev.prodigy.runtime.git.Discovery;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.GitProgram;
import dev.prodigy.runtime.git.Host;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.PatientGit;
import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.worktree.WorktreeRegistry;
import dev.prodigy.runtime.time.Waiter;
import dev.prodigy.testkit.git.TemporaryRepository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/// 64 worktrees made at once, beside a stranger who makes and removes worktrees of the same repository without any
/// lock.
final class WorktreeShow {
    private static final int AT_ONCE = 64;

    private final Path scratch;
    private final TemporaryRepository stranger;
    private final AtomicInteger strangerMade = new AtomicInteger();
    private final AtomicInteger strangerFailed = new AtomicInteger();

    WorktreeShow(Path scratch) throws IOException {
        this.scratch = scratch;
        this.stranger = TemporaryRepository.create(scratch.resolve("repo"), 20);
    }

    ShowOutcome play(int rounds) throws IOException, InterruptedException {
        var failures = new ArrayList<String>();
        var longest = Duration.ZERO;
        try (var one = open();
                var other = open()) {
            for (int round = 1; round <= rounds; round++) {
                long begun = System.nanoTime();
                round(round, List.of(one, other), failures);
                var took = Duration.ofNanos(System.nanoTime() - begun);
                longest = took.compareTo(longest) > 0 ? took : longest;
            }
        }
        var strangers = strangerFailed + "/" + strangerMade;
        return new ShowOutcome("worktrees", rounds * AT_ONCE, failures, strangers, longest);
    }

    private Repository open() throws IOException {
        var tmp = Files.createDirectories(scratch.resolve("tmp"));
        var git = new PatientGit(new GitProgram(tmp), Waiter.SLEEPING);
        if (!(Discovery.of(stranger.directory(), git) instanceof Discovery.Found(var paths))) {
            throw new IOException("no repository at " + stranger.directory());
        }
        return new Repository(git, paths, new Host(Map.of(), tmp, Waiter.SLEEPING, InstantSource.system()));
    }

    private void round(int round, List<Repository> repositories, List<String> failures)
            throws IOException, InterruptedException {
        var lock = scratch.resolve("worktrees.lock");
        var commit = new ObjectId(stranger.commit("HEAD"));
        var over = new AtomicBoolean();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var outsider = threads.submit(() -> disturb(round, over));
            var made = new ArrayList<Future<Path>>();
            for (int i = 0; i < AT_ONCE; i++) {
                var place = scratch.resolve("worktrees/" + round + "-" + i);
                var registry = new WorktreeRegistry(repositories.get(i % repositories.size()), lock);
                made.add(threads.submit(() -> registry.add(place, commit).root()));
            }
            var registry = new WorktreeRegistry(repositories.getFirst(), lock);
            for (var each : made) {
                take(round, each, registry, failures);
            }
            over.set(true);
            outsider.get();
        } catch (ExecutionException e) {
            failures.add("round " + round + ": " + e.getCause());
        }
    }

    private static void take(int round, Future<Path> made, WorktreeRegistry registry, List<String> failures)
            throws InterruptedException {
        try {
            registry.remove(made.get());
        } catch (ExecutionException | GitFailure e) {
            failures.add("round " + round + ": " + (e.getCause() == null ? e : e.getCause()));
        }
    }

    private Void disturb(int round, AtomicBoolean over) {
        for (int i = 0; !over.get(); i++) {
            var place = scratch.resolve("stranger/" + round + "-" + i).toString();
            strangerMade.incrementAndGet();
            try {
                stranger.git("worktree", "add", "--quiet", "--detach", place);
                stranger.git("worktree", "remove", "--force", place);
            } catch (IOException e) {
                strangerFailed.incrementAndGet();
            }
        }
        return null;
    }
}
