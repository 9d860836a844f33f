package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `map.input` with placeholders: a list, a file, a command (spec 03 §3, 01 §2, §9.1).
class MapInputTest {
    @NewDesk
    private Desk desk;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "parameters: {list: {type: array, default: [a, {b: c}]}}",
                "defaults: {list: [a, {b: c}]}",
                "env: {list: '[\"a\", {\"b\": \"c\"}]'}",
                "setup: [{shell: \"echo '[\\\"a\\\", {\\\"b\\\": \\\"c\\\"}]'\", capture: list}]",
                "setup: [{shell: \"echo '[\\\"a\\\", {\\\"b\\\": \\\"c\\\"}]'\", capture: list, capture_format: json}]"
            })
    void itsElementsAreTheItems(String declaration) throws IOException {
        desk.file("flow.yml", flow(declaration, "'${list}'"));
        var said = desk.call("run flow.yml -o json");
        assertThat(said.exitCode()).as("%s", said).isZero();
        assertThat(Files.readString(desk.folder().resolve("ran"))).isEqualTo("a\n{\"b\":\"c\"}\n");
    }

    @Test
    void aPlanKnowsThem() throws IOException {
        desk.file("flow.yml", flow("defaults: {list: [a, b, c]}", "'${list}'"));
        assertThat(desk.call("plan flow.yml -o json").at("items.total")).isEqualTo("3");
    }

    @Test
    void anyOtherTextIsACommand() throws IOException {
        desk.file("flow.yml", flow("env: {print: 'echo a; echo b'}", "'${print}'"));
        var said = desk.call("run flow.yml -o json");
        assertThat(said.exitCode()).as("%s", said).isZero();
        assertThat(Files.readString(desk.folder().resolve("ran"))).isEqualTo("a\nb\n");
    }

    /// In paths the environment gives what the workflow does not declare.
    @ParameterizedTest
    @ValueSource(strings = {"'${DATA_DIR}/items.txt'", "{file: '${DATA_DIR}/items.txt'}", "'${dir}/items.txt'"})
    void aPathMayHoldNames(String input) throws IOException {
        Files.createDirectory(desk.folder().resolve("data"));
        desk.with("DATA_DIR", "data").file("data/items.txt", "a\nb\n");
        desk.file("flow.yml", flow("env: {dir: data}", input));
        var said = desk.call("run flow.yml -o json");
        assertThat(said.exitCode()).as("%s", said).isZero();
        assertThat(Files.readString(desk.folder().resolve("ran"))).isEqualTo("a\nb\n");
    }

    @Test
    void aNameThatNothingGivesIsTold() throws IOException {
        desk.file("flow.yml", flow("env: {dir: data}", "'${NO_SUCH_DIR}/items.txt'"));
        var said = desk.call("run flow.yml -o json");
        assertThat(said.exitCode()).as("%s", said).isOne();
        assertThat(said.at("error.code")).isEqualTo("UNDEFINED_VARIABLE");
    }

    private static String flow(String declaration, String input) {
        return """
                mode: mapreduce
                %s
                map:
                  input: %s
                  max_parallel: 1
                  agent_template: [{shell: 'printf "%%s\\n" ${item} >>ran'}]
                """.formatted(declaration, input);
    }
}
