package dev.prodigy.lang.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the checks of the whole workflow find in a file of which a part is wrong or missing (spec 01 §14).
class LintBesideMistakesTest {
    /// What a step that cannot be read sets is not known; the places of namespaces are.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            - shel: x⏎- echo ${item.x}                              | MISSING_FIELD, UNDEFINED_REFERENCE
            - {shell: x, claude: y}⏎- echo ${map.total}             | CONFLICTING_KEYS, UNDEFINED_REFERENCE
            - shel: x⏎- echo ${b.output} ${made} ${error.code}      | MISSING_FIELD
            - {shel: x, capture: made}⏎- {shell: y, capture: mode}⏎- echo ${mode} ${made} | MISSING_FIELD
            - {shel: x, capture: moda}⏎- {shell: y, capture: mode}⏎- echo ${mode} ${made} | MISSING_FIELD, UNSET_VARIABLE
            - {template: x}⏎- {shell: y, capture: mode}⏎- echo ${mode} ${made}            | UNDEFINED_REFERENCE
            """)
    void namesOutOfPlaceAreFoundBesideStepsThatCannotBeRead(String yaml, String codes) {
        assertThat(Workflows.problems(yaml.replace("⏎", "\n")))
                .extracting(problem -> problem.code().name())
                .containsExactly(codes.split(", ", -1));
    }

    /// What a part that is not there would bring is not known; what others get wrong without it is.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            SETUP⏎map: {input: [1], agent_template: []}       | MISSING_FIELD, CONFLICTING_KEYS
            SETUP⏎map: {input: [1]}                           | MISSING_FIELD, CONFLICTING_KEYS
            SETUP⏎map: {agent_template: x}                    | CONFLICTING_KEYS, MISSING_FIELD
            SETUP⏎mode: mapreduce                             | MISSING_FIELD, CONFLICTING_KEYS
            setup: echo ${item.x}⏎map: {input: [1], agent_template: []}                 | UNDEFINED_REFERENCE, MISSING_FIELD
            map: {input: [1], agent_template: []}⏎reduce: echo ${made} ${one.output}     | MISSING_FIELD
            setup: {shell: x, capture: unused}⏎map: {input: [1], agent_template: []}     | MISSING_FIELD
            map: {input: [1], agent_template: []}⏎error_policy: {on_item_failure: custom:h, handlers: {h: "echo ${two.exit_code} ${shell.output} ${last.output} ${item.x}"}} | MISSING_FIELD
            """)
    void namesAndBreakersAreCheckedBesidePartsThatAreNotThere(String yaml, String codes) {
        var setup = "setup: [{shell: a, circuit_breaker: {key: k}}, "
                + "{shell: b, circuit_breaker: {key: k, failure_threshold: 9}}]";
        assertThat(Workflows.problems(yaml.replace("SETUP", setup).replace("⏎", "\n")))
                .extracting(problem -> problem.code().name())
                .containsExactlyInAnyOrder(codes.split(", ", -1));
    }

    @Test
    void aStepThatCannotBeReadHidesNothingElse() {
        assertThat(Workflows.problems(
                        "- {shel: x, id: b, capture: c}\n- echo ${b.output} ${c}\n- {shell: x, timeout: 0}\n"))
                .extracting(problem -> problem.code().name())
                .containsExactly("MISSING_FIELD", "INVALID_DURATION");
    }
}
