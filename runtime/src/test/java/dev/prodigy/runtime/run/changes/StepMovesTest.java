package dev.prodigy.runtime.run.changes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.ledger.StandingSteps.Standing;
import dev.prodigy.lang.json.Json;
import dev.prodigy.lang.load.StepForms;
import dev.prodigy.model.value.Value;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 03 §14: whether a changed workflow has something else where steps stand.
class StepMovesTest {
    private static final Standing DONE = new Standing(true, false, false, false, false, Set.of());

    /// `one` and `two` stand.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            one two three four     | one two three four     | ''
            one two three four     | two three four         | 0 1
            one two three four     | three four             | 0 1
            one two three four     | new one two three four | 0 1
            one two three four     | one new two three four | 1
            one two three four     | two one three four     | 0 1
            one two three four     | other three four       | 0 1
            one two three four     | other two three        | 0
            one two three four     | three two one four     | 0
            one two three four     | other one three four   | 0 1
            one two three four     | one                    | 1
            one two three four     | one two new three four | ''
            one two three four     | one two four           | ''
            one two three four     | one two                | ''
            one two three four     | one two four three     | ''
            one two three four     | one other three four   | ''
            one two three four     | new other three four   | ''
            one two one four       | one two four           | ''
            one:a two:b three      | new one:a two:b three  | 0 1
            one:a two:b three      | other:a two:b          | ''
            one:a two:b three      | one:b two:a three      | 0 1
            one:a two:b three      | one two:b three        | 0
            one two three          | one:a two three        | 0
            """)
    void aStepThatIsEditedStaysInItsPlace(String before, String now, String moved) {
        var standing = new TreeMap<String, Standing>();
        standing.put("commands[0]", DONE);
        standing.put("commands[1]", DONE);

        assertThat(moves(before, now).among(standing))
                .isEqualTo(Arrays.stream(moved.split(" ", -1))
                        .filter(each -> !each.isEmpty())
                        .map(each -> "commands[" + each + "]")
                        .toList());
    }

    @Test
    void whatMeansTheSameInAnySpellingIsTheSame() {
        var spelled = new StepMoves.Reading(steps("one two"), steps("ONE two three"));
        var meant = new StepMoves.Reading(steps("one two"), steps("one two three"));
        var standing = new TreeMap<String, Standing>();
        standing.put("commands[0]", DONE);

        assertThat(new StepMoves(List.of(spelled, meant), Value::equals).among(standing))
                .isEmpty();
        assertThat(new StepMoves(List.of(spelled), Value::equals).among(standing))
                .containsExactly("commands[0]");
    }

    private static StepMoves moves(String before, String now) {
        return new StepMoves(List.of(new StepMoves.Reading(steps(before), steps(now))), Value::equals);
    }

    /// @param names each a step's command, with `:id` behind it where it has one
    private static StepForms steps(String names) {
        var list = Arrays.stream(names.split(" ", -1))
                .map(name -> name.split(":", -1))
                .map(parts ->
                        "{\"shell\":\"" + parts[0] + "\"" + (parts.length > 1 ? ",\"id\":\"" + parts[1] + "\"}" : "}"))
                .collect(Collectors.joining(","));
        return StepForms.of((Value.Fields) Json.parse("{\"commands\":[" + list + "]}"));
    }
}
