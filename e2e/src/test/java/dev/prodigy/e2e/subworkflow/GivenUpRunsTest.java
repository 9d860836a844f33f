package dev.prodigy.e2e.subworkflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is left of called runs that nothing can resume any more (spec 03 §12, 04 §5.8, 05 §2.8).
class GivenUpRunsTest {
    private static final String ITEMS = "refs/heads/prodigy-items/";
    private static final String IN_AN_ITEM = """
            mode: mapreduce
            map:
              input: [1]
              agent_template: [{shell: 'test ! -e "$TRACE.fail"'}, {workflow: CALLED}]
            """;
    private static final String IN_A_STEP = "commands: [{workflow: items.yml}]";

    @NewSandbox
    private Sandbox sandbox;

    @BeforeEach
    void whatIsCalled() throws IOException {
        sandbox.workflow("items.yml", """
                mode: mapreduce
                map:
                  input: [1, 2]
                  max_parallel: 2
                  agent_template:
                    - shell: |
                        echo ${item} >item${item}.txt; git add .; git commit -qm item
                        echo "made ${item}" >>"$TRACE"
                        test ! -e "$TRACE.fail" || exit 9
                        test -e "$TRACE.go" || sleep 600
                """);
    }

    @ParameterizedTest
    @ValueSource(strings = {"items.yml", "middle.yml"})
    void theSlotsOfTheRunOfAnItemThatDiedGoWithThoseOfItsCaller(String called) throws IOException {
        sandbox.workflow("middle.yml", IN_A_STEP);
        killed(IN_AN_ITEM.replace("CALLED", called));
        mark("fail");

        var resumed = sandbox.prodigy().run("resume", "last", "-o", "json");

        assertThat(resumed.exitCode()).as("%s", resumed).isEqualTo(3);
        assertThat(worktrees()).isEmpty();
        assertThat(refs("refs/heads/prodigy*")).isEmpty();
        assertThat(refs("refs/prodigy/salvage")).hasSize(2);
    }

    /// A resume that was killed while it took them away has left some of them.
    @ParameterizedTest
    @ValueSource(strings = {"items.yml", "middle.yml"})
    void theNextResumeTakesAwayWhatOneThatWasCutOffLeft(String called) throws IOException {
        sandbox.workflow("middle.yml", IN_AN_ITEM.replace("CALLED", "items.yml"));
        killed(IN_AN_ITEM.replace("CALLED", called));
        var branch = refs(ITEMS + newest()).getFirst();
        sandbox.repository().git("update-ref", "-d", "refs/heads/prodigy/" + newest());
        Files.createFile(sandbox.repository().directory().resolve(".git").resolve(branch + ".lock"));
        mark("go");

        var resumed = sandbox.prodigy().run("resume", "last", "-y", "-o", "json");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(refs("refs/heads/prodigy*")).isEmpty();
        assertThat(sandbox.repository().files("main")).contains("item1.txt", "item2.txt");
    }

    /// The item that called it is over, and so is the run: its dead letter still names the branch.
    @Test
    void aDeadLetterOfARunThatEndedKeepsItsBranchWhenTheCallerIsResumed() throws IOException {
        sandbox.workflow("leaf.yml", """
                mode: mapreduce
                map:
                  input: [1]
                  agent_template: ['echo leaf >leaf.txt; git add .; git commit -qm leaf; exit 9']
                """);
        killed("""
                mode: mapreduce
                map:
                  input: [1, 2]
                  max_parallel: 1
                  agent_template:
                    - {workflow: leaf.yml, when: item == 1}
                    - 'echo ${item} >>"$TRACE"; test ${item} = 1 || test -e "$TRACE.go" || sleep 600'
                """);
        var letters = refs(ITEMS + newest());
        assertThat(letters).hasSize(1);
        mark("go");

        var resumed = sandbox.prodigy().run("resume", "last", "-y", "-o", "json");

        assertThat(resumed.exitCode()).as("%s", resumed).isEqualTo(3);
        assertThat(refs(ITEMS)).containsExactlyElementsOf(letters);
        var listed =
                sandbox.prodigy().run("dlq", "list", newest(), "-o", "json").json();
        assertThat("refs/heads/" + listed.text("items.0.branch")).isEqualTo(letters.getFirst());
    }

    @Test
    void whatTheRunOfAnItemLeftIsAnOrphanThoughItsCallerGoesOn() throws IOException {
        killed(IN_AN_ITEM.replace("CALLED", "items.yml"));
        assertThat(worktrees("orphaned")).hasSize(1);

        // the first takes the slots, which have the branches of items checked out
        sandbox.prodigy().run("worktree", "gc");
        assertThat(worktrees("orphaned")).hasSize(2);
        sandbox.prodigy().run("worktree", "gc");

        assertThat(worktrees("orphaned")).isEmpty();
        assertThat(worktrees("idle")).as("the session of the caller").hasSize(1);
        mark("go");
        var resumed = sandbox.prodigy().run("resume", "last", "-y", "-o", "json");
        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(sandbox.repository().files("main")).contains("item1.txt", "item2.txt");
    }

    @Test
    void whatItsCallerGoesOnWithStays() throws IOException {
        killed(IN_A_STEP);

        sandbox.prodigy().run("worktree", "gc");
        assertThat(worktrees("orphaned")).isEmpty();
        assertThat(refs(ITEMS)).hasSize(2);
        mark("go");

        var resumed = sandbox.prodigy().run("resume", "last", "-y", "-o", "json");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(sandbox.repository().files("main")).contains("item1.txt", "item2.txt");
        assertThat(refs("refs/heads/prodigy*")).isEmpty();
    }

    @Test
    void theBranchesOfItsItemsAreKeptByTheirDeadLetters() throws IOException {
        mark("fail");
        var ended = sandbox.prodigy().run("run", sandbox.workflow(IN_A_STEP), "-y", "-o", "json");
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        sandbox.prodigy().run("worktree", "gc");
        assertThat(refs(ITEMS)).hasSize(2);
        assertThat(worktrees()).isEmpty();
        var called = sandbox.journals().getLast().runId();

        assertThat(sandbox.prodigy().run("dlq", "clear", called, "-y").exitCode())
                .isZero();

        assertThat(worktrees("orphaned")).hasSize(2);
        sandbox.prodigy().run("worktree", "gc");
        assertThat(refs(ITEMS)).isEmpty();
        assertThat(refs("refs/prodigy/salvage")).hasSize(2);
    }

    private void killed(String caller) throws IOException {
        sandbox.prodigy()
                .start("run", sandbox.workflow(caller), "-y")
                .until("both items to work", () -> sandbox.trace().size() == 2)
                .kill();
    }

    private String newest() throws IOException {
        return sandbox.journals().getLast().runId();
    }

    private void mark(String name) throws IOException {
        Files.createFile(sandbox.folder().resolve("trace." + name));
    }

    private List<String> worktrees() throws IOException {
        return sandbox.prodigy().run("worktree", "ls").out().lines().toList();
    }

    private List<String> worktrees(String state) throws IOException {
        return worktrees().stream().filter(each -> each.startsWith(state)).toList();
    }

    private List<String> refs(String pattern) throws IOException {
        return sandbox.repository()
                .git("for-each-ref", "--format=%(refname)", pattern)
                .lines()
                .toList();
    }
}
