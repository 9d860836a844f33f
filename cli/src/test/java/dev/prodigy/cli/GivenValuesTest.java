package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.cli.command.Exit;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Spec 01 §12: missing, ill-typed and unknown parameters are all told, and no run is begun.
class GivenValuesTest {
    private static final String CALL = "run flow.yml --param alpha=x --param gama=1";

    @TempDir
    Path folder;

    private Desk desk;

    @BeforeEach
    void writeWorkflow() throws IOException {
        desk = new Desk(folder).with("PRODIGY_ISOLATION", "none");
        desk.file("flow.yml", """
                parameters: {definitions: {alpha: {type: number, required: true}, gamma: {required: true}}}
                commands: ["echo ${alpha} ${gamma}"]
                """);
    }

    @Test
    void eachProblemHasItsLine() {
        var said = desk.call(CALL);
        assertThat(said.exitCode()).isEqualTo(Exit.USAGE);
        assertThat(said.err().lines().takeWhile(line -> !line.isEmpty()))
                .containsExactly(
                        "prodigy: UNKNOWN_PARAMETER: the workflow neither declares nor uses a parameter `gama`; did you mean `gamma`?",
                        "prodigy: INVALID_PARAMETER: parameter `alpha` is `x`, which is no number",
                        "prodigy: flow.yml:1:67: MISSING_PARAMETER: parameter `gamma` is required: --param gamma=…");
    }

    @Test
    void eachIsAnElementInJson() {
        var said = desk.call(CALL + " -o json");
        assertThat(said.at("error.code")).isEqualTo("invalid_input");
        assertThat(said.at("error.problems.0.code")).isEqualTo("UNKNOWN_PARAMETER");
        assertThat(said.at("error.problems.0.suggestion")).isEqualTo("gamma");
        assertThat(said.at("error.problems.1.code")).isEqualTo("INVALID_PARAMETER");
        assertThat(said.at("error.problems.1.severity")).isEqualTo("error");
        assertThat(said.at("error.problems.1.message")).isEqualTo("parameter `alpha` is `x`, which is no number");
        assertThat(said.at("error.problems.2"))
                .startsWith("{\"code\":\"MISSING_PARAMETER\"")
                .contains("\"file\":\"flow.yml\",\"line\":1,\"column\":67");
    }

    @Test
    void soAreThoseThatAStartFinds() {
        var said = desk.call("run flow.yml --param alpha=x");
        assertThat(said.err().lines().takeWhile(line -> !line.isEmpty())).hasSize(2);
    }
}
