package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Spec 01 §12: outputs that a call demands are demanded of what takes its place too.
class DemandedOutputsTest {
    @NewDesk
    private Desk desk;

    private Desk.Said called(String reaction) throws IOException {
        desk.with("PRODIGY_ISOLATION", "none");
        desk.file("child.yml", "commands: ['exit 4']\noutputs: {a: 1}\n");
        desk.file("a.yml", "commands: ['true']\noutputs: {a: 2, c: 3}\n");
        desk.file("b.yml", "commands: ['true']\noutputs: {b: 1}\n");
        desk.file("flow.yml", """
                commands: [{id: sub, workflow: child.yml, outputs: [a], %s}]
                outputs: {a: "${sub.a}"}
                """.formatted(reaction));
        return desk.call("run flow.yml -o json");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "retry: {attempts: 1, on_failure: {fallback: 'echo hi'}}",
                "retry: {attempts: 1, on_failure: {fallback: {workflow: b.yml}}}",
                "on_failure: {strategy: fallback, workflow: b.yml}"
            })
    void whatLacksThemTakesNoCallsPlace(String reaction) throws IOException {
        var ended = called(reaction);

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
        assertThat(ended.at("error.code")).isEqualTo("OUTPUT_MISSING");
        assertThat(ended.at("error.message")).contains("what took the place of `child.yml` gave no output `a`");
    }

    /// One that is null is there; one that was not available is not, though it is null too.
    @ParameterizedTest
    @ValueSource(strings = {"", "retry: {attempts: 1, on_failure: {fallback: {workflow: null.yml, outputs: [a]}}}"})
    void anOutputThatIsNullIsThere(String reaction) throws IOException {
        desk.with("PRODIGY_ISOLATION", "none");
        desk.file("null.yml", """
                commands: [{shell: 'echo "{\\"x\\": null}"', capture: j, capture_format: json, id: s}]
                outputs: {a: "${j.x}", b: "${j.y}"}
                """);
        desk.file("child.yml", "commands: ['exit 4']");
        desk.file("flow.yml", """
                commands: [{id: sub, workflow: %s, outputs: [a], %s}]
                outputs: {a: "${sub.a}", text: "a${sub.a}"}
                """.formatted(reaction.isEmpty() ? "null.yml" : "child.yml", reaction));

        var ended = desk.call("run flow.yml -o json");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.at("outputs.a")).hasToString("null");
        assertThat(ended.at("outputs.text")).hasToString("a");
        assertThat(ended.err()).doesNotContain("OUTPUT_UNAVAILABLE: output `a`");
    }

    @Test
    void anOutputThatWasNotAvailableIsAbsent() throws IOException {
        desk.with("PRODIGY_ISOLATION", "none");
        desk.file("null.yml", "commands: [{shell: 'true', id: s}]\noutputs: {a: 1, b: '${s.nothing}'}\n");
        desk.file("flow.yml", "commands: [{id: sub, workflow: null.yml, outputs: [a, b]}]\n");

        var ended = desk.call("run flow.yml -o json");

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
        assertThat(ended.at("error.message")).contains("gave no output `b`; it gave [a]");
    }

    @Test
    void whatHasThemTakesIt() throws IOException {
        var ended = called("retry: {attempts: 1, on_failure: {fallback: {workflow: a.yml}}}");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.at("outputs.a")).hasToString("2");
    }
}
