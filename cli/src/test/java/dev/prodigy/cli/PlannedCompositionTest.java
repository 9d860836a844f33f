package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.value.FieldsReader;
import dev.prodigy.model.value.Value;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Spec 05 §2.1, `--show-composition`: the composed document, and where its parts came from.
class PlannedCompositionTest {
    @TempDir
    Path temporary;

    private Desk desk;

    @BeforeEach
    void desk() throws IOException {
        desk = new Desk(temporary).with("PRODIGY_ISOLATION", "none");
    }

    @Test
    void theCompositionSaysWhereStepsCameFrom() throws IOException {
        desk.file("base.yml", "commands: [{shell: 'echo base'}]\n").file("flow.yml", "extends: base.yml\nname: x\n");
        var said = desk.call("run flow.yml --dry-run --show-composition -o json");
        assertThat(said.at("composition.document.commands.0.shell"))
                .as("%s", said)
                .isEqualTo("echo base");
        assertThat(said.at("composition.parts.0.file")).endsWith("base.yml");
        assertThat(desk.call("run flow.yml --show-composition").err()).contains("--show-composition needs --dry-run");
        assertThat(desk.home()).doesNotExist();
    }

    @Test
    void theCompositionSaysWhereEveryPartCameFrom() throws IOException {
        desk.file("base.yml", """
                        timeout: 5m
                        env: {A: 1, B: 2}
                        profiles: {dev: {U: 1}}
                        """).file("more.yml", """
                        env: {C: 3}
                        agents: {ag: {command: [ag]}}
                        parameters: [q]
                        commands: [imported]
                        """).file("flow.yml", """
                        extends: base.yml
                        imports: [more.yml]
                        description: d
                        env:
                          B: 5
                        profiles: {dev: {U: 2, V: 1}}
                        parameters:
                          p: {type: string, default: x}
                        commands: [own]
                        """);
        var words = "run flow.yml --dry-run --show-composition --param q=1";
        var expected = List.of(
                "timeout base.yml:1:1",
                "env flow.yml:4:1",
                "env.A base.yml:2:7",
                "env.B flow.yml:5:3",
                "env.C more.yml:1:7",
                "profiles flow.yml:6:1",
                "profiles.dev flow.yml:6:12",
                "description flow.yml:3:1",
                "parameters flow.yml:7:1",
                "parameters.p flow.yml:8:3",
                "parameters.q more.yml:3:14",
                "commands flow.yml:9:1",
                "commands[0] more.yml:4:12",
                "commands[1] flow.yml:9:12",
                "agents more.yml:2:1",
                "agents.ag more.yml:2:10");
        assertThat(parts(desk.call(words + " -o json"))).isEqualTo(expected);
        assertThat(desk.call(words).out())
                .contains(expected.stream()
                        .map(part -> "\n" + part.replace(" ", "  from ") + "\n")
                        .toList());
    }

    /// What stands where two files have come together is told apart.
    @Test
    void theCompositionSaysWhatOfAPartAnotherFileGave() throws IOException {
        desk.file("templates/t.yml", """
                        parameters: {required: [a]}
                        commands: [{shell: x, name: n}, y]
                        """).file("flow.yml", """
                        template: {source: t, with: {a: 3}, override: {"commands[0].shell": ls}}
                        """);
        assertThat(parts(desk.call("run flow.yml --dry-run --show-composition -o json")))
                .containsExactly(
                        "parameters templates/t.yml:1:13",
                        "parameters.a templates/t.yml:1:25",
                        "parameters.a.default flow.yml:1:30",
                        "commands templates/t.yml:2:12",
                        "commands[0] templates/t.yml:2:12",
                        "commands[0].shell flow.yml:1:69",
                        "commands[0].name templates/t.yml:2:23",
                        "commands[1] templates/t.yml:2:33");
    }

    /// A template's steps run where it is named; its file is none of the document's parts.
    @Test
    void theComposedDocumentHasTheKeysOfAWorkflowAlone() throws IOException {
        desk.file("t.yml", "commands: [x]\n").file("flow.yml", "commands: [{template: t.yml}]\n");
        var said = desk.call("run flow.yml --dry-run --show-composition -o json");
        assertThat(said.at("composition.document.commands.0.template")).isEqualTo("t.yml");
        assertThat(said.at("composition.document")).doesNotContain("template_files");
    }

    private static List<String> parts(Desk.Said said) {
        assertThat(said.exitCode()).as("%s", said).isZero();
        if (said.json().get("composition") instanceof Value.Fields composition
                && composition.get("parts") instanceof Value.Items(var parts)) {
            return parts.stream()
                    .map(part -> new FieldsReader((Value.Fields) part))
                    .map(part -> part.text("path") + " " + part.text("file") + ":" + part.number("line") + ":"
                            + part.number("column"))
                    .toList();
        }
        throw new AssertionError(said.toString());
    }
}
