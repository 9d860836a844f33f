package dev.prodigy.e2e.validate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.sandbox.Document;
import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// `validate`, as people and programs read it (spec 05 §2.3, 02 §3.8).
class ValidateTest {
    /// Every spelling of 02 §3.3 and the waits of 02 §3.4: with I = 1s, C = 2s, six attempts, at a step and for items.
    private static final List<List<String>> BACKOFFS = List.of(
            List.of("none", "0, 0, 0, 0, 0", "0, 0, 0, 0, 0"),
            List.of("fixed", "1000, 1000, 1000, 1000, 1000", "1000, 1000, 1000, 1000, 1000"),
            List.of("{fixed: {delay: 5s}}", "5000, 5000, 5000, 5000, 5000", "5000, 5000, 5000, 5000, 5000"),
            List.of("{fixed: 5s}", "5000, 5000, 5000, 5000, 5000", "5000, 5000, 5000, 5000, 5000"),
            List.of("{type: fixed, delay: 5s}", "5000, 5000, 5000, 5000, 5000", "5000, 5000, 5000, 5000, 5000"),
            List.of("{type: fixed, delay_ms: 500}", "500, 500, 500, 500, 500", "500, 500, 500, 500, 500"),
            List.of("linear", "1000, 2000, 3000, 4000, 5000", "2000, 3000, 4000, 5000, 6000"),
            List.of("{linear: {increment: 2s}}", "1000, 3000, 5000, 7000, 9000", "3000, 5000, 7000, 9000, 11000"),
            List.of(
                    "{linear: {initial: 1s, increment: 2s}}",
                    "1000, 3000, 5000, 7000, 9000",
                    "3000, 5000, 7000, 9000, 11000"),
            List.of(
                    "{type: linear, initial_ms: 1000, increment: 500ms}",
                    "1000, 1500, 2000, 2500, 3000",
                    "1500, 2000, 2500, 3000, 3500"),
            List.of("exponential", "1000, 2000, 4000, 8000, 16000", "1000, 2000, 4000, 8000, 16000"),
            List.of("{exponential: {base: 3}}", "1000, 3000, 9000, 27000, 30000", "1000, 3000, 9000, 27000, 81000"),
            List.of(
                    "{exponential: {initial: 2s, multiplier: 2}}",
                    "2000, 4000, 8000, 16000, 30000",
                    "2000, 4000, 8000, 16000, 32000"),
            List.of(
                    "{type: exponential, initial: \"1s\", multiplier: 2}",
                    "1000, 2000, 4000, 8000, 16000",
                    "1000, 2000, 4000, 8000, 16000"),
            List.of("!exponential {base: 2.0}", "1000, 2000, 4000, 8000, 16000", "1000, 2000, 4000, 8000, 16000"),
            List.of("{exponential: }", "1000, 2000, 4000, 8000, 16000", "1000, 2000, 4000, 8000, 16000"),
            List.of("fibonacci", "1000, 1000, 2000, 3000, 5000", "1000, 1000, 2000, 3000, 5000"),
            List.of("{fibonacci: {initial: 2s}}", "2000, 2000, 4000, 6000, 10000", "2000, 2000, 4000, 6000, 10000"),
            List.of("{type: fibonacci, initial: 2s}", "2000, 2000, 4000, 6000, 10000", "2000, 2000, 4000, 6000, 10000"),
            List.of("!fibonacci {}", "1000, 1000, 2000, 3000, 5000", "1000, 1000, 2000, 3000, 5000"),
            List.of(
                    "{custom: {delays: [500ms, 1s]}}",
                    "500, 1000, 30000, 30000, 30000",
                    "500, 1000, 30000, 30000, 30000"),
            List.of("{custom: [500ms, 1s]}", "500, 1000, 30000, 30000, 30000", "500, 1000, 30000, 30000, 30000"),
            List.of("[500ms, 1s]", "500, 1000, 30000, 30000, 30000", "500, 1000, 30000, 30000, 30000"),
            List.of(
                    "{type: custom, delays_ms: [500, 1000]}",
                    "500, 1000, 30000, 30000, 30000",
                    "500, 1000, 30000, 30000, 30000"),
            List.of("[]", "30000, 30000, 30000, 30000, 30000", "30000, 30000, 30000, 30000, 30000"));

    @NewSandbox
    private Sandbox sandbox;

    @Test
    void theJsonHasEveryFieldOfTheSpecification() throws IOException {
        var workflow = sandbox.workflow("""
                name: three
                commands:
                  - shell: make
                    timeout: 1 minute
                    retry_config: { attemps: 3 }
                  - id: x
                  - { shell: y, wen: z }
                """);

        var ended = sandbox.prodigy().run("validate", workflow, "-o", "json");

        assertThat(ended.exitCode()).isEqualTo(2);
        var document = Document.parse(ended.out());
        assertThat(document.names())
                .containsExactlyInAnyOrder(
                        "valid", "errors", "warnings", "file", "name", "mode", "problems", "policies");
        assertThat(document.text("valid")).isEqualTo("false");
        assertThat(document.number("errors")).isEqualTo(3);
        assertThat(document.number("warnings")).isEqualTo(1);
        assertThat(document.list("problems"))
                .extracting(problem -> problem.text("code") + " " + problem.text("severity") + " "
                        + problem.number("line") + ":" + problem.number("column") + " " + problem.text("path"))
                .containsExactly(
                        "INVALID_DURATION error 4:14 commands[0].timeout",
                        "UNKNOWN_KEY error 5:21 commands[0].retry_config.attemps",
                        "MISSING_FIELD error 6:5 commands[1]",
                        "UNKNOWN_KEY warning 7:17 commands[2].wen");
        assertThat(document.list("problems").get(1).text("suggestion")).isEqualTo("attempts");
        assertThat(document.list("problems").getFirst().text("file")).isEqualTo(workflow);
        assertThat(sandbox.homeFiles()).isEmpty();
    }

