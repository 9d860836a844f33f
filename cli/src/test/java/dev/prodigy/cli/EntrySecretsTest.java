package dev.prodigy.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Entries of environments that are marked or named as secret are so wherever they are read first (spec 02 §11).
class EntrySecretsTest {
    @NewDesk
    private Desk desk;

    @BeforeEach
    void variable() throws IOException {
        desk.with("PWX", "markedvalue1");
        desk.file("child.yml", "parameters: {P: {type: string}}\ncommands: [{shell: 'echo ${P} $CE', capture: q}]\n");
        desk.file(
                "own.yml",
                "env: {K: {command: 'echo $PWX', secret: true}}\noutputs: {o: '${K}'}\ncommands: [{write_file: {path: f, content: x}}]\n");
        desk.file("marks.yml", "env: {K: {value: '${PWX}', secret: true}}\ncommands: ['true']\n");
        desk.file("x.env", "DB_PASSWORD=markedvalue1\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "env: {S: {value: '${PWX}', secret: true}}, commands: [{workflow: child.yml, with: {P: '${S}'}}]",
                "env: {S: {value: '${PWX}', secret: true}}, commands: [{workflow: child.yml, with: {P: x}, env: {CE: '${S}'}}]",
                "env: {S: {value: '${PWX}', secret: true}}, workflows: {w: {source: child.yml, with: {P: '${S}'}}}, commands: [{write_file: {path: f, content: x}}]",
                "env: {S: {value: '${PWX}', secret: true}}, commands: [{foreach: ['${S}'], do: [{workflow: child.yml, with: {P: '${item}'}}]}]",
                "mode: mapreduce, env: {S: {value: '${PWX}', secret: true}}, map: {input: [a], agent_template: [{workflow: child.yml, with: {P: '${S}'}}]}",
                "env: {S: {command: 'echo $PWX', secret: true}}, commands: [{workflow: child.yml, with: {P: '${S}'}}]",
                "env: {S: {condition: 'true', when_true: '${PWX}', when_false: x, secret: true}}, outputs: {o: 'is ${S}'}, commands: [{write_file: {path: f, content: x}}]",
                "env: {MY_TOKEN: '${PWX}'}, commands: [{workflow: child.yml, with: {P: '${MY_TOKEN}'}}]",
                "env: {A: a}, profiles: {p: {DB_PASSWORD: '${PWX}'}}, active_profile: p, outputs: {o: '${DB_PASSWORD}'}, commands: [{write_file: {path: f, content: x}}]",
                "env_files: [x.env], outputs: {o: '${DB_PASSWORD}'}, commands: [{write_file: {path: f, content: x}}]",
                "env: {S: {value: '${PWX}', secret: true}}, outputs: {o: '${S}'}, commands: [{write_file: {path: f, content: x}, name: 'n ${S}'}]",
                "commands: [{shell: 'echo $PWX; exit 3', continue_on_error: true}, {shell: 'true', env: {S: {value: '${PWX}', secret: true}}}]",
                "commands: [{shell: 'echo markedvalue1 >f; cat f', capture: c}], env: {S: {value: 'x-${c}', secret: true}}, outputs: {o: '${c} ${S}'}",
                "commands: [{id: c, workflow: own.yml}], outputs: {o: '${c.o}'}",
                "commands: [{shell: 'echo $PWX'}, {workflow: marks.yml}]",
                "agents: {ag: {command: [echo, '{prompt}'], env: {S: {value: '${PWX}', secret: true}}}}, commands: [{shell: 'echo $PWX'}, {ag: hi}]",
            })
    void theirValuesStandNowhere(String workflow) throws IOException {
        desk.file("w.yml", "{" + workflow + "}\n");

        var said = desk.call("run w.yml -v -o json");

        assertThat(said.exitCode()).as("%s", said).isIn(0, 3);
        assertThat(said.out() + said.err()).doesNotContain(hidden(workflow));
        assertNotStored(hidden(workflow));
    }

    /// What is secret of an entry that a capture is part of is the whole of it.
    private static String hidden(String workflow) {
        return workflow.contains("x-${c}") ? "x-markedvalue1" : "markedvalue1";
    }

    /// Nothing of a run that goes on has to be run again before they are known.
    @Test
    void aResumeKnowsThemFromItsBeginning() throws IOException {
        desk.file("w.yml", """
                env: {S: {value: "${PWX}", secret: true}}
                commands:
                  - 'echo $S'
                  - {write_file: {path: sub/f, content: x}}
                  - {write_file: {path: g, content: y}, name: "n ${S}"}
                outputs: {o: "pw=${S}"}
                """);
        assertThat(desk.call("run w.yml").exitCode()).isEqualTo(1);
        Files.createDirectory(desk.folder().resolve("sub"));

        var resumed = desk.call("resume -o json");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(resumed.at("outputs.o")).isEqualTo("pw=***");
        assertThat(resumed.out() + resumed.err()).doesNotContain("markedvalue1").contains("n ***");
        assertNotStored("markedvalue1");
    }

