package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Spec 05 §2.2: a run keeps its parameters from its start, what they were made of included.
class KeptParametersTest {
    private static final String UUID = "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";
    private static final String STEPS = "commands: ['echo ${v} >>trace', 'test -e mended', 'echo ${v} >>trace']\n";

    @NewDesk
    private Desk desk;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "parameters: [{name: v, default: '${uuid}'}]",
                "defaults: {v: '${uuid}'}",
                "defaults: {v: '${w}'}\nparameters: [{name: w, default: '${uuid}'}]",
                "env: {E: '${uuid}'}\ndefaults: {v: '${E}'}",
            })
    void whatADefaultIsMadeOf(String head) throws IOException {
        desk.file("flow.yml", head + "\n" + STEPS);
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(1);
        desk.file("mended", "");

        var resumed = desk.call("resume last");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(trace()).hasSize(2).allMatch(line -> line.matches(UUID));
        assertThat(trace().getFirst()).isEqualTo(trace().getLast());
    }

    @Test
    void eachPlaceholderHasAValueOfItsOwn() throws IOException {
        desk.file("flow.yml", "defaults: {v: '${uuid} ${uuid}', w: '${uuid}'}\ncommands: ['echo ${v} ${w} >>trace']\n");
        assertThat(desk.call("run flow.yml").exitCode()).isZero();
        assertThat(desk.call("run flow.yml").exitCode()).isZero();

        assertThat(trace().stream().flatMap(line -> List.of(line.split(" ")).stream()))
                .hasSize(6)
                .doesNotHaveDuplicates();
    }

    @Test
    void theNewTextOfAnEditedDefaultHolds() throws IOException {
        desk.file("flow.yml", "defaults: {w: old, v: '${w} ${uuid}'}\n" + STEPS);
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(1);
        desk.file("flow.yml", "defaults: {w: new, v: '${w} ${uuid}'}\n" + STEPS).file("mended", "");

        assertThat(desk.call("resume last --accept-changes").exitCode()).isZero();

        assertThat(trace().getLast()).isEqualTo(trace().getFirst().replace("old", "new"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "commands: [{workflow: child.yml, with: {v: 'p ${uuid}'}}]",
                "commands: [{workflow: child.yml, with: {v: 'p ${cmd:echo x >>count; wc -l <count}'}}]",
                "commands: [{workflow: child.yml, with: {v: ['p ${uuid}']}}]",
                "{env: {E: '${uuid}'}, commands: [{workflow: child.yml, with: {v: 'p ${E}'}}]}",
                "{workflows: {c: {source: child.yml, with: {v: 'p ${uuid}'}}}, commands: ['true']}",
                "commands: [{workflow: middle.yml, with: {m: 'p ${uuid}'}}]",
            })
    void whatACallWasGivenForTheMoment(String caller) throws IOException {
        desk.file("child.yml", "parameters: [v]\n" + STEPS)
                .file("middle.yml", "{parameters: [m], commands: [{workflow: child.yml, with: {v: '${m}'}}]}\n")
                .file("caller.yml", caller + "\n");
        assertThat(desk.call("run caller.yml").exitCode()).isEqualTo(1);
        assertThat(desk.call("resume last").exitCode()).isEqualTo(1);
        desk.file("mended", "");

        var resumed = desk.call("resume last");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(trace()).hasSize(2);
        assertThat(trace().getFirst()).contains("p ").isEqualTo(trace().getLast());
    }

    @Test
    void theNewTextOfAnEditedCallHolds() throws IOException {
        var caller = "commands: [{workflow: child.yml, with: {v: 'p ${uuid}'}}]\n";
        desk.file("child.yml", "parameters: [v]\n" + STEPS).file("caller.yml", caller);
        assertThat(desk.call("run caller.yml").exitCode()).isEqualTo(1);
        desk.file("caller.yml", caller.replace("'p", "'q")).file("mended", "");

        assertThat(desk.call("resume last --accept-changes").exitCode()).isZero();

        assertThat(trace().getLast()).startsWith("q ");
    }

    /// What cannot be filled in a world that stands still is no failure of the call.
    @Test
    void aCallMayReadAnythingOfTheWorld() throws IOException {
        desk.file("child.yml", "{parameters: [v], commands: ['echo ${v} >>trace']}\n")
                .file("values.json", "{\"a\": 1}")
                .file("caller.yml", """
                        env: {C: {command: cat values.json, cache: false}}
                        commands: [{workflow: child.yml, with: {v: '${json:a:from:C}'}}]
                        """);

        var run = desk.call("run caller.yml");

        assertThat(run.exitCode()).as("%s", run).isZero();
        assertThat(trace()).containsExactly("1");
    }

    private List<String> trace() throws IOException {
        return Files.readAllLines(desk.folder().resolve("trace"));
    }
}