    @Test
    void runReportsTheSameProblemsAndStartsNothing() throws IOException {
        var workflow = sandbox.workflow("""
                commands:
                  - shell: touch started
                  - { shell: x, timeout: 1 second, retry_config: { attemps: 3 } }
                  - {}
                """);
        var checked = Document.parse(
                sandbox.prodigy().run("validate", workflow, "-o", "json").out());

        var ended = sandbox.prodigy().run("run", workflow, "-o", "json");

        assertThat(ended.exitCode()).isEqualTo(2);
        assertThat(Document.parse(ended.out()).at("error.problems"))
                .hasToString(checked.at("problems").toString());
        assertThat(sandbox.folder().resolve("started")).doesNotExist();
        assertThat(sandbox.homeFiles()).isEmpty();
    }

    @Test
    void everySpellingOfABackoffWaitsAsTheTableSays() throws IOException {
        var steps = new StringBuilder("commands:\n");
        for (var row : BACKOFFS) {
            steps.append("  - { shell: x, retry: { attempts: 6, backoff: ")
                    .append(row.getFirst())
                    .append(" } }\n");
        }
        var workflow = sandbox.workflow(steps.toString());

        var document = Document.parse(
                sandbox.prodigy().run("validate", workflow, "--format", "json").out());

        var policies = document.list("policies");
        assertThat(policies).hasSameSizeAs(BACKOFFS);
        for (int i = 0; i < policies.size(); i++) {
            var policy = policies.get(i);
            assertThat(policy.at("delays_ms").toString())
                    .as(BACKOFFS.get(i).getFirst())
                    .isEqualTo(list(BACKOFFS.get(i).get(1)));
            assertThat(policy.text("path")).isEqualTo("commands[" + i + "]");
            assertThat(policy.text("layer")).isEqualTo("step");
            assertThat(policy.names())
                    .containsExactly(
                            "path",
                            "layer",
                            "max_attempts",
                            "strategy",
                            "delays_ms",
                            "max_wait_ms",
                            "max_delay_ms",
                            "jitter",
                            "jitter_factor",
                            "retry_on");
        }
    }

    @Test
    void itemsWaitAsTheTableSays() throws IOException {
        var files = new ArrayList<>(List.of("validate", "-o", "json"));
        for (int i = 0; i < BACKOFFS.size(); i++) {
            files.add(sandbox.workflow(
                    "w" + i + ".yml", """
                    map: { input: [1], agent_template: x }
                    error_policy: { retry_config: { max_attempts: 6, backoff: %s } }
                    """.formatted(BACKOFFS.get(i).getFirst())));
        }

        var ended = sandbox.prodigy().run(files.toArray(String[]::new));

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        var checked = Document.parse(ended.out()).list("files");
        assertThat(checked).hasSameSizeAs(BACKOFFS);
        for (int i = 0; i < checked.size(); i++) {
            var policies = checked.get(i).list("policies");
            assertThat(policies).hasSize(1);
            assertThat(policies.getFirst().text("layer")).isEqualTo("item");
            assertThat(policies.getFirst().at("delays_ms").toString())
                    .as(BACKOFFS.get(i).getFirst())
                    .isEqualTo(list(BACKOFFS.get(i).get(2)));
        }
    }

    @Test
    void explainAddsTheNormalFormAndTheWorstCase() throws IOException {
        var workflow = sandbox.workflow("- { shell: x, retry: 4, on_failure: y }");

        var document = Document.parse(sandbox.prodigy()
                .run("validate", workflow, "--explain", "-o", "json")
                .out());

        assertThat(document.number("worst_case.attempts")).isEqualTo(9);
        assertThat(document.number("worst_case.wait_ms")).isEqualTo(14_000);
        assertThat(document.at("normal_form").toString())
                .contains("\"shell\":\"x\"", "\"capture_format\":\"string\"", "\"continue_on_error\":false");
        assertThat(sandbox.prodigy().run("validate", workflow, "--explain").out())
                .contains(
                        "worst case: 9 executions",
                        "policies:\n- path: 'commands[0]'\n",
                        "normal_form:\n",
                        "- shell: x\n");
    }

    @Test
    void rulesListsEveryCodeOnce() {
        var document = Document.parse(
                sandbox.prodigy().run("validate", "--rules", "-o", "json").out());
        assertThat(document.list("rules"))
                .extracting(rule -> rule.text("code"))
                .contains("UNKNOWN_KEY", "NO_EVIDENCE", "TIMEOUT_NESTING", "RETRY_EXPLOSION")
                .doesNotHaveDuplicates();
        assertThat(document.list("rules"))
                .allSatisfy(rule -> assertThat(rule.names()).containsExactly("code", "severity", "meaning"));
    }

    @Test
    void textHasOneLineForEachProblemWithItsPlace() throws IOException {
        var workflow = sandbox.workflow("commands:\n  - shel: x\n");

        var ended = sandbox.prodigy().run("validate", workflow);

        assertThat(ended.out().lines().findFirst().orElse(""))
                .isEqualTo(workflow + ":2:5: error MISSING_FIELD: \"shel\" is no kind of step; did you mean `shell`?");
    }

    private static String list(String numbers) {
        return "[" + numbers.replace(" ", "") + "]";
    }
}
