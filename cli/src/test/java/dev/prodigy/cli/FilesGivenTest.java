package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Files and folders that are named on the command line and are not what they should be (spec 05 §1).
class FilesGivenTest extends TalkingDesk {
    @Test
    void aPipeThatNobodyWritesToIsNoWorkflow() throws IOException, InterruptedException {
        var pipe = desk.folder().resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        for (var call : List.of("validate pipe", "run pipe")) {
            var said = desk.call(call);
            assertThat(said.exitCode()).isEqualTo(2);
            assertThat(said.err() + said.out()).contains("it is a pipe or a device");
        }
        assertThat(desk.call("validate missing.yml").out()).contains("there is no such file");
        assertThat(desk.call("validate .").out()).contains("it is a folder");
    }

    @Test
    void aHomeThatCannotBeUsedSaysWhatToDo() throws IOException {
        desk.file("blocked", "")
                .with("PRODIGY_HOME", desk.folder().resolve("blocked/home").toString());
        var said = desk.call("run flow.yml -o json");
        assertThat(said.exitCode()).isEqualTo(75);
        assertThat(said.at("error.code")).isEqualTo("home_unusable");
        assertThat(said.at("error.message")).contains("blocked/home");
        assertThat(said.at("error.hint")).contains("PRODIGY_HOME");
    }

    @ParameterizedTest
    @ValueSource(strings = {"worktree ls", "worktree gc -f", "worktree clean-orphaned -f", "worktree ls --all-repos"})
    void noWorktreesIsNotWhatAHomeThatCannotBeUsedSays(String command) throws IOException {
        desk.file("blocked", "")
                .with("PRODIGY_HOME", desk.folder().resolve("blocked/home").toString());
        var said = desk.call(command + " -o json");
        assertThat(said.exitCode()).isEqualTo(75);
        assertThat(said.at("error.code")).isEqualTo("home_unusable");
    }

    @Test
    void anInvalidFileStillSaysWhatItIs() throws IOException {
        desk.file("bad.yml", """
                name: bad one
                mode: mapreduce
                map:
                  input: [1]
                  agent_template:
                    - shell: 'true'
                      retry_config: {attempts: 3, initial_delay: 1s, bogus: 2}
                """);
        var said = desk.call("validate bad.yml -o json");
        assertThat(said.exitCode()).isEqualTo(2);
        assertThat(said.at("valid")).isEqualTo("false");
        assertThat(said.at("name")).isEqualTo("bad one");
        assertThat(said.at("mode")).isEqualTo("mapreduce");
        assertThat(said.at("policies.0.path")).isEqualTo("map.agent_template[0]");
        assertThat(said.at("problems.0.code")).isEqualTo("UNKNOWN_KEY");
    }

    @Test
    void aParameterFileThatCannotBeReadIsTheOnlyThingWrong() throws IOException {
        desk.file("wants.yml", """
                parameters:
                  host: {type: string, required: true}
                commands: [{shell: 'echo ${host}'}]
                """);
        var missing = desk.call("run wants.yml --param-file none.json -o json");
        assertThat(missing.exitCode()).isEqualTo(2);
        assertThat(missing.at("error.message")).isEqualTo("cannot read none.json: there is no such file");
        assertThat(desk.call("run wants.yml --param-file . -o json").at("error.message"))
                .isEqualTo("cannot read .: it is a folder");
    }

    @Test
    void aPipeGivesItsParametersOnce() throws IOException, InterruptedException {
        desk.file("wants.yml", """
                parameters:
                  host: {type: string, required: true}
                outputs: {host: '${host}'}
                commands: [{shell: 'true'}]
                """);
        var pipe = desk.folder().resolve("pipe.json");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        var writer = new ProcessBuilder("sh", "-c", "echo '{\"host\": \"here\"}' > " + pipe).start();
        var said = desk.call("run wants.yml --param-file pipe.json -o json");
        assertThat(said.at("outputs.host")).as("%s", said).isEqualTo("here");
        assertThat(writer.waitFor()).isZero();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            folder     | folder: it is a folder
            pipe.json  | pipe.json: it is a named pipe
            none.json  | input file not found: none.json
            """)
    void whatIsNoInputFileIsSaid(String input, String message) throws IOException, InterruptedException {
        desk.file("folder/file", "").file("items.yml", """
                mode: mapreduce
                map:
                  input: {file: %s}
                  agent_template: [{shell: 'true'}]
                """.formatted(input));
        var pipe = desk.folder().resolve("pipe.json");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        var said = desk.call("run items.yml -o json");
        assertThat(said.at("error.message")).as("%s", said).contains(message);
    }

    @Test
    void aFileWhoseNameIsNoTextIsRefused() throws IOException, InterruptedException {
        desk.file("in/good.txt", "");
        var made = new ProcessBuilder("sh", "-c", "touch in/\"$(printf 'b\\377d')\".txt")
                .directory(desk.folder().toFile())
                .start();
        assertThat(made.waitFor()).isZero();
        var said = desk.call(List.of("batch", "in/*.txt", "--command", "true", "-o", "json"));
        assertThat(said.exitCode()).as("%s", said).isEqualTo(2);
        assertThat(said.at("error.message")).contains("in/b", "is no text in UTF-8");
        assertThat(desk.call(List.of("batch", "in/g*.txt", "--command", "true")).exitCode())
                .isZero();
    }
}
