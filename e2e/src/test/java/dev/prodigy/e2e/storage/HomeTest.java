package dev.prodigy.e2e.storage;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.launcher.Distribution;
import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import dev.prodigy.testkit.git.TemporaryRepository;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// What lies in the home, who may read it, and what happens when it cannot be written (spec 05 §5, §9, §11).
class HomeTest {
    private static final String SECRET = "hunter2/correct horse";

    @NewSandbox
    private Sandbox sandbox;

    @Test
    void aHomeBelowARegularFileExecutesNothing() throws IOException {
        var file = Files.createFile(sandbox.folder().resolve("file"));
        var workflow = sandbox.workflow("""
                commands:
                  - shell: echo ran >>"$TRACE"
                """);

        var ended = sandbox.prodigy().with("PRODIGY_HOME", file + "/home").run("run", workflow);

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(75);
        assertThat(ended.err()).contains(file + " is no directory", "PRODIGY_HOME");
        assertThat(sandbox.trace()).isEmpty();
        for (var words : List.of("runs ls", "events ls", "dlq list", "status", "logs", "ps")) {
            var looked = sandbox.prodigy().with("PRODIGY_HOME", file + "/home").run(words.split(" ", -1));
            assertThat(looked.exitCode()).as("%s", looked).isEqualTo(75);
        }
    }

    @Test
    void runsOfAHomeThatCannotBeWrittenCanBeLookedAt() throws IOException {
        var flow = sandbox.workflow("commands: [echo one, echo two]\n");
        assertThat(sandbox.prodigy().run("run", flow).exitCode()).isZero();
        for (var words : List.of("runs ls", "runs show last", "status last", "logs last", "events ls", "fsck last")) {
            assertCanBeLookedAt(words);
        }
        Files.delete(file("checkpoint.json"));
        for (var words : List.of("runs show last", "checkpoints show last")) {
            assertCanBeLookedAt(words);
        }
        assertThat(sandbox.homeFiles()).noneMatch(name -> name.endsWith("checkpoint.json"));
        assertThat(sandbox.prodigy().run(withoutWriting("run", flow)).exitCode())
                .isEqualTo(75);
    }

    private void assertCanBeLookedAt(String words) throws IOException {
        var looked = sandbox.prodigy().run(withoutWriting(words.split(" ", -1)));
        assertThat(looked.exitCode()).as("%s: %s", words, looked).isZero();
        assertThat(looked.out()).isNotEmpty();
    }

    private Path file(String name) throws IOException {
        return sandbox.home()
                .resolve(sandbox.homeFiles().stream()
                        .filter(each -> each.endsWith("/" + name))
                        .findFirst()
                        .orElseThrow());
    }

    @Test
    void aRunGoesOnInAHomeThatWasMoved() throws IOException {
        var flow = sandbox.workflow("""
                commands:
                  - shell: echo made >made; git add made; git commit -qm made
                  - shell: echo left >left
                  - shell: test -e "$TRACE"
                  - shell: cat left >>"$TRACE"; rm left
                """);
        assertThat(sandbox.prodigy().run("run", flow, "-y").exitCode()).isEqualTo(1);
        var moved = Files.move(sandbox.home(), sandbox.folder().resolve("moved"));
        Files.createFile(sandbox.folder().resolve("trace"));
        var there = sandbox.prodigy().with("PRODIGY_HOME", moved.toString());

        var shown = there.run("runs", "show", "last", "-o", "json");
        var resumed = there.run("resume", "last", "-y");

        assertThat(shown.json().text("worktree")).startsWith(moved + "/worktrees/");
        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(resumed.err()).doesNotContain("SESSION_MENDED");
        assertThat(sandbox.trace()).containsExactly("left");
        assertThat(sandbox.repository().git("branch", "--list", "prodigy/*")).isEmpty();
    }

    /// The home on a read-only file system where the machine lets us mount one, else without any permission to write.
    private List<String> withoutWriting(String... arguments) throws IOException {
        var text = """
                home=$1; shift
                mount --bind "$home" "$home" 2>/dev/null && mount -o remount,bind,ro "$home" || chmod -R a-w "$home"
                "$@"; code=$?
                chmod -R u+w "$home" 2>/dev/null
                exit $code
                """;
        var words = new ArrayList<String>();
        if (TinyFileSystemTest.canMount()) {
            words.addAll(List.of("unshare", "--map-root-user", "--mount"));
        }
        words.addAll(List.of("bash", "-c", text, "bash", sandbox.home().toString()));
        words.addAll(Distribution.underTest().command(List.of(arguments)));
        return words;
    }

    @Test
    void aStepWhoseLogCannotBeWrittenWholeIsRunAgainWhenThereIsRoom() throws IOException {
        var workflow = sandbox.workflow("""
                isolation: none
                commands:
                  - shell: echo ran >>"$TRACE"; head -c 300000 /dev/zero | tr '\\0' x
                """);

        var full = sandbox.prodigy().after("ulimit -f 128").run("run", workflow, "-o", "json");

        assertThat(full.exitCode()).as("%s", full).isEqualTo(75);
        assertThat(full.json().text("status")).isEqualTo("interrupted");
        assertThat(sandbox.journal().events("step_failed")).isEmpty();
        assertThat(sandbox.journal().events("step_completed")).isEmpty();

        var resumed = sandbox.prodigy().run("resume", "last", "-o", "json");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(sandbox.trace()).hasSize(2);
    }

