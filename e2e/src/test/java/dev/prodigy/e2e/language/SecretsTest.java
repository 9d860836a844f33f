package dev.prodigy.e2e.language;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.launcher.Ended;
import dev.prodigy.e2e.launcher.Prodigy;
import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Where secrets come from, and that they stand in nothing the program writes (spec 01 §13, 02 §11, 05 §9).
class SecretsTest {
    private static final List<String> VALUES = List.of(
            "from-process-1",
            "from env file",
            "in-the-file-3",
            "printed-4-pv",
            "written-5-here",
            "marked-6",
            "named-7",
            "printed-8",
            "aW4tdGhlLWZpbGUtMw",
            "from%20env%20file");

    @NewSandbox
    private Sandbox sandbox;

    private Prodigy prodigy;

    @BeforeEach
    void sandbox() throws IOException {
        prodigy = sandbox.prodigy().with("KEY_ONE", "from-process-1");
        Files.writeString(sandbox.folder().resolve("user/key"), "in-the-file-3\n");
        Files.writeString(sandbox.repository().directory().resolve("keys.env"), "KEY_TWO='from env file'\n");
    }

    /// What stands in the file for everybody to read is not written down once more.
    @Test
    void secretsThatStandInTheFileAreInNoRecordAndNoMessage() throws IOException {
        var workflow = sandbox.workflow("""
                description: "d in-the-file-1"
                secrets: {K: "in-the-file-1", J: {provider: env, key: KEY_ONE}}
                env: {A: "a in-the-file-1", DB_PASSWORD: in-the-file-2}
                parameters: [P]
                profiles: {p: {SOME_TOKEN: "${P}"}}
                commands:
                  - 'echo "in-the-file-1 $DB_PASSWORD $SOME_TOKEN"; test -e "$MARK"'
                  - {shell: 'true', env: {MY_SECRET: in-the-file-3}, name: "n in-the-file-1"}
                """);

        var there = sandbox.folder().resolve("there");
        prodigy = prodigy.with("MARK", there.toString());

        var ended = prodigy.run("run", workflow, "--profile", "p", "--param", "P=given-outside-4", "-vvv");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
        assertThat(ended.out() + ended.err()).doesNotContain("in-the-file-", "given-outside-4");
        for (var file : sandbox.homeFiles()) {
            assertThat(Files.readString(sandbox.home().resolve(file), ISO_8859_1))
                    .as("%s", file)
                    .doesNotContain("in-the-file-", "given-outside-4");
        }
        var without = prodigy.run("resume");
        assertThat(without.exitCode()).as("%s", without).isEqualTo(2);
        assertThat(without.err()).contains("--param P=");
        Files.writeString(there, "");
        var resumed = prodigy.run("resume", "--param", "P=given-outside-4");
        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
    }

    /// They are packed there: what a file holds is not to be read in the home's files as they are.
    @ParameterizedTest
    @ValueSource(strings = {"none", "worktree"})
    void secretsInFilesOfTheTreeAreNotAmongTheObjectsThatStepsAreComparedWith(String isolation) throws IOException {
        var workflow = sandbox.workflow("""
                isolation: %s
                secrets: {TOKEN: {provider: env, key: KEY_ONE}}
                commands: ['echo "$TOKEN" >token; echo plain-text >plain', 'exit 1']
                """.formatted(isolation));

        assertThat(prodigy.run("run", workflow).exitCode()).isEqualTo(1);

        var contents = new StringBuilder();
        for (var file : sandbox.homeFiles()) {
            if (file.contains("/objects/")) {
                try (var packed = Files.newInputStream(sandbox.home().resolve(file));
                        var content = new InflaterInputStream(packed)) {
                    contents.append(new String(content.readAllBytes(), ISO_8859_1));
                } catch (ZipException _) {
                    contents.append(Files.readString(sandbox.home().resolve(file), ISO_8859_1));
                }
            }
        }
        assertThat(contents).contains("plain-text", "***").doesNotContain("from-process-1");
    }

