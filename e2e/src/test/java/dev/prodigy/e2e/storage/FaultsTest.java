package dev.prodigy.e2e.storage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.zip.CRC32;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What happens when the home, or a part of it, cannot be used (spec 05 §5.3, §5.4).
class FaultsTest {
    private static final String WORKFLOW = """
            isolation: none
            commands:
              - shell: echo one >>"$TRACE"
              - shell: echo two >>"$TRACE"; echo said; test -e "$TRACE.mended"
            """;

    @NewSandbox
    private Sandbox sandbox;

    @BeforeEach
    void sandbox() throws IOException {
        Files.createDirectories(sandbox.home());
    }

    @Test
    void aStepLogThatCannotBeWrittenInterruptsTheRun() throws IOException {
        var obstacle = Files.createFile(sandbox.home().resolve("logs"));
        Files.createFile(sandbox.folder().resolve("trace.mended"));

        var ended = sandbox.prodigy().run("run", sandbox.workflow(WORKFLOW), "-o", "json");
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(75);
        assertThat(ended.json().text("status")).isEqualTo("interrupted");
        assertThat(sandbox.count("step_completed")).isLessThan(2);

        Files.delete(obstacle);
        var resumed = sandbox.prodigy().run("resume", "last", "-o", "json");
        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        sandbox.journal().assertValid();
        assertThat(sandbox.count("step_completed")).isEqualTo(2);
    }

