package dev.prodigy.e2e.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.launcher.Prodigy;
import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The layers of a step's environment, and what may stand in them (spec 01 §13).
class EnvironmentTest {
    @NewSandbox
    private Sandbox sandbox;

    private Prodigy prodigy;

    @BeforeEach
    void sandbox() throws IOException {
        prodigy = sandbox.prodigy().with("IN_PROCESS", "process");
    }

    private void file(String name, String text) throws IOException {
        Files.writeString(sandbox.repository().directory().resolve(name), text);
    }

    /// Spec 01 §1, "Scalars".
    @Test
    void numbersAndDurationsComeFromFilesProfilesAndCalls() throws IOException {
        file("numbers.env", "TRIES=2\n");
        file("called.yml", """
                parameters: {required: [LIMIT]}
                commands: [{shell: sleep 60, timeout: "${LIMIT}", retry: {attempts: "$TIMES"}}]
                defaults: {TIMES: 1}
                """);
        var workflow = sandbox.workflow("""
                env_files: [numbers.env]
                profiles: {quick: {LIMIT: 300ms}}
                commands:
                  - shell: 'echo "$PRODIGY_ATTEMPT" >>"$TRACE"; false'
                    retry: {attempts: "$TRIES", initial_delay: 1ms}
                    continue_on_error: "${GO_ON:-true}"
                  - {workflow: called, id: call, with: {LIMIT: "${LIMIT}"}, allow_failure: true}
                  - {shell: 'echo "${call.status}" >>"$TRACE"'}
                """);

        var ended = prodigy.run("run", workflow, "--profile", "quick");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        assertThat(sandbox.trace()).containsExactly("1", "2", "tolerated");
    }

