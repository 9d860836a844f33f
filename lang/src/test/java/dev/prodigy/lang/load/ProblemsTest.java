package dev.prodigy.lang.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.source.Problem;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// For each mistake its one problem: code, severity, place, path and suggestion (spec 01 §14).
class ProblemsTest {
    @ParameterizedTest
    @MethodSource("dev.prodigy.lang.load.Mistakes#rows")
    void eachMistakeGivesItsProblem(String yaml, String expected) {
        var problems = Workflows.problems(yaml);
        assertThat(problems)
                .extracting(ProblemsTest::shown)
                .as(problems.toString())
                .containsExactly(expected);
    }

    private static String shown(Problem problem) {
        var path = problem.path().isEmpty() ? "" : " " + problem.path();
        var suggestion = problem.suggestion() == null ? "" : " -> " + problem.suggestion();
        return problem.code() + " " + problem.span().line() + ":"
                + problem.span().column() + " " + problem.severity() + path + suggestion;
    }

    @ParameterizedTest
    @ValueSource(strings = {"working_dir", "output_file", "interpreter"})
    void aTildeWithoutQuotesIsToldToBeNothing(String key) {
        assertThat(Workflows.problems("- {shell: x, " + key + ": ~}"))
                .extracting(Problem::hint)
                .containsExactly("YAML's ~ is nothing; write \"~\" for the character.");
    }