    /// Spec 05 §5.3.6: like all others that run.
    @Test
    void theStepsOfARunWhoseLogsCannotBeWrittenAreEnded() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                isolation: none
                map:
                  input: [1, 2]
                  max_parallel: 2
                  agent_template:
                    - shell: test ${item} = 2 || head -c 300000 /dev/zero; sleep 1000; echo survived >>"$TRACE"
                """);

        var ended = sandbox.prodigy().after("ulimit -f 100").run("run", workflow, "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(75);
        assertThat(ended.json().text("status")).isEqualTo("interrupted");
        assertThat(sandbox.trace()).isEmpty();
        sandbox.assertNothingLeftRunning();
    }

    /// Nothing of the run is left to read, and it is told why.
    @ParameterizedTest
    @ValueSource(strings = {"rm -rf", "sh -c 'mv $0 $0.away'"})
    void aHomeThatIsTakenAwayInterruptsTheRun(String take) throws IOException {
        var workflow = sandbox.workflow("""
                isolation: none
                commands:
                  - shell: TAKE "$PRODIGY_HOME"/events
                  - shell: echo never >>"$TRACE"
                """.replace("TAKE", take));

        var ended = sandbox.prodigy().run("run", workflow, "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(75);
        assertThat(ended.json().text("status")).isEqualTo("interrupted");
        assertThat(ended.json().text("error.message")).contains("/events/").contains("is gone");
        assertThat(ended.json().text("error.hint"))
                .startsWith("put back what was removed or moved, then prodigy resume ");
        assertThat(sandbox.trace()).isEmpty();
    }

    /// No item answers for a full disk of the repository, whatever git was about to do when it met it.
    @ParameterizedTest
    @ValueSource(strings = {"worktree", "hash-object", "write-tree"})
    void aRepositoryWhoseDiskIsFullInterruptsTheRun(String command) throws IOException {
        var full = Files.createFile(sandbox.folder().resolve("full"));
        var git = Files.writeString(sandbox.folder().resolve("bin/git"), """
                #!/bin/sh
                [ -e "$FULL" ] && case " $* " in *" $FAILS "*)
                  case $* in *--stdin*) read -r _ ;; esac
                  echo 'fatal: unable to write file: No space left on device' >&2
                  exit 128
                esac
                PATH=${PATH#*:} exec git "$@"
                """);
        Files.setPosixFilePermissions(git, PosixFilePermissions.fromString("rwxr-xr-x"));
        var prodigy = sandbox.prodigy().with("FULL", full.toString()).with("FAILS", command);
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [1, 2, 3]
                  max_parallel: 2
                  agent_template:
                    - shell: echo ${item} >new${item}; git add new${item}; git commit -qm ${item}; echo >left${item}
                """);

        var ended = prodigy.run("run", workflow, "--no-merge", "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(75);
        assertThat(ended.json().text("status")).isEqualTo("interrupted");
        assertThat(ended.json().text("error.message")).contains("No space left on device");
        assertThat(sandbox.count("agent_failed")).isZero();

        Files.delete(full);
        var resumed = prodigy.run("resume", "last", "-o", "json");
        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(resumed.json().number("items.successful")).isEqualTo(3);
        sandbox.journal().assertValid();
    }

    @Test
    void viewsThatCannotBeWrittenAreOnlyWarnedAbout() throws IOException {
        for (var view : new String[] {"state", "dlq", "sessions"}) {
            Files.createFile(sandbox.home().resolve(view));
        }
        var workflow = sandbox.workflow("""
                mode: mapreduce
                isolation: none
                map:
                  input: [1, 2]
                  agent_template:
                    - shell: test ${item} != 2
                """);

        var ended = sandbox.prodigy().run("run", workflow, "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        sandbox.journal().assertValid();
        var listed = sandbox.prodigy().run("dlq", "list", "last", "-o", "json").json();
        assertThat(listed.number("total")).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    1 | something_new | `,"more":1`        | 75
                    1 | something_new | `,"optional":true` | 0
                    2 | step_started  | `,"more":1`        | 75
                    """)
    void aNewerProgramsEventsAreShownAndRefusedUnlessTheyAreOptional(
            int version, String type, String fields, int resumed) throws IOException {
        var failed = sandbox.prodigy().run("run", sandbox.workflow(WORKFLOW), "-o", "json");
        assertThat(failed.exitCode()).as("%s", failed).isEqualTo(1);
        var events = sandbox.journal().events();
        var line = "{\"v\":" + version + ",\"seq\":" + (events.size() + 1)
                + ",\"timestamp\":\"2030-01-31T12:00:00.123Z\",\"elapsed_ms\":99999999,\"event_type\":\"" + type
                + "\",\"run_id\":\"" + failed.json().text("run_id") + "\"" + fields;
        var crc = new CRC32();
        crc.update(line.getBytes(UTF_8));
        Files.writeString(
                sandbox.journal().files().getLast(),
                line + ",\"crc\":\"%08x\"}\n".formatted(crc.getValue()),
                StandardOpenOption.APPEND);
        Files.createFile(sandbox.folder().resolve("trace.mended"));

        var shown = sandbox.prodigy().run("events", "last", "-o", "json");
        assertThat(shown.exitCode()).as("%s", shown).isEqualTo(version == 1 ? 0 : 75);
        assertThat(shown.json().list("events")).hasSize(version == 1 ? events.size() + 1 : events.size());
        var ended = sandbox.prodigy().run("resume", "last", "-o", "json");
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(resumed);
    }

    /// No item answers for a folder of prodigy's own (spec 02 §2.2).
    @ParameterizedTest
    @ValueSource(strings = {"tmp", "locks"})
    void aFolderOfTheHomeThatCannotBeUsedAnyMoreInterruptsTheRun(String name) throws IOException {
        var folder = Files.createDirectories(sandbox.home().resolve(name));
        var away = sandbox.home().resolve(name + ".away");
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [1, 2, 3]
                  max_parallel: 1
                  agent_template:
                    - shell: |
                        test -e "$TRACE" || { mv FOLDER FOLDER.away; echo >FOLDER; echo >"$TRACE"; }
                        echo ${item} >new${item}
                      auto_commit: true
                reduce: [{shell: 'echo reduced >>"$TRACE"'}]
                """.replace("FOLDER", folder.toString()));

        var ended = sandbox.prodigy().run("run", workflow, "--no-merge", "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(75);
        assertThat(ended.json().text("status")).isEqualTo("interrupted");
        assertThat(ended.json().text("error.message")).contains(folder.toString());
        assertThat(ended.json().number("items.failed")).isZero();
        assertThat(sandbox.count("agent_failed")).isZero();
        assertThat(sandbox.trace()).doesNotContain("reduced");

        Files.delete(folder);
        Files.move(away, folder);
        var resumed = sandbox.prodigy().run("resume", "last", "-o", "json");
        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(resumed.json().number("items.successful")).isEqualTo(3);
        sandbox.journal().assertValid();
    }

    /// Views are only warned of (spec 05 §5.3), and nothing that a step needs is among them.
    @Test
    void aStepKnowsWhatItFoundThoughNoViewCanBeWritten() throws IOException {
        var folder = sandbox.home().resolve("state");
        var workflow = sandbox.workflow("""
                commands:
                  - shell: mv FOLDER FOLDER.away; echo >FOLDER; echo x >found.txt
                  - {shell: 'echo y >made.txt', id: b}
                outputs: {changed: "${b.files_changed}"}
                """.replace("FOLDER", folder.toString()));

        var ended = sandbox.prodigy().run("run", workflow, "--no-merge", "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.json().text("outputs.changed")).isEqualTo("[\"made.txt\"]");
        assertThat(ended.err()).contains("VIEW_NOT_WRITTEN");
    }
}
