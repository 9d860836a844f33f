package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.value.Value;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 05 §2.3: what can be known of a file is told although it is invalid.
class InvalidFileTest {
    @TempDir
    Path temporary;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', nullValues = "-", textBlock = """
                    {mode: mapreduce, setup: [{shell: x, retry: 2}]}                       | flow  | mapreduce | 2 1
                    {name: jobs, map: {input: [1], error_policy: {retry_config: 4}}}       | jobs  | mapreduce | 4
                    {map: {agent_template: [{shell: x, retry: 3}], input: {}}}             | flow  | mapreduce | 3 1
                    {map: {input: [1], agent_template: [{shell: x, retry: 3}, {shel: y}]}} | flow  | mapreduce | 3 1
                    {commands: [{shell: x, retry: 5}, {shell: y, timeout: soon}]}          | flow  | standard  | 5
                    {name: graph, nodes: {}}                                               | graph | graph     | -
                    """)
    void nameModeAndPoliciesAreThere(String yaml, String name, String mode, String attempts) throws IOException {
        var desk = new Desk(temporary).file("flow.yml", yaml);
        var said = desk.call("validate flow.yml -o json");
        assertThat(said.exitCode()).as("%s", said).isEqualTo(2);
        assertThat(said.at("valid")).isEqualTo("false");
        assertThat(said.at("name")).isEqualTo(name);
        assertThat(said.at("mode")).isEqualTo(mode);
        assertThat(attempts(said)).isEqualTo(attempts);
    }

    private static String attempts(Desk.Said said) {
        if (!(said.json().get("policies") instanceof Value.Items(var policies))) {
            return null;
        }
        var numbers = new StringBuilder();
        for (int i = 0; i < policies.size(); i++) {
            numbers.append(i == 0 ? "" : " ").append(said.at("policies." + i + ".max_attempts"));
        }
        return numbers.toString();
    }

    @Test
    void ofAFileThatIsNoYamlNothingIsKnown() throws IOException {
        var said = new Desk(temporary).file("flow.yml", "a: [").call("validate flow.yml -o json");
        assertThat(said.json().members().keySet()).containsExactly("valid", "errors", "warnings", "file", "problems");
    }

    /// As the user named the workflow, so are the files named that it is composed of.
    @ParameterizedTest
    @CsvSource({"flow.yml, templates/t.yml", "%s/flow.yml, %s/templates/t.yml"})
    void theFileOfATemplateIsNamedLikeTheWorkflow(String given, String named) throws IOException {
        var desk = new Desk(temporary)
                .file("flow.yml", "commands: [{template: t}]")
                .file("templates/t.yml", "commands: [{shell: x, zzz: 1}]");
        var said = desk.call("validate " + given.formatted(desk.folder()) + " -o json");
        assertThat(said.at("problems.0.code")).as("%s", said).isEqualTo("UNKNOWN_KEY");
        assertThat(said.at("problems.0.file")).isEqualTo(named.formatted(desk.folder()));
    }
}
