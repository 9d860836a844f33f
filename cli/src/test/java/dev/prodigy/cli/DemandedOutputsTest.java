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

    @Test
    void whatHasThemTakesIt() throws IOException {
        var ended = called("retry: {attempts: 1, on_failure: {fallback: {workflow: a.yml}}}");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.at("outputs.a")).hasToString("2");
    }
}
