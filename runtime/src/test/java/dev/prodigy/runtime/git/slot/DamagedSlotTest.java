package dev.prodigy.runtime.git.slot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.runtime.git.TempRepo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Slots that a step has damaged are replaced.
final class DamagedSlotTest extends SlotFixture {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "rm .git",
                "rm .git; git init -q",
                "rm -rf $(git rev-parse --git-dir)",
                "git worktree remove --force .",
                "echo garbage > $(git rev-parse --git-dir)/HEAD",
                "git sparse-checkout set sub",
                "git checkout -q -b x; git commit -q --allow-empty -m x; echo x > a.txt; git commit -qam x; git checkout -q main~0; echo y > a.txt; git commit -qam y; git rebase -q x || true",
                "git bisect start"
            })
    void whateverAStepDoesToItsSlotTheNextItemGetsAGoodOne(String script) {
        var pool = pool(SlotOptions.DEFAULT);
        try (var lease = lease(pool)) {
            TempRepo.sh(lease.prepare(item(1), start).directory(), script);
        }
        try (var lease = lease(pool)) {
            var prepared = lease.prepare(item(2), start);
            assertThat(prepared.replaced()).isTrue();
            assertThat(prepared.directory().resolve("a.txt")).hasContent("one\ntwo\nthree\n");
            assertThat(TempRepo.gitIn(prepared.directory(), "status", "--porcelain"))
                    .isEmpty();
        }
        repo.git("fsck", "--no-dangling", "--connectivity-only");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "touch $(git rev-parse --git-dir)/index.lock",
                "echo garbage > $(git rev-parse --git-dir)/index",
                "rm $(git rev-parse --git-dir)/index",
                "git checkout -q -b x; echo x > a.txt; git commit -qam x; git checkout -q main~0; echo y > a.txt; git commit -qam y; git merge -q x || true",
                "git checkout -q --orphan fresh",
                "git rm -q -r .",
                "mkdir closed; touch closed/x; chmod 500 closed",
                "mkdir closed; touch closed/x; chmod 0 closed",
                "chmod 500 .",
                "chmod 0 a.txt",
                "chmod 0 ."
            })
    void lesserDamageIsMended(String script) {
        var pool = pool(SlotOptions.DEFAULT);
        try (var lease = lease(pool)) {
            TempRepo.sh(lease.prepare(item(1), start).directory(), script);
        }
        var directory = use(pool, item(2), "test -z \"$(git status --porcelain)\"; touch new");
        assertThat(directory.resolve("a.txt")).hasContent("one\ntwo\nthree\n");
    }

    /// git looks at whether a file can be executed, and at no other permission.
    @ParameterizedTest
    @ValueSource(strings = {"chmod 500 sub", "chmod -R a-w .", "chmod 0 sub", "chmod 400 sub/*"})
    void whatAFailedStepClosesIsOpenForTheNext(String script) {
        var pool = pool(SlotOptions.DEFAULT);
        try (var lease = lease(pool)) {
            TempRepo.sh(lease.prepare(item(1), start).directory(), "mkdir -p sub; " + script);
            lease.saveLeftovers(item(1), lease.status());
            lease.giveBack();
            lease.settle(item(1), false);
        }
        use(pool, item(2), "test \"$(stat -c %a sub)\" = 700 || test \"$(stat -c %a sub)\" = 755; touch sub/new sub/*");
        assertThat(places.worktrees()).isDirectoryNotContaining("glob:**/retired-*");
    }

    @ParameterizedTest
    @ValueSource(strings = {"mkdir closed; echo x > closed/x; chmod 0 closed", "echo x > x; chmod 0 x"})
    void whatIsClosedToItsOwnerIsSaved(String script) {
        var pool = pool(SlotOptions.DEFAULT);
        use(pool, item(1), script);
        assertThat(repo.git("log", "-1", "--format=", "--name-only", item(1).salvageRef()))
                .endsWith("x");
        use(pool, item(2), "true");
        assertThat(places.worktrees()).isDirectoryNotContaining("glob:**/retired-*");
    }
}