    @Test
    void aFileSizeLimitInterruptsTheRunAndResumeCompletesIt() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                isolation: none
                map:
                  input: seq 1 400
                  max_parallel: 4
                  agent_template:
                    - shell: echo ${item} >>"$TRACE"
                """);

        var full = sandbox.prodigy().after("ulimit -f 64").run("run", workflow, "-o", "json");

        assertThat(full.exitCode()).as("%s", full).isEqualTo(75);
        assertThat(full.json().text("status")).isEqualTo("interrupted");
        var finished = sandbox.journal().events("agent_completed").stream()
                .map(event -> event.text("item_id"))
                .toList();
        assertThat(finished).isNotEmpty().hasSizeLessThan(400).doesNotHaveDuplicates();

        var resumed = sandbox.prodigy().run("resume", "last", "-o", "json");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(resumed.json().number("items.successful")).isEqualTo(400);
        sandbox.journal().assertValid();
        var executions = sandbox.trace();
        assertThat(finished.stream().map(id -> String.valueOf(Integer.parseInt(id.substring(5)))))
                .as("no finished item ran again")
                .allSatisfy(item ->
                        assertThat(executions.stream().filter(item::equals)).hasSize(1));
    }

    @Test
    void whateverTheUmaskNobodyElseCanReadTheHome() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                setup:
                  - shell: umask; echo out; echo err >&2
                map:
                  input: [1, 2, 3]
                  agent_template:
                    - shell: echo ${item}; test ${item} != 2
                """);

        var ended = sandbox.prodigy().after("umask 000").run("run", workflow);

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        try (var files = Files.walk(sandbox.home())) {
            var checkouts = sandbox.home().resolve("worktrees");
            int root = checkouts.resolve("repository/run").getNameCount();
            assertThat(files.filter(file -> !file.startsWith(checkouts) || file.getNameCount() <= root))
                    .allSatisfy(file -> assertThat(Files.getPosixFilePermissions(file))
                            .as("%s", file)
                            .isSubsetOf(Set.of(
                                    PosixFilePermission.OWNER_READ,
                                    PosixFilePermission.OWNER_WRITE,
                                    PosixFilePermission.OWNER_EXECUTE)));
        }
    }

    @Test
    void aSecretIsNowhereInTheHomeOrOnTheScreen() throws IOException {
        var workflow = sandbox.workflow("""
                secrets:
                  KEY: ${env:APP_KEY}
                mode: mapreduce
                setup:
                  commands:
                    - shell: echo "captured $KEY"
                      capture: CAPTURED
                    - shell: printf %s "${KEY%ect*}"; sleep 0.3; echo "ect${KEY#*ect}"
                map:
                  input: [1, 2]
                  agent_template:
                    - shell: |
                        echo "raw $KEY"; echo "again $KEY" >&2
                        printf %s "$KEY" | base64
                        echo "$KEY" | sed 's#/#%2F#; s# #%20#'
                        echo "$KEY" | sed 's#/#%2F#; s# #+#'
                        echo "${CAPTURED}"
                        test ${item} = 1 || { echo "failed with $KEY" >&2; exit 1; }
                """);

        var ended = sandbox.prodigy().with("APP_KEY", SECRET).run("run", workflow, "-vv");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        var forms = List.of(
                SECRET,
                Base64.getEncoder().encodeToString(SECRET.getBytes(UTF_8)),
                URLEncoder.encode(SECRET, UTF_8),
                URLEncoder.encode(SECRET, UTF_8).replace("+", "%20"));
        assertThat(forms)
                .allSatisfy(form -> assertThat(ended.out() + ended.err()).doesNotContain(form));
        for (var file : sandbox.homeFiles()) {
            var content = Files.readString(sandbox.home().resolve(file), ISO_8859_1);
            assertThat(forms).as(file).allSatisfy(form -> assertThat(content).doesNotContain(form));
        }
        assertThat(sandbox.homeFiles()).anyMatch(file -> file.startsWith("logs/"));
    }

    @Test
    void twoRepositoriesOfOneNameShareNothing() throws IOException {
        var other = TemporaryRepository.create(sandbox.folder().resolve("elsewhere/app"), 1);
        var workflow = sandbox.workflow("""
                commands:
                  - shell: pwd >>"$TRACE"
                """);

        sandbox.prodigy().run("run", workflow);
        sandbox.prodigy().in(other.directory()).run("run", workflow);

        try (var names = Files.list(sandbox.home().resolve("events"))) {
            assertThat(names.map(name -> name.getFileName().toString()).sorted())
                    .satisfiesExactly(
                            first -> assertThat(first).isEqualTo("app"),
                            second -> assertThat(second).matches("app-[0-9a-f]{6}"));
        }
        var here = sandbox.prodigy().run("events", "last", "-o", "json").json().text("run_id");
        var there = sandbox.prodigy()
                .in(other.directory())
                .run("events", "last", "-o", "json")
                .json()
                .text("run_id");
        assertThat(here).isNotEqualTo(there);
    }
}