    /// A document whose mode is in doubt is read as what its keys make likely.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {mode: stadard, timeout: soon, commands: [{shell: x, if: y}]} | WRONG_DOCUMENT, INVALID_DURATION, UNKNOWN_KEY
                    {mode: [x], reduce: y, commands: [{}]}                        | INVALID_VALUE, MISSING_FIELD
                    {mode: foo}                                                   | WRONG_DOCUMENT
                    {map: {input: [], agent_template: {}}, nodes: {}}             | MISSING_FIELD, CONFLICTING_KEYS
                    {mode: grph, nodes: {}, timeout: soon}                        | WRONG_DOCUMENT
                    """)
    void aDoubtfulModeHidesNothingElse(String yaml, String codes) {
        assertThat(Workflows.problems(yaml))
                .extracting(problem -> problem.code().name())
                .containsExactly(codes.split(", ", -1));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {retry: 2, map: {input: [], agent_template: x}}        | It belongs into error_policy, for items; for every step write retry_defaults.
                    {map: {input: [], agent_template: x, min_samples: 3}}  | It belongs into error_policy.
                    {circuit_breaker: {}, commands: x}                     | It belongs to a step, or into retry_defaults.
                    """)
    void aFieldOneLevelTooHighIsToldItsPlace(String yaml, String hint) {
        assertThat(Workflows.problems(yaml)).singleElement().satisfies(problem -> {
            assertThat(problem.message()).contains("it belongs elsewhere");
            assertThat(problem.hint()).isEqualTo(hint);
        });
    }

    /// What may have been meant as the kind is told once; what was meant otherwise, for itself.
    @Test
    void aMissingKindHidesNoNearMissOfAnOption() {
        assertThat(Workflows.problems("- {xyz: 1, timeuot: 5}"))
                .extracting(Workflows::shown)
                .containsExactly("MISSING_FIELD 1:3 commands[0]", "UNKNOWN_KEY 1:12 commands[0].timeuot -> timeout");
        assertThat(Workflows.problems("- {xyz: 1}"))
                .singleElement()
                .satisfies(problem -> assertThat(problem.message())
                        .startsWith("a step needs a kind: one of shell, ")
                        .endsWith(", found \"xyz\""));
    }

    @Test
    void aNumberWithoutAnUpperBoundIsToldShortly() {
        assertThat(Workflows.problems("- {shell: x, retry: {backoff: {exponential: {base: 0.5}}}}"))
                .extracting(Problem::message)
                .containsExactly("expected a number from 1, found \"0.5\"");
    }

    @Test
    void ofTwoDocumentsInAFileNothingMoreIsSaid() {
        assertThat(Workflows.problems("commands: x\nzzz: 1\n---\ncommands: y"))
                .extracting(Workflows::shown)
                .containsExactly("WRONG_DOCUMENT 4:1 ");
    }

    @Test
    void sixMistakesInOneFileGiveSixProblems() {
        var problems = Workflows.problems("""
                name: six
                envs: {A: b}
                commands:
                  - shell: make
                    timeout: 1 minute
                    retry_config: { attemps: 3, backoff: exponentail }
                  - run: make test
                  - shell: deploy
                    when: "${ok} &&"
                """);
        assertThat(problems)
                .extracting(Workflows::shown)
                .containsExactly(
                        "UNKNOWN_KEY 2:1 envs -> env",
                        "INVALID_DURATION 5:14 commands[0].timeout",
                        "UNKNOWN_KEY 6:21 commands[0].retry_config.attemps -> attempts",
                        "INVALID_VALUE 6:42 commands[0].retry_config.backoff -> exponential",
                        "MISSING_FIELD 7:5 commands[1].run -> shell",
                        "INVALID_EXPRESSION 9:11 commands[2].when");
    }

    @Test
    void stepsOfAnotherModeAreLookedThroughToo() {
        assertThat(Workflows.problems("""
                map: {input: [], agent_template: x}
                steps:
                  - {shel: x}
                  - {shell: y, retry: {attemps: 2}}
                """))
                .extracting(Workflows::shown)
                .containsExactly(
                        "WRONG_MODE_KEY 2:1 commands",
                        "MISSING_FIELD 3:6 commands[0].shel -> shell",
                        "UNKNOWN_KEY 4:24 commands[1].retry.attemps -> attempts");
    }

    @Test
    void theAcceptanceRowOfRetriesIsReportedAtOnce() {
        var problems = Workflows.problems("""
                error_policy: {on_item_failure: custom:nobody}
                map:
                  input: []
                  agent_template:
                    - {shell: a, retry: 2, retry_config: {attempts: 2}}
                    - {shell: b, retry: {attemps: 2}}
                    - {shell: c, retry: {attempts: 0}}
                    - {shell: d, retry: {initial_delay: 500}}
                """);
        assertThat(problems)
                .extracting(problem -> problem.code().name())
                .containsExactly(
                        "UNDEFINED_REFERENCE", "CONFLICTING_KEYS", "UNKNOWN_KEY", "INVALID_VALUE", "INVALID_DURATION");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "commands: [{shell: x, retry: {attempts: 0}}]",
                "commands: [{shell: x, retry_config: {max_attempts: -1}}]",
                "commands: [{shell: x, retry: 0}]",
                "map: {input: [], agent_template: x}\nerror_policy: {retry_config: {max_attempts: 0}}",
            })
    void noAttemptsAtAllAreToldWhatNoRetryIs(String yaml) {
        assertThat(Workflows.problems(yaml))
                .filteredOn(problem -> problem.code().name().equals("INVALID_VALUE"))
                .hasSize(1)
                .allMatch(problem -> problem.message().endsWith("it counts executions, 1 means no retry"));
    }

    @Test
    void warningsDoNotKeepTheWorkflowFromRunningUnlessStrict() {
        var file = java.util.Map.of(Workflows.FILE, "commands: x\nzzz: y");
        assertThat(Workflows.load(file).workflow()).isNotNull();
        var strict = WorkflowLoader.load(Workflows.FILE, Workflows.in(file), LoadOptions.DEFAULT.withStrict(true));
        assertThat(strict.workflow()).isNull();
        assertThat(strict.errors()).isEqualTo(1);
    }

    @Test
    void commentsSilenceWarnings() {
        assertThat(Workflows.problems("commands: x\nzzz: y # prodigy: ignore UNKNOWN_KEY"))
                .isEmpty();
        assertThat(Workflows.problems("commands: x\n# prodigy: ignore UNKNOWN_KEY, NO_EFFECT\nzzz: y"))
                .isEmpty();
        assertThat(Workflows.problems("commands: x\nzzz: y # prodigy: ignore NO_EFFECT"))
                .hasSize(1);
    }

    @Test
    void aMissingFileIsUnreadable() {
        var loaded = Workflows.load(java.util.Map.of());
        assertThat(loaded.workflow()).isNull();
        assertThat(loaded.problems()).extracting(Workflows::shown).containsExactly("UNREADABLE 1:1 ");
    }

    @Test
    void problemsOfYamlAndOfTheLanguageComeTogether() {
        assertThat(Workflows.problems("commands: x\na: !!int 5\ntimeout: soon\ntimeout: 5\n"))
                .extracting(problem -> problem.code().name())
                .isEqualTo(List.of("UNKNOWN_KEY", "INVALID_VALUE", "INVALID_DURATION", "DUPLICATE_KEY"));
    }

    @Test
    void whatIsWrongInsideASecondNameOfAKeyIsReportedToo() {
        assertThat(Workflows.problems(
                        "commands: [{shell: x, retry: 2, retry_config: {attempts: 0, initial_delay: 500}}]"))
                .extracting(problem -> problem.code().name())
                .containsExactlyInAnyOrder("CONFLICTING_KEYS", "INVALID_VALUE", "INVALID_DURATION");
    }
}
