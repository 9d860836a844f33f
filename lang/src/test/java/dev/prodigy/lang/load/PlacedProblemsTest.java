package dev.prodigy.lang.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.source.Problem;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Where problems are placed, and what they suggest (spec 01 §11, §14).
class PlacedProblemsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', nullValues = "-", textBlock = """
            parameters: [{name: p, default: "${q}"}, {name: q, default: "${p}"}] | 1:21 | parameters[0].name | -
            parameters: {p: {default: "${q}"}, q: {default: "${p}"}}             | 1:14 | parameters.p       | -
            interpreter: bsh                                                     | 1:14 | interpreter        | bash
            interpreter: /bin/bassh -eu                                          | 1:14 | interpreter        | bash
            agents: {a: {command: '""'}}                                         | 1:23 | agents.a.command   | -
            agents: {a: {command: ['', b]}}                                      | 1:23 | agents.a.command   | -
            """)
    void aProblemNamesItsPlaceAndTheNearestWord(String yaml, String at, String path, String suggestion) {
        var errors = Workflows.problems(yaml + "\ncommands: [a]\n").stream()
                .filter(Problem::isError)
                .toList();

        assertThat(errors).singleElement().satisfies(problem -> {
            assertThat(problem.span().line() + ":" + problem.span().column()).isEqualTo(at);
            assertThat(problem.path()).isEqualTo(path);
            assertThat(problem.suggestion()).isEqualTo(suggestion);
        });
    }
}