    /// Spec 00, "Errors that people read": where, what it held, and the way out; nothing is started.
    @Test
    void aNumberThatComesFromNowhereIsShownWhereItIsMissing() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [1]
                  max_parallel: "$WORKERS_OF_MINE"
                  max_items: "${ARG}"
                  agent_template: [{shell: 'echo x >>"$TRACE"'}]
                """);

        var ended = prodigy.run("run", workflow, "--args", "many");
        var json = prodigy.run("plan", workflow, "--args", "1", "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(2);
        assertThat(ended.err())
                .contains(":4:17: error INVALID_VALUE: `$WORKERS_OF_MINE` has no value when the run starts")
                .contains(":5:14: error INVALID_VALUE: `${ARG}` is \"many\"")
                .contains("--param");
        assertThat(json.exitCode()).as("%s", json).isEqualTo(2);
        assertThat(json.out()).contains("\"line\":4").doesNotContain("\"line\":5");
        assertThat(sandbox.trace()).isEmpty();
    }

    /// Spec 01 §3: in `working_dir` the home and names of the environment expand; data stays inside the tree.
    @ParameterizedTest
    @CsvSource({"$IN_PROCESS,0", "${IN_PROCESS},0", "~,0", "${out},1"})
    void aDirectoryIsNamedByTheEnvironment(String directory, int exit) throws IOException {
        var elsewhere = Files.createDirectories(sandbox.folder().resolve("elsewhere"));
        var workflow = sandbox.workflow("""
                commands:
                  - {shell: 'printf %s "$IN_PROCESS"', capture: out}
                  - {shell: 'pwd >>"$TRACE"', working_dir: "DIRECTORY"}
                """.replace("DIRECTORY", directory));

        var ended = prodigy.with("IN_PROCESS", elsewhere.toString()).run("run", workflow);

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(exit);
        if (exit == 1) {
            assertThat(ended.err()).contains("INVALID_PATH");
        }
    }

    @Test
    void aLaterLayerWinsInEveryPhase() throws IOException {
        file("first.env", "L2=first\nL3=first\nL4=first\nL5=first\nL6=first\nL7=first\n");
        file("second.env", "L3=second\nL4=second\nL5=second\nL6=second\nL7=second\n");
        var workflow = sandbox.workflow("""
                mode: mapreduce
                defaults: {L1: default, L2: default}
                env_files: [first.env, second.env]
                env: {L4: env, L5: env, L6: env, L7: env}
                profiles: {on: {description: x, L5: profile, L6: profile, L7: profile}}
                active_profile: on
                secrets: {L6: SECRET_VALUE, L7: SECRET_VALUE}
                setup:
                  - {shell: 'printf "%s " "$IN_PROCESS" "$L1" "$L2" "$L3" "$L4" "$L5" "$L6" "$L7" >>"$TRACE"; echo >>"$TRACE"', env: {L7: step}}
                map:
                  input: [{id: 1}]
                  agent_template:
                    - {shell: 'printf "%s " "$IN_PROCESS" "$L1" "$L2" "$L3" "$L4" "$L5" "$L6" "$L7" >>"$TRACE"; echo >>"$TRACE"', env: {L7: step}}
                reduce:
                  - {shell: 'printf "%s " "${env.IN_PROCESS}" "${L1}" "${L2}" "${L3}" "${L4}" "${L5}" "${L6}" "${L7}" >>"$TRACE"; echo >>"$TRACE"', env: {L7: step}}
                """);

        var ended = prodigy.with("SECRET_VALUE", "secret").run("run", workflow);

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        var expected = "process default first second env profile secret step ";
        assertThat(sandbox.trace()).containsExactly(expected, expected, expected);
    }

    @Test
    void entriesKeepTheirSpellingAndReferToEachOther() throws IOException {
        var workflow = sandbox.workflow("""
                env:
                  VERSION: 1.10
                  FLAG: yes
                  MODE: 0644
                  URL: "http://${HOST}:${PORT}"
                  PORT: "80${ZERO}"
                  ZERO: 0
                  HOST: h
                  PATH: "/first:${PATH}"
                  IN_PROCESS: null
                  CHOSEN: {condition: "${PORT} == 800", when_true: "yes ${HOST}", when_false: "no"}
                  ONCE: {command: 'echo once >>"$TRACE"; echo "printed $HOST"'}
                  EACH: {command: 'echo each >>"$TRACE"; echo x', cache: false}
                  LATER: "l-${captured}"
                commands:
                  - shell: 'echo "$VERSION $FLAG $MODE $URL ${PATH%%:*} [${IN_PROCESS-gone}] $CHOSEN $ONCE [${LATER-unset}]" >>"$TRACE"'
                  - {shell: 'echo c', capture: captured}
                  - {shell: 'echo "$LATER $PORT $URL ${PORT}" >>"$TRACE"', env: {PORT: "9", HOST: "other"}}
                """);

        var ended = prodigy.run("run", workflow);

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(sandbox.trace())
                .containsExactly(
                        "once",
                        "each",
                        "1.10 yes 0644 http://h:800 /first [gone] yes h printed h [unset]",
                        "each",
                        "each",
                        "l-c 9 http://h:800 9");
    }

    @Test
    void onlyWhatIsSaidIsPassedOn() throws IOException {
        var names = "env | sed 's/=.*//' | grep -vE '^(PRODIGY_.*|PWD|SHLVL|OLDPWD|_|GIT_.*)$' | sort | tr '\\n' ' '";
        var workflow = sandbox.workflow("""
                inherit: false
                env: {OWN: 1}
                commands:
                  - {shell: "NAMES >>${env.TRACE}; echo >>${env.TRACE}", env: {TRACE: "TRACE_FILE"}}
                  - {shell: "NAMES >>${TRACE}; echo >>${TRACE}", env: {TRACE: "TRACE_FILE"}, clear_env: true}
                  - {shell: "env | grep -c ^PRODIGY_HOME= >>${TRACE}", env: {TRACE: "TRACE_FILE"}, clear_env: true}
                """.replace("NAMES", names)
                .replace("TRACE_FILE", sandbox.folder().resolve("trace").toString()));

        var ended = prodigy.run("run", workflow);

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(sandbox.trace())
                .containsExactly(
                        "HOME ITERATION LC_ALL OWN PATH PROJECT_ROOT TRACE WORKTREE ", "HOME PATH TRACE ", "1");
    }

    @Test
    void anEnvFileHasItsOwnSyntax() throws IOException {
        file("all.env", """
                # a comment
                export A=one two # and why
                B='lit $A "x" \\n'
                C="tab\\t quote\\" back\\\\ $A
                second line"
                D=
                """);
        var workflow = sandbox.workflow("""
                env_files: [all.env, {path: none.env}, none-either.env]
                commands: ['printf "%s|" "$A" "$B" "$C" "[$D]" >>"$TRACE"']
                """);

        var ended = prodigy.run("run", workflow);

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(String.join("\n", sandbox.trace()))
                .isEqualTo("one two|lit $A \"x\" \\n|tab\t quote\" back\\ $A\nsecond line|[]|");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            env_files: [bad.env]                      | bad.env:2:1: error INVALID_VALUE: a line without `=`
            env_files: [open.env]                     | open.env:1:1: error INVALID_VALUE: the quote is never closed
            env_files: [{path: no.env, required: true}] | no.env
            active_profile: nope                      | nope
            """)
    void whatCannotBeReadKeepsTheRunFromStarting(String key, String why) throws IOException {
        file("bad.env", "A=1\nB\n");
        file("open.env", "A='1\nB=2\n");
        var workflow = sandbox.workflow(key + "\nprofiles: {one: {A: 1}}\ncommands: ['echo ran >>\"$TRACE\"']\n");

        var ended = prodigy.run("run", workflow);

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(2);
        assertThat(ended.err()).contains(why);
        assertThat(sandbox.trace()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            --profile two |      | one | two
            --no-merge    | two  | one | two
            --no-merge    |      | one | one
            """)
    void theProfileIsNamedOnTheCommandLineElseInTheEnvironmentElseInTheFile(
            String options, String variable, String active, String expected) throws IOException {
        var workflow = sandbox.workflow("""
                profiles: {one: {WHICH: one}, two: {env: {WHICH: two}}}
                active_profile: ACTIVE
                commands: ['echo "$WHICH" >>"$TRACE"']
                """.replace("ACTIVE", active));

        var arguments = ("run " + workflow + " " + options).split(" ", -1);
        var ended = (variable == null ? prodigy : prodigy.with("PRODIGY_PROFILE", variable)).run(arguments);

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(sandbox.trace()).containsExactly(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            X: "${NOWHERE}"                 | NOWHERE
            X: {command: 'echo no >&2; exit 3'} | exit status 3
            """)
    void anEntryWithoutValueFailsTheRun(String entry, String why) throws IOException {
        var workflow = sandbox.workflow("env: {" + entry + "}\ncommands: ['echo ran >>\"$TRACE\"']\n");

        var ended = prodigy.run("run", workflow);

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
        assertThat(ended.err()).contains(why);
        assertThat(sandbox.trace()).isEmpty();
    }
}
