package dev.prodigy.e2e.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// No work is thrown away, and the journal tells of all that was saved or removed (spec 03 §12, 05 §6).
class SavedWorkTest {
    private static final String COMMITTING = "echo made >made.txt; git add made.txt; git commit -qm made";

    /// No ref can hold a repository inside of the worktree.
    private static final String LEAVING_A_REPOSITORY = """
            mode: mapreduce
            map:
              input: [a]
              agent_template:
                - shell: git init -q sub; cd sub; echo s >s; git add s; git -c user.name=t -c user.email=t@t commit -qm s%s
            """;

    private static final String READING_AN_INPUT_FILE = """
            mode: mapreduce
            setup: ["echo '[1]' >in.json"]
            map:
              input: in.json
              agent_template:
                - shell: %s
            """;

    @TempDir
    Path folder;

    private Sandbox sandbox;

    @BeforeEach
    void sandbox() throws IOException {
        sandbox = Sandbox.in(folder);
    }

    @Test
    void commitsThatStepsTakeOutOfTheirHistoryAreSaved() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                setup:
                  - shell: echo s >s.txt; git add s.txt; git commit -qm from-setup; git reset -q --hard HEAD~1
                map:
                  input: [reset, left, none, fine]
                  max_parallel: 1
                  agent_template:
                    - shell: |
                        case ${item.item} in
                        reset) echo r >r.txt; git add r.txt; git commit -qm from-reset; git reset -q --hard HEAD~1;;
                        left) git checkout -q --detach; echo l >l.txt; git add l.txt; git commit -qm from-left; exit 3;;
                        none) exit 4;;
                        fine) echo f >f.txt; git add f.txt; git commit -qm from-fine; for i in 1 2 3 4 5 6 7; do echo $i >u$i; done;;
                        esac
                """);

        var ended = sandbox.prodigy().run("run", workflow, "-y", "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        var run = ended.json().text("run_id");
        var repository = sandbox.repository();
        assertThat(repository.refs("refs/prodigy/salvage"))
                .containsExactly(
                        "refs/prodigy/salvage/" + run + "/item-001-1",
                        "refs/prodigy/salvage/" + run + "/item-004-1",
                        "refs/prodigy/salvage/" + run + "/session-1");
        assertThat(repository.git("log", "-1", "--format=%s", "refs/prodigy/salvage/" + run + "/session-1"))
                .isEqualTo("from-setup");
        assertThat(repository.git("log", "-1", "--format=%s", "refs/prodigy/salvage/" + run + "/item-001-1"))
                .isEqualTo("from-reset");
        assertThat(repository.refs("refs/heads/prodigy"))
                .as("the branch of a failed item with commits")
                .containsExactly();
        assertThat(repository.refs("refs/heads/prodigy-items"))
                .containsExactly("refs/heads/prodigy-items/" + run + "/item-002");
        assertThat(repository.git("log", "-1", "--format=%s", "prodigy-items/" + run + "/item-002"))
                .isEqualTo("from-left");
        assertThat(ended.err())
                .contains("COMMITS_SAVED: steps of the run made commits", "COMMITS_SAVED: item-001 made commits")
                .contains("LEFTOVERS_SAVED: item-004 left uncommitted files", "u1, u2, u3, u4, u5 and 2 more");
    }

    /// Spec 03 §2: items start from the commit. The file they were read from is missed by nobody.
    @Test
    void theUserHearsOfFilesOfSetupThatItemsDoNotSee() throws IOException {
        var ended = sandbox.prodigy().run("run", sandbox.workflow("""
                mode: mapreduce
                setup: ["touch u1 u2 u3 u4 u5 u6; echo '[1]' >in.json"]
                map:
                  input: in.json
                  agent_template:
                    - shell: '! ls u1; echo made >made.txt; git add made.txt; git commit -qm made'
                """), "-y");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.err())
                .containsOnlyOnce("SETUP_UNCOMMITTED")
                .containsPattern("SETUP_UNCOMMITTED.*: u1, u2, u3, u4, u5 and 1 more;")
                .containsPattern("LEFTOVERS_SAVED.*: u1, u2, u3, u4, u5 and 1 more in ");
        var journal = sandbox.journal();
        assertThat(journal.count("warning_raised")).as("both").isEqualTo(2);
    }

    @Test
    void nothingIsSaidOfWhatIsMadeInEveryWorktree() throws IOException {
        var ended = sandbox.prodigy().run("run", sandbox.workflow("""
                mode: mapreduce
                worktree: {setup: "touch made-everywhere changed staged; git add staged"}
                setup: ["touch made-once; echo once >changed"]
                map:
                  input: ["1"]
                  agent_template:
                    - shell: ls made-everywhere && ! ls made-once
                """));

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.err()).containsPattern("SETUP_UNCOMMITTED.*: changed, made-once;");
    }

    @Test
    void whatIsMadeInEveryWorktreeIsNoLeftoverUnlessItIsChanged() throws IOException {
        var ended = sandbox.prodigy().run("run", sandbox.workflow("""
                mode: mapreduce
                worktree: {setup: "touch made-everywhere"}
                setup: ["true"]
                map:
                  input: ["1", "2"]
                  max_parallel: 1
                  agent_template:
                    - shell: test ${item} = 1 || echo changed >made-everywhere
                """), "-y");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.err()).containsOnlyOnce("LEFTOVERS_SAVED").contains("LEFTOVERS_SAVED: item-002 left");
        assertThat(sandbox.repository().refs("refs/prodigy/salvage")).hasSize(1);
    }

    @Test
    void aRepositoryMadeInAnItemIsKeptThoughItWasCommitted() throws IOException {
        var ended = sandbox.prodigy()
                .run(
                        "run",
                        sandbox.workflow("""
                mode: mapreduce
                map:
                  input: ["1"]
                  agent_template:
                    - shell: git init -q in && cd in && echo w >w && git add w && %s
                    - shell: git add in && git commit -qm in
                """.formatted("git -c user.name=A -c user.email=a@b.c commit -qm in")),
                        "-y");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.err()).containsPattern("LEFTOVERS_KEPT: item-001 .*in is a repository of its own");
        try (var kept = Files.list(sandbox.home().resolve("worktrees/app"))) {
            assertThat(kept)
                    .singleElement()
                    .satisfies(
                            directory -> assertThat(directory.resolve("in/w")).exists());
        }
    }

    /// There is nothing to merge in what was saved.
    @Test
    void nobodyIsToldToMergeTheInputFile() throws IOException {
        var ended = sandbox.prodigy().run("run", sandbox.workflow(READING_AN_INPUT_FILE.formatted("\"true\"")));

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.err()).doesNotContain("git merge", "The branch was removed");
    }

    @Test
    void nothingIsSaidOfTheInputFileAlone() throws IOException {
        var ended = sandbox.prodigy().run("run", sandbox.workflow(READING_AN_INPUT_FILE.formatted(COMMITTING)), "-y");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.err()).doesNotContain("SETUP_UNCOMMITTED", "LEFTOVERS_SAVED");
    }

    @Test
    void theUserHearsOfFilesThatTheStepsOfARunLeave() throws IOException {
        var ended = sandbox.prodigy().run("run", sandbox.workflow("""
                commands:
                  - shell: %s; echo left >left.txt
                """.formatted(COMMITTING)), "-y");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.err())
                .contains("steps of the run left uncommitted files, which were saved and not merged: left.txt");
    }

    @Test
    void leftoversThatNoRefCanHoldAreKeptInADirectoryThatIsNamed() throws IOException {
        var workflow = sandbox.workflow(LEAVING_A_REPOSITORY.formatted(""));

        var ended = sandbox.prodigy().run("run", workflow, "-y", "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.err()).contains("LEFTOVERS_KEPT: item-001 left uncommitted files", "/retired-");
        var salvaged = sandbox.journal().events("worktree_salvaged").getFirst();
        assertThat(salvaged.toString()).doesNotContain("\"ref\":\"");
        assertThat(salvaged.text("reason")).contains("/retired-");
    }

    @Test
    void theLetterOfAnItemThatTheProgramCrashesWithNamesWhatItLeft() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [a]
                  agent_template:
                    - shell: |
                        echo c >c; git add c; git commit -qm from-attempt-$PRODIGY_ITEM_ATTEMPT; echo l >left; echo last words
                        until grep -qs words "$PRODIGY_LOG_DIR"/*.stdout; do sleep 0.05; done
                        touch "$MARK-$PRODIGY_ITEM_ATTEMPT"; sleep 600
                """);
        var mark = folder.resolve("attempt");
        var prodigy = sandbox.prodigy().with("MARK", mark.toString());
        for (int attempt = 1; attempt <= 5; attempt++) {
            var begun = Path.of(mark + "-" + attempt);
            var running = attempt == 1 ? prodigy.start("run", workflow) : prodigy.start("resume");
            running.until("the attempt to work", () -> Files.exists(begun)).kill();
        }

        var ended = prodigy.run("resume", "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        var run = ended.json().text("run_id");
        var letter = prodigy.run("dlq", "show", "last", "1", "-o", "json").json();
        assertThat(letter.text("history.0.error.code")).isEqualTo("CRASH_LOOP");
        var repository = sandbox.repository();
        assertThat(repository.git("log", "-1", "--format=%s", letter.text("branch")))
                .isEqualTo("from-attempt-5");
        assertThat(letter.text("salvage_ref")).isEqualTo("refs/prodigy/salvage/" + run + "/item-001-5");
        assertThat(repository.git("show", letter.text("salvage_ref") + ":left")).isEqualTo("l");
        assertThat(sandbox.home().resolve(letter.text("logs.0"))).content().contains("last words");
    }

    /// A skipped item has no dead letter that would tell where its work is.
    @Test
    void theSummaryNamesWhatASkippedItemLeft() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [a]
                  on_item_failure: skip
                  agent_template:
                    - shell: echo c >c; git add c; git commit -qm kept; echo l >left; echo last words >&2; exit 7
                """);

        var ended = sandbox.prodigy().run("run", workflow, "-y");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        var run = sandbox.journal().events("workflow_started").getFirst().text("run_id");
        assertThat(ended.err())
                .containsPattern(
                        "  item-001  EXIT_7: .*last words.*\n    log: /.*/item-001/attempt-1/00-shell.stderr\n")
                .contains("    commits kept: git log prodigy-items/" + run + "/item-001\n")
                .contains("    work saved: git show refs/prodigy/salvage/" + run + "/item-001-1\n")
                .doesNotContain("prodigy dlq");
    }

    @Test
    void aSalvageRefIsNeverADirectory() throws IOException {
        var workflow = sandbox.workflow(LEAVING_A_REPOSITORY.formatted("; exit 7"));

        var ended = sandbox.prodigy().run("run", workflow, "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        assertThat(ended.err()).contains("LEFTOVERS_KEPT: item-001 left uncommitted files", "/retired-");
        assertThat(sandbox.journal().events("agent_failed").getFirst().text("salvage_ref"))
                .isEqualTo("null");
        var letter = sandbox.prodigy().run("dlq", "show", "last", "1", "-o", "json");
        assertThat(letter.json().text("salvage_ref")).isEqualTo("null");
        var kept = letter.json().text("kept_directory");
        assertThat(Path.of(kept)).isDirectory();
        assertThat(ended.err()).contains("    work kept: " + kept);
        var listed = sandbox.prodigy().run("worktree", "ls", "-o", "json").json();
        assertThat(listed.text("worktrees.0.path")).isEqualTo(kept);
        assertThat(listed.text("worktrees.0.item_id")).isEqualTo("item-001");
    }

    @Test
    void whatAStepCommittedBeforeItDeletedItsWorktreeIsNamed() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [a]
                  agent_template:
                    - shell: echo x >f; git add -A; git commit -qm add; rm -rf "$PRODIGY_WORKTREE"
                """);

        var ended = sandbox.prodigy().run("run", workflow, "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        var letter = sandbox.prodigy().run("dlq", "show", "last", "1", "-o", "json");
        assertThat(letter.json().text("error_type")).as("%s", letter).isEqualTo("workspace");
        var branch = letter.json().text("branch");
        assertThat(branch).startsWith("prodigy-items/");
        assertThat(sandbox.repository().git("log", "-1", "--format=%s", branch)).isEqualTo("add");
    }

    @Test
    void theJournalTellsOfWorktreesAndMerges() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [a]
                  agent_template:
                    - shell: echo x >x.txt; git add x.txt; git commit -qm x; echo "$PRODIGY_BRANCH" >"$TRACE"
                """);

        var ended = sandbox.prodigy().run("run", workflow, "-y", "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        var run = ended.json().text("run_id");
        var journal = sandbox.journal();
        assertThat(journal.events("worktree_created"))
                .extracting(event -> event.text("name"))
                .contains("slot-01");
        var started = journal.events("agent_started").getFirst();
        assertThat(started.text("log_dir")).endsWith("item-001/attempt-1");
        assertThat(started.text("branch")).isEqualTo("prodigy-items/" + run + "/item-001");
        assertThat(sandbox.trace()).containsExactly(started.text("branch"));
        assertThat(journal.events("merge_started"))
                .extracting(event -> event.text("target"))
                .containsExactly("prodigy/" + run, "main");
        assertThat(journal.events("merge_completed"))
                .extracting(event -> event.text("target"))
                .containsExactly("prodigy/" + run, "main");
        assertThat(journal.events("worktree_removed"))
                .extracting(event -> event.text("name"))
                .containsExactlyInAnyOrder("slot-01", run);
        assertThat(journal.events().getLast().text("event_type")).isEqualTo("workflow_completed");
    }

    /// The step that runs again is compared with what an earlier process saw before it.
    @ParameterizedTest
    @ValueSource(strings = {"INT", "KILL"})
    void aStepThatWasInterruptedAmidUncommittedWorkRunsAgain(String signal) throws IOException {
        var workflow = sandbox.workflow("""
                commands:
                  - shell: echo made >made.txt
                  - shell: |
                      echo two >>"$TRACE"; echo x >second.txt
                      while ! test -e "$TRACE.go"; do sleep 0.05; done
                      echo y >third.txt
                  - shell: echo "${step.files_changed}" >>"$TRACE"; echo "${workflow.files_changed}" >>"$TRACE"
                """);
        var running = sandbox.prodigy().start("run", workflow, "-o", "json");
        running.until("the second step has begun", () -> !sandbox.trace().isEmpty());
        running.signal(signal).await();
        Files.createFile(sandbox.folder().resolve("trace.go"));

        var ended = sandbox.prodigy().run("resume", "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(sandbox.trace().getLast()).contains("made.txt", "second.txt", "third.txt");
        assertThat(sandbox.homeFiles())
                .as("what was kept to compare with")
                .noneMatch(file -> file.contains("objects/"));
        assertThat(sandbox.homeFiles()).as("temporary files").noneMatch(file -> file.startsWith("tmp/"));
    }
}
