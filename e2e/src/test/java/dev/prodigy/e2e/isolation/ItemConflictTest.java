package dev.prodigy.e2e.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Work of items that conflicts with what other items have merged meanwhile (spec 03 §10; acceptance rows 22
/// and 23).
class ItemConflictTest {
    /// Two items begin on the same commit, write the same file, and the second waits until the first is merged.
    private static final String TWO_WRITERS = """
            mode: mapreduce
            map:
              input: [{id: 1}, {id: 2}]
              max_parallel: 2
              agent_template:
                - shell: |
                    touch "$TRACE.began-${item.id}"
                    until [ -e "$TRACE.began-1" ] && [ -e "$TRACE.began-2" ]; do sleep 0.02; done
                    if [ ${item.id} = 2 ] && [ ${item_attempt} = 1 ]; then
                      until git log --format=%s prodigy/$PRODIGY_RUN_ID | grep -q 'Merge item-001'; do sleep 0.02; done
                    fi
                    [ -e shared.txt ] && from="$(cat shared.txt) "
                    echo "${from}${item.id}" >shared.txt
                    git add . && git commit -qm "item ${item.id}"
            """;

    private static final String LEAVING_A_REPOSITORY = TWO_WRITERS + """
                - shell: test ${item.id} = 1 || { git init -q tool; echo precious >tool/t; echo n >note; }
            """;

    @NewSandbox
    private Sandbox sandbox;

    @Test
    void theSecondWriterOfAFileFailsAndKeepsItsBranch() throws IOException {
        var ended = sandbox.prodigy().run("run", sandbox.workflow(TWO_WRITERS), "-o", "json", "-y");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        var letter = sandbox.journal().events("dlq_item_added").getFirst();
        assertThat(letter.text("item_id")).isEqualTo("item-002");
        assertThat(letter.text("conflicts")).isEqualTo("[\"shared.txt\"]");
        assertThat(sandbox.repository().git("show", letter.text("branch") + ":shared.txt"))
                .isEqualTo("2");
        assertThat(sandbox.repository().git("show", "HEAD:shared.txt")).isEqualTo("1");
        assertThat(sandbox.journal().events("merge_conflicted").getFirst().text("resolution"))
                .isEqualTo("fail");
    }

    @Test
    void aRetryWorksOnWhatWasMergedMeanwhile() throws IOException {
        var ended = sandbox.prodigy()
                .run("run", sandbox.workflow(TWO_WRITERS + "  on_conflict: retry\n"), "-o", "json", "-y");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(sandbox.repository().git("show", "HEAD:shared.txt")).isEqualTo("1 2");
        assertThat(sandbox.journal().count("agent_started")).isEqualTo(3);
    }

    /// No attempt follows upon the handler, which runs once.
    @Test
    void whatAHandlerResolvedAndConflictsIsDeadLetteredWithTheConflict() throws IOException {
        var workflow = sandbox.workflow("""
                on_item_failure: custom:fix
                error_policy: {handlers: {fix: {then: resolved, steps: [{shell: git log -1 --format=%s}]}}}
                """ + TWO_WRITERS + """
                    - shell: test ${item.id} = 1
                  on_conflict: retry
                """);

        var ended = sandbox.prodigy().run("run", workflow, "-o", "json", "-y");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        assertThat(sandbox.journal().count("agent_started")).isEqualTo(2);
        assertThat(sandbox.journal().events("merge_conflicted").getFirst().text("resolution"))
                .isEqualTo("fail");
        var letter = sandbox.prodigy()
                .run("dlq", "inspect", "item-002", "-o", "json")
                .json();
        assertThat(letter.text("conflicts")).isEqualTo("[\"shared.txt\"]");
        assertThat(letter.text("failure_reason"))
                .isEqualTo("Merge conflict: conflicts with work merged meanwhile in shared.txt");
        assertThat(letter.text("error_type")).isEqualTo("merge_conflict");
        assertThat(letter.text("handler_error.code")).isEqualTo("MERGE_CONFLICT");
        var failed = sandbox.journal().events("agent_failed").getFirst();
        assertThat(failed.text("error.cause.code")).isEqualTo("EXIT_1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " && git add shared.txt && git commit -qm both"})
    void stepsResolveWhereTheMergeIsInProgress(String commit) throws IOException {
        var workflow = sandbox.workflow(TWO_WRITERS + """
                  on_conflict:
                    - shell: |
                        echo '${conflict.files}' "${conflict.file_list}" ${item.id} $(grep -c '^<<<<<<<' shared.txt) >>"$TRACE"
                    - shell: echo both >shared.txt%s
                """.formatted(commit));

        var ended = sandbox.prodigy().run("run", workflow, "-o", "json", "-y");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.json().number("items.successful")).isEqualTo(2);
        assertThat(sandbox.trace()).containsExactly("[\"shared.txt\"] shared.txt 2 1");
        assertThat(sandbox.repository().git("show", "HEAD:shared.txt")).isEqualTo("both");
        assertThat(sandbox.repository().git("log", "--first-parent", "--format=%s", "HEAD^2"))
                .contains("Merge item-001")
                .contains("Merge item-002");
        assertThat(sandbox.journal().events("merge_conflicted").getFirst().text("resolution"))
                .isEqualTo("steps");
    }

    /// The commit is that of the merge; what they made beside it goes with it.
    @Test
    void stepsThatCommitAutomaticallyResolveTheMergeTogether() throws IOException {
        var workflow = sandbox.workflow(TWO_WRITERS + """
                  on_conflict:
                    - {shell: 'echo "$(grep -c "^<<<<<<<" shared.txt)" >>"$TRACE"; echo n >new.txt', auto_commit: true}
                    - {shell: echo both >shared.txt, auto_commit: true, commit_required: true}
                """);

        var ended = sandbox.prodigy().run("run", workflow, "-o", "json", "-y");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(sandbox.trace()).containsExactly("1");
        assertThat(sandbox.repository().git("show", "HEAD:shared.txt")).isEqualTo("both");
        assertThat(sandbox.repository().git("show", "HEAD:new.txt")).isEqualTo("n");
        assertThat(ended.err()).doesNotContain("LEFTOVERS_SAVED");
    }

    /// So does one that makes a slot ready.
    @Test
    void aToleratedStepOfTheResolutionIsNamedByItsItem() throws IOException {
        var workflow = sandbox.workflow("""
                worktree: {setup: [{shell: 'test "$PRODIGY_ITEM_ID" != item-001', id: ready, continue_on_error: true}]}
                """ + TWO_WRITERS + """
                  on_conflict:
                    - {shell: exit 4, id: resolving, continue_on_error: true}
                    - shell: echo both >shared.txt
                reduce: [{shell: 'echo ${map.results[0].tolerated:json} ${map.results[1].tolerated:json} >>"$TRACE"'}]
                """);

        var ended = sandbox.prodigy().run("run", workflow, "-o", "json", "-y");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        assertThat(ended.json().number("items.successful")).isEqualTo(2);
        assertThat(sandbox.trace()).containsExactly("[\"ready\"] [\"resolving\"]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"exit 9", "echo not yet", "git checkout -q --ours shared.txt; echo '<<<<<<< x' >>shared.txt"})
    void whatTheStepsDoNotResolveFails(String step) throws IOException {
        var workflow = sandbox.workflow(TWO_WRITERS + """
                  on_conflict:
                    commands:
                      - shell: "%s"
                """.formatted(step));

        var ended = sandbox.prodigy().run("run", workflow, "-o", "json", "-y");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        var failed = sandbox.journal().events("agent_failed").getFirst();
        assertThat(failed.text("error.code")).isEqualTo("MERGE_CONFLICT");
        assertThat(failed.text("error.cause.code")).isEqualTo(step.startsWith("exit") ? "EXIT_9" : "null");
        assertThat(failed.text("error.message"))
                .isEqualTo("conflicts with work merged meanwhile in shared.txt"
                        + (step.startsWith("exit")
                                ? "; the steps of on_conflict failed: map.on_conflict[0] with EXIT_9"
                                : "; the steps of on_conflict left it unresolved in shared.txt"));
        assertThat(sandbox.repository().git("show", failed.text("branch") + ":shared.txt"))
                .isEqualTo("2");
        assertThat(failed.text("salvage_ref")).startsWith("refs/prodigy/salvage/");
        assertThat(sandbox.repository().git("show", "HEAD:shared.txt")).isEqualTo("1");
    }

    /// No ref can hold a repository: the slot is kept, and the conflict resolved in a new one.
    @Test
    void aConflictIsResolvedInANewSlotWhereTheSlotIsKeptForWhatItHolds() throws IOException {
        var workflow = sandbox.workflow("""
                worktree: {setup: 'echo "$PRODIGY_ITEM_ID" >>"$TRACE"'}
                """ + LEAVING_A_REPOSITORY + """
                  on_conflict:
                    - shell: test ! -e note; test ! -e tool; echo both >shared.txt
                """);

        var ended = sandbox.prodigy().run("run", workflow, "-o", "json", "-y");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(sandbox.repository().git("show", "HEAD:shared.txt")).isEqualTo("both");
        assertThat(sandbox.trace())
                .filteredOn("item-002"::equals)
                .as("set up again")
                .hasSize(2);
        assertThat(ended.err())
                .containsOnlyOnce("LEFTOVERS_KEPT: item-002 left uncommitted files")
                .doesNotContain("EARLIER_WORK_SAVED");
        assertThat(kept().resolve("tool/t")).hasContent("precious");
        assertThat(kept().resolve("note")).exists();
        assertThat(sandbox.repository().refs("refs/heads/prodigy-items")).isEmpty();
    }

    @Test
    void theLetterOfAnUnresolvedConflictNamesTheDirectoryThatIsKept() throws IOException {
        var workflow = sandbox.workflow(LEAVING_A_REPOSITORY + "  on_conflict: [{shell: exit 9}]\n");

        var ended = sandbox.prodigy().run("run", workflow, "-o", "json", "-y");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        var letter =
                sandbox.prodigy().run("dlq", "show", "last", "2", "-o", "json").json();
        assertThat(letter.text("history.0.error.cause.code")).isEqualTo("EXIT_9");
        assertThat(letter.text("kept_directory")).isEqualTo(kept().toString());
        assertThat(kept().resolve("tool/t")).hasContent("precious");
        assertThat(sandbox.repository().git("show", letter.text("branch") + ":shared.txt"))
                .isEqualTo("2");
    }

    /// What the item left, and what the steps did that resolved its conflict.
    @Test
    void allLeftoversOfAnItemAreNamed() throws IOException {
        var workflow = sandbox.workflow(TWO_WRITERS + """
                    - shell: touch note-${item.id}
                  on_conflict: [{shell: echo both >shared.txt; touch more}]
                """);

        var ended = sandbox.prodigy().run("run", workflow, "-y");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.err())
                .containsPattern("LEFTOVERS_SAVED: item-002 .*: note-2 in ")
                .containsPattern("LEFTOVERS_SAVED: item-002 .*: more in ");
    }

    private Path kept() throws IOException {
        try (var directories = Files.list(sandbox.home().resolve("worktrees/app"))) {
            return directories
                    .filter(each -> each.getFileName().toString().startsWith("retired-"))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
