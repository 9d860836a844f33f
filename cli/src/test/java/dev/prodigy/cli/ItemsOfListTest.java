package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `map.input` with one placeholder that gives a list (spec 03 §3, 01 §2).
class ItemsOfListTest {
    @TempDir
    Path temporary;

    private Desk desk;

    @BeforeEach
    void outsideOfGit() throws IOException {
        desk = new Desk(temporary).with("PRODIGY_ISOLATION", "none");
    }

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
