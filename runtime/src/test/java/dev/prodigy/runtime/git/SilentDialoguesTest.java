package dev.prodigy.runtime.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prodigy.runtime.home.StorageFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Git commands that are kept open, and that neither answer nor end.
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class SilentDialoguesTest {
    private static final Duration NEVER = Duration.ofDays(1);
    private static final Duration AT_ONCE = Duration.ofMillis(1);
    private static final AnswerWatch.Limits LIMITED = new AnswerWatch.Limits(AT_ONCE, NEVER);
    private static final AnswerWatch.Limits PATIENT = new AnswerWatch.Limits(NEVER, NEVER);
    private static final AnswerWatch.Limits HURRIED = new AnswerWatch.Limits(NEVER, AT_ONCE);

    private static final String SILENT = "read question; exec sleep 100000";

    @TempDir
    Path base;

    @Test
    void oneThatIsSilentIsEndedAndAnotherIsAsked() throws IOException {
        try (var repo = TempRepo.create(Files.createDirectory(base.resolve("repo")))) {
            var once = "if [ ! -e '" + base + "/seen' ]; then touch '" + base
                    + "/seen'; read question; exec sleep 100000;" + " fi; exec git \"$@\"";
            var objects = new ObjectReader(git(once, LIMITED), repo.open().checkout());
            assertThat(objects.resolve("HEAD")).contains(repo.id("HEAD"));
            objects.close();
        }
    }

    @Test
    void whoAsksInVainIsToldWhy() throws IOException {
        try (var repo = TempRepo.create(Files.createDirectory(base.resolve("repo")));
                var objects = new ObjectReader(git(SILENT, LIMITED), repo.open().checkout())) {
            assertThatThrownBy(() -> objects.resolve("HEAD"))
                    .isInstanceOf(DialogueEnded.class)
                    .hasMessageContaining("neither answered nor worked");
        }
    }

    @ParameterizedTest
    @CsvSource({"2, true", "3, false"})
    void itIsTheMachinesFaultWhenEachIsKilled(int kills, boolean answers) throws IOException {
        var killed = "echo x >>'" + base + "/asked'; [ $(wc -l <'" + base + "/asked') -gt " + kills
                + " ] || kill -9 $$; exec git \"$@\"";
        try (var repo = TempRepo.create(Files.createDirectory(base.resolve("repo")));
                var objects = new ObjectReader(git(killed, PATIENT), repo.open().checkout())) {
            if (answers) {
                assertThat(objects.resolve("HEAD")).contains(repo.id("HEAD"));
            } else {
                assertThatThrownBy(() -> objects.resolve("HEAD"))
                        .isInstanceOfSatisfying(
                                StorageFailure.class,
                                failure -> assertThat(failure.reason()).isEqualTo(StorageFailure.Reason.KILLED));
            }
        }
    }

    @Test
    void referencesAreNotWaitedForEither() throws IOException {
        try (var repo = TempRepo.create(Files.createDirectory(base.resolve("repo")));
                var objects = repo.open().objects();
                var refs = refs(git(SILENT, LIMITED), repo.open(), objects)) {
            var change = new RefChange.Create("refs/heads/x", repo.id("HEAD"));
            assertThatThrownBy(() -> refs.change(change))
                    .isInstanceOf(DialogueEnded.class)
                    .hasMessageContaining("neither answered nor worked");
        }
    }

    /// One that is killed while it has a reference leaves its lock file.
    @ParameterizedTest
    @CsvSource({"refs/heads/prodigy/x, true", "refs/heads/x, false"})
    void whatOneLeavesThatIsKilledStandsInNobodysWay(String branch, boolean own) throws IOException {
        var lock = base.resolve("repo/repo/.git/" + branch + ".lock");
        var once = "if [ ! -e '" + base + "/seen' ]; then touch '" + base + "/seen'; read start; mkdir -p '"
                + lock.getParent() + "'; touch '" + lock + "'; kill -9 $$; fi; exec git \"$@\"";
        try (var repo = TempRepo.create(Files.createDirectory(base.resolve("repo")));
                var objects = repo.open().objects();
                var refs = refs(git(once, PATIENT), repo.open(), objects)) {
            var change = new RefChange.Create(branch, repo.id("HEAD"));
            if (own) {
                assertThat(refs.change(change)).isTrue();
            } else {
                assertThatThrownBy(() -> refs.change(change)).hasMessageContaining("leaves alone");
            }
        }
    }

    private static Refs refs(Git git, Repository repository, ObjectReader objects) {
        return new Refs(git, repository.checkout(), repository.commonDir(), objects, _ -> {});
    }

    @Test
    void anInterruptIsHeard() throws Exception {
        var asking = asking(git(SILENT, HURRIED));
        asking.thread.interrupt();
        assertThat(asking.outcome.join()).isEqualTo("git ended");
    }

    @Test
    void theRunsEndIsHeard() throws Exception {
        var git = git(SILENT, HURRIED);
        var asking = asking(git);
        git.hurry();
        assertThat(asking.outcome.join()).isEqualTo("git ended");
    }

    private record Asking(Thread thread, CompletableFuture<String> outcome) {}

    /// Asks, and returns when the question is on its way.
    private Asking asking(Git git) throws InterruptedException {
        var begun = new CountDownLatch(1);
        var outcome = new CompletableFuture<String>();
        var thread = Thread.ofPlatform().start(() -> {
            try (var dialogue = git.open(GitCommand.in(base, "cat-file"))) {
                dialogue.send("question\n");
                begun.countDown();
                outcome.complete(line(dialogue));
            } catch (IOException e) {
                outcome.complete(e.toString());
            }
        });
        begun.await();
        return new Asking(thread, outcome);
    }

    private static String line(GitDialogue dialogue) {
        try {
            return dialogue.readLine();
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private GitProgram git(String script, AnswerWatch.Limits limits) throws IOException {
        var file = Files.writeString(base.resolve("fake-git"), "#!/bin/bash\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        return new GitProgram(file.toString(), base, limits);
    }
}