    /// However it is spelled there: with dollars, in quotes, with escapes.
    @Test
    void secretsAreFoundInTheFileHoweverTheyAreSpelled() throws IOException {
        var workflow = sandbox.workflow("""
                secrets: {K: "lit\\teral-kept", L: 'it''s-kept'}
                env:
                  A: {value: 'hid$v-kept', secret: true}
                  X_API_KEY: 'dollar$v"q-kept'
                  B: {value: "hid\\"den-kept", secret: true}
                  C: {value: "na\\u00efve-kept", secret: true}
                commands: ["true"]
                """);

        var ended = prodigy.run("run", workflow, "-vvv");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        for (var file : sandbox.homeFiles()) {
            assertThat(Files.readString(sandbox.home().resolve(file), ISO_8859_1))
                    .as("%s", file)
                    .doesNotContain("-kept");
        }
    }

    /// Spec 02 §11: messages of commits are written by the program, also what it repeats of others' messages.
    @Test
    void noCommitThatTheProgramMakesNamesASecret() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                secrets: {S: KEY_ONE}
                setup:
                  - {shell: 'echo s >s.txt', name: "named ${S}", auto_commit: true}
                map:
                  input: [1, 2]
                  agent_template:
                    - {shell: 'echo a >a${item}.txt', auto_commit: true, commit_config: {message_template: "of ${S}", author: "a ${S} <a@b.c>"}}
                    - {shell: 'echo b >b${item}.txt; git add -A; git commit -qm "own $S"'}
                reduce:
                  - {shell: 'git log --format="%an %s" | grep -v "Test own" >>"$TRACE"'}
                """);

        var ended = prodigy.run("run", workflow, "-y");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(sandbox.trace())
                .filteredOn(line -> line.contains("from-process-1"))
                .isEmpty();
        assertThat(String.join("\n", sandbox.trace())).contains("named ***", "of ***", "Merge item-001: own ***");
    }

    @Test
    void messagesAboutAFileRepeatNoSecretOfIt() throws IOException {
        var workflow = sandbox.workflow("""
                secrets: {K: "in-the-file-1", J: {provider: envv, key: X}}
                env: {DB_PASSWORD: in-the-file-2, X: [1]}
                commands: [{shell: "curl in-the-file-1", timout: 5}, {shell: x, timeout: in-the-file-1}]
                """);

        var ended = prodigy.run("validate", workflow);

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(2);
        assertThat(ended.out() + ended.err()).doesNotContain("in-the-file-");
        assertThat(prodigy.run("validate", workflow, "-o", "json").out()).doesNotContain("in-the-file-");
    }

    /// Spec 01 §9.1: names of files are data.
    @Test
    void aFileNameThatMapFoundIsNoCode() throws IOException {
        Files.writeString(sandbox.repository().directory().resolve("a;touch C;#.x"), "");
        var workflow = sandbox.workflow("commands: ['printf %s ${ARG} ${ARG} >>\"$TRACE\"']");

        var ended = prodigy.run("run", workflow, "--map", "*.x", "--isolation", "none");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(sandbox.trace()).containsExactly("a;touch C;#.xa;touch C;#.x");
        assertThat(sandbox.repository().directory().resolve("C")).doesNotExist();
    }

    @Test
    void everyProviderGivesItsValueAndNoneIsWritten() throws IOException {
        var workflow = sandbox.workflow("""
                parameters: {optional: [P]}
                env_files: [keys.env]
                secrets:
                  A: "${env:KEY_ONE}"
                  B: "$KEY_TWO"
                  C: {provider: file, key: "~/key"}
                  D: {provider: command, command: 'echo "printed-4-$P"'}
                  E: "written-5-here"
                  F: {provider: env, key: NOWHERE, required: false}
                env:
                  MARKED: {value: "marked-6", secret: true}
                  API_TOKEN: "named-${N}"
                  N: "7"
                  PRINTED: {command: 'echo printed-$((4 + 4))', secret: true}
                commands:
                  - shell: |
                      printf '%s|' "$A" "$B" ${C} "${D}" ${secrets.E} "$MARKED" "$API_TOKEN" "$PRINTED" | tee "$TRACE"
                      echo "$A" >&2
                      printf '%s' "$C" | base64
                      echo "$B" | sed 's/ /%20/g'
                    name: "with ${A}"
                    capture: all
                    output_file: all.log
                  - shell: 'printf from-pro; sleep 0.3; echo cess-1; echo ${all} | wc -c >>"$TRACE"'
                  - shell: 'echo "failing with $B"; exit 3'
                """);

        var ended = prodigy.run("run", workflow, "--param", "P=pv");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
        assertThat(sandbox.trace().getFirst())
                .startsWith("from-process-1|from env file|in-the-file-3|printed-4-pv|written-5-here|marked-6|named-7|"
                        + "printed-8|");
        assertThat(ended.err()).contains("failing with ***");
        assertNothingWritten(ended);
        var written = sandbox.folder()
                .resolve("home/worktrees/app/" + sandbox.journal().runId() + "/all.log");
        assertThat(Files.readString(written)).startsWith("***|***|***|***|***|***|***|***|");
    }

    @Test
    void aFileWithASecretIsNotWritten() throws IOException {
        var workflow = sandbox.workflow("""
                secrets: {A: KEY_ONE}
                commands:
                  - {write_file: {path: plain.txt, content: "x ${A}"}, on_failure: 'echo "${error.code}" >>"$TRACE"', continue_on_error: true}
                  - {shell: 'printf %s "$A" | base64', capture: encoded}
                  - {write_file: {path: encoded.txt, content: "${encoded}"}, continue_on_error: true}
                  - {shell: 'ls *.txt >>"$TRACE" || true'}
                """);

        var ended = prodigy.run("run", workflow);

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        assertThat(sandbox.trace()).doesNotContain("plain.txt", "encoded.txt").contains("SECRET_IN_FILE");
        assertNothingWritten(ended);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "write_file: {path: 'd-${A}/f.txt', content: x, create_dirs: true}",
                "shell: 'echo ran >>\"$TRACE\"'\n    output_file: 'o-${A}.txt'"
            })
    void aFileWithASecretInItsNameIsNotWritten(String step) throws IOException {
        var workflow = sandbox.workflow("secrets: {A: KEY_ONE}\ncommands:\n  - " + step + "\n");

        var ended = prodigy.run("run", workflow);

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
        assertThat(ended.err()).contains("SECRET_IN_FILE");
        assertThat(sandbox.trace()).isEmpty();
        var worktree = sandbox.folder()
                .resolve("home/worktrees/app/" + sandbox.journal().runId());
        try (var files = Files.walk(worktree)) {
            assertThat(files.map(Path::toString)).noneMatch(file -> file.contains("from-process"));
        }
        assertNothingWritten(ended);
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', delimiter = '|', textBlock = """
            A: NOWHERE                                        | secret `A` has no value
            A: {provider: file, key: /no/such/file}           | secret `A` has no value
            A: {provider: command, command: 'exit 1'}         | secret `A` has no value
            A: "$SHORT"                                       | shorter than 4
            A: {provider: vault, key: x}                      | provider: command
            """)
    void aSecretThatCannotBeHadKeepsTheRunFromStarting(String secret, String why) throws IOException {
        var workflow = sandbox.workflow("secrets: {" + secret + "}\ncommands: ['echo ran >>\"$TRACE\"']\n");

        var ended = prodigy.with("SHORT", "abc").run("run", workflow);

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(2);
        assertThat(ended.err()).contains(why);
        assertThat(sandbox.journals()).isEmpty();
        assertThat(sandbox.trace()).isEmpty();
    }

    /// A secret may be any word: the journal of its run is written, folded and shown all the same.
    @Test
    void aSecretMayBeAWordOfTheProgram() throws IOException {
        var words = List.of("item", "completed", "setup", "true", "success", "shell", "commands", "agent");
        var declared = new StringBuilder();
        for (int i = 0; i < words.size(); i++) {
            prodigy = prodigy.with("WORD_" + i, words.get(i));
            declared.append("W")
                    .append(i)
                    .append(": {provider: env, key: WORD_")
                    .append(i)
                    .append("}, ");
        }
        var workflow = sandbox.workflow("""
                mode: mapreduce
                isolation: none
                secrets: {%s}
                setup: [{shell: "echo alpha", id: commands, capture: greeting}]
                map:
                  input: {items: [{n: 1}, {n: 2}]}
                  agent_template: ["echo item $N; test ${item.n} != 2"]
                reduce: ['echo ${greeting} ${map.successful} ${map.failed}; test -e "$MARK"']
                outputs: {g: "${greeting}"}
                """.formatted(declared));
        var there = sandbox.folder().resolve("there");
        prodigy = prodigy.with("MARK", there.toString());

        var failed = prodigy.run("run", workflow, "-o", "json");
        assertThat(failed.exitCode()).as("%s", failed).isEqualTo(1);
        assertThat(failed.out()).contains("\"status\":\"failed\"");
        Files.writeString(there, "");
        var resumed = prodigy.run("resume", "-o", "json");

        assertThat(resumed.exitCode()).as("%s", resumed).isEqualTo(3);
        assertThat(resumed.out()).contains("\"status\":\"completed_with_failures\"", "\"g\":\"alpha\"");
        assertThat(prodigy.run("dlq", "list", "last", "-o", "json").out()).contains("\"item_id\":\"item-002\"");
        assertThat(prodigy.run("runs", "show", "-o", "json").out()).contains("\"phase\":\"setup\"");
        assertThat(prodigy.run("events", "last", "--type", "agent_failed", "-o", "json")
                        .out())
                .contains("\"message\":\"exit status 1: ***");
    }

    private void assertNothingWritten(Ended ended) throws IOException {
        for (var value : VALUES) {
            assertThat(ended.out()).doesNotContain(value);
            assertThat(ended.err()).doesNotContain(value);
            for (var file : sandbox.homeFiles()) {
                if (!file.startsWith("worktrees/")) {
                    var text = Files.readString(sandbox.home().resolve(file), ISO_8859_1);
                    assertThat(text).as("%s in %s", value, file).doesNotContain(value);
                }
            }
        }
    }

    /// What is stored has a mask in their place, which is no value (spec 01 §13).
    @ParameterizedTest
    @ValueSource(
            strings = {
                "secrets: {K: a-literal-secret}",
                "env: {K: {value: a-literal-secret, secret: true}}",
                "env: {API_TOKEN: a-literal-secret}"
            })
    void secretsThatStoodInAFileAreNotTakenFromWhatIsStoredOfIt(String secrets) throws IOException {
        var text = secrets + "\ncommands: [{shell: 'echo \"$K$API_TOKEN\" >>\"$TRACE\"; test -e \"$TRACE.go\"'}]\n";
        var flow = Path.of(sandbox.workflow(text));
        assertThat(sandbox.prodigy().run("run", flow.toString()).exitCode()).isEqualTo(1);
        Files.createFile(sandbox.folder().resolve("trace.go"));
        Files.delete(flow);

        var without = sandbox.prodigy().run("resume", "last");

        assertThat(without.exitCode()).as("%s", without).isEqualTo(2);
        assertThat(without.err()).contains("is gone", "without the secrets", "Put the file back");
        sandbox.workflow(text);
        assertThat(sandbox.prodigy().run("resume", "last").exitCode()).isZero();
        assertThat(sandbox.trace()).containsExactly("a-literal-secret", "a-literal-secret");
    }
}