    /// The program writes them into no file, and names none after them.
    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', delimiter = '|', textBlock = """
            env: {S: {value: '${PWX}', secret: true}}, commands: [{write_file: {path: f, content: 'x ${S}'}}] | SECRET_IN_FILE
            env: {S: {value: '${PWX}', secret: true}}, commands: [{write_file: {path: f, content: 'x ${env.PWX}'}}] | SECRET_IN_FILE
            env: {S: {value: '${PWX}', secret: true}}, commands: [{write_file: {path: 'f-${S}', content: x}}] | SECRET_IN_FILE
            env: {S: {value: '${PWX}', secret: true}}, commands: [{shell: 'true', output_file: 'f-${S}'}] | SECRET_IN_FILE
            env: {S: {value: 'x-${c}', secret: true}}, commands: [{shell: 'echo ab', capture: c}, {write_file: {path: f, content: '${S}'}}] | SECRET_IN_FILE
            secrets: {S: '${env:PWX}'}, commands: [{shell: 'false', circuit_breaker: {key: 'k-${S}', failure_threshold: 1}}] | INVALID_VALUE
            env: {S: {value: '${PWX}', secret: true}}, commands: [{shell: 'false', circuit_breaker: {key: 'k-${S}', failure_threshold: 1}, retry: {attempts: 2, backoff: none}}] | INVALID_VALUE
            commands: [{shell: 'false', env: {S: {command: 'echo $PWX', secret: true}}, circuit_breaker: {key: 'k-${S}', failure_threshold: 1}}] | INVALID_VALUE
            secrets: {S: '${env:PWX}'}, commands: [{shell: 'false', circuit_breaker: {key: 'markedvalue1', failure_threshold: 1}}] | INVALID_VALUE
            mode: mapreduce, env: {S: {value: '${PWX}', secret: true}}, map: {input: 'printf "[\\"%s\\"]" $PWX', agent_template: ['true']} | INPUT_INVALID
            """)
    void noFileHoldsThem(String workflow, String code) throws IOException {
        desk.file("w.yml", "{" + workflow + "}\n");

        var said = desk.call("run w.yml -o json");

        assertThat(said.exitCode()).as("%s", said).isEqualTo(1);
        assertThat(said.at("error.code")).isEqualTo(code);
        try (var files = Files.list(desk.folder())) {
            assertThat(files.map(file -> file.getFileName().toString())).noneMatch(name -> name.startsWith("f"));
        }
        assertNotStored("markedvalue1");
    }

    /// Spec 01 §13: what a command prints that is to print a secret may be one, though it fails.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "env: {S: {command: 'CMD', secret: true}}, commands: ['true']",
                "env: {S: {command: 'CMD', secret: true, cache: false}}, commands: ['true']",
                "env: {MY_TOKEN: {command: 'CMD'}}, commands: ['true']",
                "env: {S: {value: abcd, secret: true}}, profiles: {p: {S: {command: 'CMD'}}}, active_profile: p, commands: ['true']",
                "commands: [{shell: 'true', env: {S: {command: 'CMD', secret: true}}, continue_on_error: true}]",
                "agents: {ag: {command: ['true'], env: {S: {command: 'CMD', secret: true}}}}, commands: [{ag: hi}]",
            })
    void nothingIsToldOfWhatAFailingCommandPrinted(String workflow) throws IOException {
        var command = "echo said-$((90 + 1)); echo said-$((90 + 1)) >&2";
        desk.file("w.yml", "{" + workflow.replace("CMD", command + "; exit 3") + "}\n");

        var said = desk.call("run w.yml -v -o json");

        assertThat(said.exitCode()).as("%s", said).isEqualTo(1);
        assertThat(said.at("error.message")).contains("exit status 3");
        assertThat(said.out() + said.err()).doesNotContain("said-91");
        assertNotStored("said-91");
    }

    /// `postgres` may be a password and a word.
    @Test
    void whatOnlyANameMakesSecretMayStandInFiles() throws IOException {
        desk.with("DB_PASSWORD", "postgres").file("w.yml", """
                mode: mapreduce
                env: {MY_TOKEN: "postgres"}
                map: {input: [postgres], agent_template: [{write_file: {path: "f-${item}", content: "image: ${item}"}}]}
                """);

        var said = desk.call("run w.yml --isolation none");

        assertThat(said.exitCode()).as("%s", said).isZero();
        assertThat(desk.folder().resolve("f-postgres")).hasContent("image: postgres");
    }

    /// Nor does the message of a commit that the program makes, which no shell has read before.
    @Test
    void messagesOfCommitsNameNone() throws IOException, InterruptedException {
        desk.file("w.yml", """
                env: {S: {value: "${PWX}", secret: true}}
                commands:
                  - {write_file: {path: f, content: x}, auto_commit: true, commit_config: {message_template: "m ${S}"}}
                """);
        desk.git("init -q", "add -A", "commit -qm i");

        var said = desk.call("run w.yml --isolation none");

        assertThat(said.exitCode()).as("%s", said).isZero();
        desk.git("log -1 --format=%s | grep -qxF 'm ***'");
    }

    private void assertNotStored(String value) throws IOException {
        try (var files = Files.walk(desk.home())) {
            assertThat(files.filter(Files::isRegularFile)).isNotEmpty().noneMatch(file -> holds(file, value));
        }
    }

    private static boolean holds(Path file, String value) {
        try {
            return Files.readString(file, ISO_8859_1).contains(value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
