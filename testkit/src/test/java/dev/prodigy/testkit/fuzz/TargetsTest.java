package dev.prodigy.testkit.fuzz;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/// Some thousands of the random texts that `bench/fuzz` makes a million of, the same in every run.
class TargetsTest {
    private static final int INPUTS = 5_000;

    static final List<FuzzTarget> TARGETS = Targets.ALL;

    @ParameterizedTest
    @FieldSource("TARGETS")
    void everyTextIsTaken(FuzzTarget target) {
        for (int i = 0; i < INPUTS; i++) {
            var input = target.input(new Random(i));
            assertThatCode(() -> target.take(input)).as(Escaped.of(input)).doesNotThrowAnyException();
        }
    }
}
