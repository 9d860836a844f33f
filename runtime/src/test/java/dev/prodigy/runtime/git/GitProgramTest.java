package dev.prodigy.runtime.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prodigy.runtime.home.StorageFailure;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class GitProgramTest {
    @TempDir
    Path base;

    @Test
    void inputAndOutputOfAnySizeGetThrough() throws IOException {
        try (var repo = TempRepo.create(base)) {
            var git = new GitProgram(repo.tmp());
            String text = "line of text\n".repeat(200_000);
            var blob = git.run(GitCommand.in(repo.root, "hash-object", "-w", "--stdin")
                            .reading(text))
                    .id();
            assertThat(git.run(GitCommand.in(repo.root, "cat-file", "blob", blob.hex()))
                            .output())
                    .isEqualTo(text);
        }
    }

    @Test
    void aCommandThatDoesNotReadItsInputStillEnds() throws IOException {
        try (var repo = TempRepo.create(base)) {
            var git = new GitProgram(repo.tmp());
            var result = git.run(GitCommand.in(repo.root, "version").reading("x".repeat(1_000_000)));
            assertThat(result.line()).startsWith("git version");
        }
    }

    /// Ctrl-C on a terminal signals the whole process group of prodigy.
    @Test
    void aCommandOfOurOwnIsOutOfReachOfSignalsToOurGroup() throws IOException {
        try (var repo = TempRepo.create(base)) {
            var fake = base.resolve("git-of-test");
            Files.writeString(fake, "#!/bin/sh\ncut -d' ' -f1,5,6 /proc/$$/stat\n");
            Files.setPosixFilePermissions(fake, PosixFilePermissions.fromString("rwx------"));
            var numbers = new GitProgram(fake.toString(), repo.tmp())
                    .run(GitCommand.in(repo.root, "version"))
                    .line()
                    .split(" ");
            assertThat(numbers).hasSize(3).containsOnly(numbers[0]);
        }
    }

    @Test
    void aCommandThatASignalMetBeforeItBeganIsStartedAgain() throws IOException {
        try (var repo = TempRepo.create(base)) {
            var fake = base.resolve("git-of-test");
            Files.writeString(fake, "#!/bin/sh\n[ -e begun ] || { : >begun; kill -INT $$; }\necho done\n");
            Files.setPosixFilePermissions(fake, PosixFilePermissions.fromString("rwx------"));
            var result = new GitProgram(fake.toString(), repo.tmp()).run(GitCommand.in(repo.root, "version"));
            assertThat(result.line()).isEqualTo("done");
        }
    }

    @Test
    void aCommandIsToldInOneLine() {
        assertThat(GitCommand.in(base, "merge", "-m", "Merge a\n\nTrailer: b", "HEAD"))
                .hasToString("git merge -m Merge a… HEAD");
    }

    @ParameterizedTest
    @CsvSource({
        "rev-parse HEAD, 2, true",
        "rev-parse HEAD, 3, false",
        "-c core.fsync=all rev-parse HEAD, 2, true",
        "config --get a.b, 1, true",
        "update-ref refs/heads/a HEAD, 1, false"
    })
    void whatIsKilledFromOutsideIsMadeAgainWhereItOnlyReads(String arguments, int kills, boolean succeeds)
            throws IOException {
        var fake = base.resolve("git-of-test");
        Files.writeString(
                fake,
                "#!/bin/sh\necho x >>tries\n[ $(wc -l <tries) -gt %d ] || kill -9 $$\necho done\n".formatted(kills));
        Files.setPosixFilePermissions(fake, PosixFilePermissions.fromString("rwx------"));
        var git = new GitProgram(fake.toString(), base);
        var command = GitCommand.in(base, arguments.split(" "));
        if (succeeds) {
            assertThat(git.run(command).line()).isEqualTo("done");
        } else {
            assertThatThrownBy(() -> git.run(command))
                    .isInstanceOfSatisfying(
                            StorageFailure.class,
                            failure -> assertThat(failure.reason()).isEqualTo(StorageFailure.Reason.KILLED))
                    .hasMessageContaining("was killed by signal 9");
        }
    }

    /// Measured on JDK 25: when as many virtual threads as there are carriers read from pipes for longer than the spare
    /// carriers live (30 s), no other virtual thread ever runs again.
    @Test
    void anOpenDialogueHoldsNoCarrierOfVirtualThreads() throws IOException {
        try (var repo = TempRepo.create(base);
                var dialogue = new GitProgram(repo.tmp()).open(GitCommand.in(repo.root, "cat-file", "--batch"))) {
            dialogue.send("HEAD\n");
            assertThat(dialogue.readLine()).contains(" commit ");
            assertThat(Thread.getAllStackTraces().keySet())
                    .extracting(Thread::getName)
                    .contains("git-complaints");
        }
    }

    @Test
    @Timeout(30)
    void aCommandHoldsNoCarrierOfVirtualThreads() throws Exception {
        var slow = Files.writeString(base.resolve("slow"), "#!/bin/sh\nfor last; do :; done\nexec cat \"$last\"\n");
        Files.setPosixFilePermissions(slow, PosixFilePermissions.fromString("rwx------"));
        var git = new GitProgram(slow.toString(), base);
        var done = new ArrayList<CompletableFuture<GitResult>>();
        var gates = new ArrayList<OutputStream>();
        for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
            var gate = base.resolve("gate-" + i);
            assertThat(new ProcessBuilder("mkfifo", gate.toString()).start().waitFor())
                    .isZero();
            done.add(CompletableFuture.supplyAsync(
                    () -> git.run(GitCommand.in(base, gate.toString())), Thread::startVirtualThread));
            // opens when the command has opened it, too
            gates.add(Files.newOutputStream(gate));
        }
        CompletableFuture.runAsync(() -> {}, Thread::startVirtualThread).get();
        for (var gate : gates) {
            gate.write('x');
            gate.close();
        }
        for (var each : done) {
            assertThat(each.get().output()).isEqualTo("x");
        }
    }

    @Test
    void failureIsAResult() throws IOException {
        try (var repo = TempRepo.create(base)) {
            var result = new GitProgram(repo.tmp()).run(GitCommand.in(repo.root, "rev-parse", "--verify", "nonsense"));
            assertThat(result.exit()).isEqualTo(128);
            assertThat(result.errors()).contains("fatal:");
            assertThatThrownBy(() -> result.orThrow(GitCode.GIT_ERROR))
                    .hasMessageContaining("`git rev-parse --verify nonsense` ended with exit code 128: fatal: ");
        }
    }

    @Test
    void aMissingProgramIsAFailure() {
        var git = new GitProgram("/nowhere/git", base);
        assertThatThrownBy(() -> git.run(GitCommand.in(base, "version"))).isInstanceOf(GitFailure.class);
        assertThat(Discovery.of(base, git)).isInstanceOf(Discovery.Missing.class);
    }

    @Test
    void anInterruptEndsACommandOfTheUsers() throws Exception {
        try (var repo = TempRepo.create(base)) {
            hook(repo, "pre-commit", "touch '" + base.resolve("hook-began") + "'\nexec sleep 60");
            var began = base.resolve("hook-began");
            var done = new CompletableFuture<GitResult>();
            var interrupted = new CompletableFuture<Boolean>();
            var thread = Thread.ofPlatform().start(() -> {
                var commit = GitCommand.in(repo.root, "commit", "-q", "--allow-empty", "-m", "x")
                        .asUser();
                done.complete(new GitProgram(repo.tmp()).run(commit));
                interrupted.complete(Thread.currentThread().isInterrupted());
            });
            await(began);
            thread.interrupt();
            var result = done.get(10, TimeUnit.SECONDS);
            assertThat(result.interrupted()).isTrue();
            assertThat(result.ok()).isFalse();
            assertThat(interrupted.get(1, TimeUnit.SECONDS)).isTrue();
            assertThat(repo.root.resolve(".git/index.lock")).doesNotExist();
        }
    }

    @Test
    void anInterruptDoesNotEndOurOwnCommands() throws Exception {
        try (var repo = TempRepo.create(base)) {
            var ready = new CountDownLatch(1);
            var result = new CompletableFuture<GitResult>();
            Thread.ofPlatform().start(() -> {
                Thread.currentThread().interrupt();
                ready.countDown();
                result.complete(new GitProgram(repo.tmp()).run(GitCommand.in(repo.root, "rev-parse", "HEAD")));
            });
            ready.await();
            assertThat(result.get(10, TimeUnit.SECONDS).id()).isEqualTo(repo.id("HEAD"));
        }
    }

    @Test
    void hooksAndSigningAreForTheUsersCallsOnly() throws IOException {
        try (var repo = TempRepo.create(base)) {
            hook(repo, "pre-commit", "exit 1");
            repo.git("config", "commit.gpgSign", "true");
            repo.git("config", "gpg.program", "false");
            var git = new GitProgram(repo.tmp());
            var commit = GitCommand.in(repo.root, "commit", "-q", "--allow-empty", "-m", "x");
            assertThat(git.run(commit.asUser()).ok()).isFalse();
            assertThat(git.run(commit).ok()).isTrue();
        }
    }

    private static void hook(TempRepo repo, String name, String script) throws IOException {
        var file = repo.root.resolve(".git/hooks/" + name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private static void await(Path file) {
        while (!Files.exists(file)) {
            Thread.onSpinWait();
        }
    }
}
