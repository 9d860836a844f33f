package dev.prodigy.e2e.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What the place where a run starts allows it (spec 03 §1, §9).
class SharedDirectoryTest {
    @NewSandbox
    private Sandbox sandbox;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    commit_required: true                  | [x]                                    | commit_required
                    on_conflict: retry                     | [x]                                    | map.on_conflict
                    max_parallel: 2                        | [{shell: x, commit_required: true}]    | agent_template[0].commit_required
                    max_parallel: 2                        | [{foreach: [1], do: [{shell: x, auto_commit: true}]}] | auto_commit
                    """)
    void itemsThatShareADirectoryCannotBeAskedForCommits(String option, String template, String named)
            throws IOException {
        var workflow = "mode: mapreduce\nmap:\n  input: [a, b]\n  " + option + "\n  agent_template: " + template + "\n";
        var outside = Files.createDirectories(sandbox.folder().resolve("outside"));
        Files.writeString(outside.resolve("w.yml"), workflow);
        var flow = sandbox.workflow(workflow);
        for (var ended : List.of(
                sandbox.prodigy().in(outside).run("run", "w.yml"),
                sandbox.prodigy().run("run", flow, "--isolation", "none"),
                sandbox.prodigy()
                        .with("ONE", "1")
                        .with("PRODIGY_ISOLATION", "none")
                        .run("run", flow),
                sandbox.prodigy().run("plan", flow, "--isolation", "none"))) {
            assertThat(ended.exitCode()).as("%s", ended).isEqualTo(2);
            assertThat(ended.err()).contains(named, "isolation: worktree");
        }
        assertThat(sandbox.journals()).isEmpty();
    }

    @Test
    void worktreesForItemsAloneAreRefused() throws IOException {
        var workflow = "mode: mapreduce\nmap: {input: [1], isolation: worktree, agent_template: touch made}\n";
        var outside = Files.createDirectories(sandbox.folder().resolve("outside"));
        Files.writeString(outside.resolve("w.yml"), workflow);
        var flow = sandbox.workflow(workflow);
        for (var ended : List.of(
                sandbox.prodigy().in(outside).run("run", "w.yml", "-o", "json"),
                sandbox.prodigy().run("run", flow, "--isolation", "none", "-o", "json"),
                sandbox.prodigy().run("plan", flow, "--isolation", "none", "-o", "json"))) {
            assertThat(ended.exitCode()).as("%s", ended).isEqualTo(2);
            assertThat(ended.json().text("error.code")).isEqualTo("no_worktree");
            assertThat(ended.json().text("error.hint")).isNotBlank();
        }
        assertThat(sandbox.journals()).isEmpty();
        assertThat(sandbox.prodigy().run("run", flow).exitCode()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"prodigy", "prodigy-items"})
    void aBranchInTheWayOfTheRunsBranchesIsTold(String name) throws IOException {
        sandbox.repository().git("branch", name);
        var flow = sandbox.workflow("commands: ['true']");
        var ended = sandbox.prodigy().run("run", flow, "--isolation", "worktree", "-o", "json");
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(2);
        assertThat(ended.json().text("error.code")).isEqualTo("branch_in_the_way");
        assertThat(ended.json().text("error.hint")).startsWith("git branch -m " + name + " ");
        assertThat(sandbox.journals()).isEmpty();
    }

    @Test
    void oneItemAtATimeMayCommitInASharedDirectory() throws IOException {
        var flow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [a, b]
                  max_parallel: 1
                  agent_template: [{shell: 'echo ${item} >${item}.txt', auto_commit: true}]
                """);
        var ended = sandbox.prodigy().run("run", flow, "--isolation", "none");
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(sandbox.repository().git("ls-files", "a.txt", "b.txt")).contains("a.txt", "b.txt");
    }

    @Test
    void nothingRunsAmongTheFilesOfGitItself() throws IOException {
        var bare = sandbox.folder().resolve("bare.git");
        sandbox.repository().git("clone", "--quiet", "--bare", ".", bare.toString());
        Files.writeString(bare.resolve("w.yml"), "commands: [touch made]\n");
        var ended = sandbox.prodigy().in(bare).run("run", "w.yml");
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(2);
        assertThat(ended.err()).contains("bare", "git worktree add");
        assertThat(bare.resolve("made")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"[broken", "[core]\nrepositoryformatversion = 99", "[safe]\n[core]\nbare = maybe"})
    void aRepositoryThatGitCannotReadIsStillNoPlainFolder(String configuration) throws IOException {
        var flow = sandbox.workflow("commands: [touch made]\n");
        var top = sandbox.repository().directory();
        Files.writeString(top.resolve(".git/config"), configuration + "\n");
        var ended = sandbox.prodigy().run("run", flow);
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(2);
        assertThat(ended.err()).contains("git cannot read this repository", "--isolation none");
        assertThat(top.resolve("made")).doesNotExist();
        var meant = sandbox.prodigy().run("run", flow, "--isolation", "none");
        assertThat(meant.exitCode()).as("%s", meant).isZero();
        assertThat(top.resolve("made")).exists();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "git clone -q --separate-git-dir=\"$0/sepgit\" . \"$0/sep\"",
                "git init -q \"$0/super\"; git -C \"$0/super\" -c protocol.file.allow=always submodule --quiet add"
                        + " \"$PWD\" sub && ln -s super/sub \"$0/sep\""
            })
    void aCheckoutWhoseGitDirectoryLiesElsewhereIsMergedInto(String layout) throws IOException {
        var made = sandbox.prodigy()
                .run(List.of("sh", "-c", layout, sandbox.folder().toString()));
        assertThat(made.exitCode()).as("%s", made).isZero();
        var checkout = sandbox.folder().resolve("sep").toRealPath();
        for (var setting : List.of("user.name", "user.email")) {
            sandbox.repository().git("-C", checkout.toString(), "config", setting, "u@x");
        }
        var flow = sandbox.workflow("commands: ['echo n >nine; git add -A; git commit -qm nine']\n");
        var prodigy = sandbox.prodigy().in(checkout);
        var ended = prodigy.run("run", flow, "-y");
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(checkout.resolve("nine")).exists();
        assertThat(sandbox.repository().git("-C", checkout.toString(), "status", "--porcelain"))
                .isBlank();
        assertThat(prodigy.run("runs", "ls", "-o", "json").json().list("runs")).hasSize(1);
        assertThat(prodigy.run("status").out()).contains("completed");
    }

    @Test
    void submodulesAreInTheSessionWorktreeToo() throws IOException {
        var lib = sandbox.folder().resolve("lib");
        sandbox.repository().git("clone", "--quiet", ".", lib.toString());
        sandbox.repository()
                .git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", lib.toString(), "lib");
        sandbox.repository().commitAll("lib");
        var flow = sandbox.workflow("""
                mode: mapreduce
                worktree: {submodules: true}
                setup: [test -f lib/.git]
                map:
                  input: [a]
                  agent_template:
                    - shell: |
                        cd lib && git -c user.name=u -c user.email=u@x commit -q --allow-empty -m inside
                        cd .. && git add lib && git -c user.name=u -c user.email=u@x commit -q -m moved
                reduce:
                  - shell: test "$(git -C lib log -1 --format=%s)" = inside
                  - shell: |
                      cd lib && git -c user.name=u -c user.email=u@x commit -q --allow-empty -m reduced
                      cd .. && git add lib && git -c user.name=u -c user.email=u@x commit -q -m reduced
                """);
        var ended = sandbox.prodigy().run("run", flow, "-y");
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        var wanted = sandbox.repository().git("rev-parse", "HEAD:lib").strip();
        assertThat(sandbox.repository().git("-C", "lib", "log", "-1", "--format=%s", wanted))
                .contains("reduced");
    }

    /// Spec 03 §12, 04 §5.8: a worktree that is lost would take them along, while the session branch names them.
    @ParameterizedTest
    @ValueSource(
            strings = {"commands: STEPS", "mode: mapreduce\nsetup: STEPS\nmap: {input: [1], agent_template: 'true'}"})
    void whatAStepOfACalledWorkflowCommitsInASubmoduleIsKeptFromItsEndOn(String form) throws IOException {
        var lib = sandbox.folder().resolve("lib");
        sandbox.repository().git("clone", "--quiet", ".", lib.toString());
        sandbox.repository()
                .git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", lib.toString(), "lib");
        sandbox.repository().commitAll("lib");
        sandbox.workflow("child.yml", form.replace("STEPS", """

                  - shell: cd lib && git -c user.name=u -c user.email=u@x commit -q --allow-empty -m inside
                    auto_commit: true
                  - shell: |
                      inside=$(git rev-parse HEAD:lib)
                      test "$inside" != "$(git rev-parse HEAD~:lib)"
                      git --git-dir="$(git rev-parse --git-common-dir)/modules/lib" cat-file -e "$inside"
                """.indent(0)));
        sandbox.workflow("middle.yml", "commands: [{workflow: child.yml}]\n");
        var flow = sandbox.workflow("worktree: {submodules: true}\ncommands: [{workflow: middle.yml}]\n");
        var ended = sandbox.prodigy().run("run", flow);
        assertThat(ended.exitCode()).as("%s", ended).isZero();
    }

    /// Spec 03 §9, §12: what is kept without consent shows what the items made.
    @Test
    void theSessionWorktreeThatStaysIsOnItsBranch() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                setup: [{shell: echo set >up; git add up; git commit -qm up}]
                map:
                  input: [1, 2]
                  agent_template:
                    - shell: echo ${item} >n${item}; git add n${item}; git commit -qm n${item}
                """);
        var ended = sandbox.prodigy().run("run", workflow, "-o", "json");
        assertThat(ended.exitCode()).as("%s", ended).isZero();

        var kept = sandbox.prodigy().run("worktree", "ls", "-o", "json").json();
        var place = Path.of(kept.text("worktrees.0.path"));
        assertThat(place.resolve("n1")).exists();
        assertThat(place.resolve("n2")).exists();
        assertThat(sandbox.repository()
                        .git("-C", place.toString(), "symbolic-ref", "HEAD")
                        .strip())
                .startsWith("refs/heads/prodigy/");
        assertThat(sandbox.repository().git("-C", place.toString(), "status", "--porcelain"))
                .isEmpty();
    }
}
