package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 01 §5: the report names a handler's failure and what it reacted to.
class HandlersToldTest {
    @NewDesk
    private Desk desk;

    @Test
    void aMistakeInAHandlerOfAHandlersStepIsToldWithEachStepThatFailedBefore() throws IOException {
        desk.file("nested.yml", """
                commands:
                  - shell: exit 3
                    id: outer
                    on_failure:
                      shell: exit 4
                      id: mend
                      on_failure: {shell: 'echo ${step.nmae}', id: tidy}
                """);
        var said = desk.call("run nested.yml --isolation none");
        assertThat(said.exitCode()).isEqualTo(1);
        assertThat(said.err().substring(said.err().indexOf("prodigy: ")).lines())
                .contains("  after EXIT_4: exit status 4  (mend)", "  after EXIT_3: exit status 3  (outer)")
                .first()
                .asString()
                .startsWith("prodigy: tidy failed: UNDEFINED_VARIABLE");
    }

    /// Its own steps are good: none of them tells.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            on_failure: {shell: 'true', strategy: fallback, commit_required: true} | EXIT_3
            validate: {shell: exit 4, on_incomplete: {shell: 'true', commit_required: true}} | VALIDATION_INCOMPLETE
            """)
    void aHandlerThatOwesACommitIsToldWhereItsStepIsTolerated(String reaction, String code) throws IOException {
        var shell = code.equals("EXIT_3") ? "exit 3" : "'true'";
        desk.file(
                "owing.yml",
                "commands: [{shell: " + shell + ", id: outer, continue_on_error: true, " + reaction + "}]");
        var said = desk.call("run owing.yml --isolation none");
        assertThat(said.exitCode()).isEqualTo(3);
        assertThat(said.err())
                .containsPattern("tolerated +outer .*" + code + ": .*; its handler failed: COMMIT_MISSING: ");
    }
}
