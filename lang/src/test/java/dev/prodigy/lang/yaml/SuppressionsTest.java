package dev.prodigy.lang.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.source.Span;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuppressionsTest {
    private static final String TEXT = """
            a: 1 # prodigy: ignore NO_EFFECT
            b: 1
            c: 1
            #prodigy:ignore  SHELL_SPLICE, NO_BUDGET UNUSED_CAPTURE
            d: |
              echo # prodigy: ignore LIST_AS_WORD
            e: x#prodigy: ignore NO_EFFECT
            f: 1
            """;

    @ParameterizedTest
    @CsvSource({
        "1, NO_EFFECT, true",
        "2, NO_EFFECT, true",
        "3, NO_EFFECT, false",
        "1, NO_BUDGET, false",
        "4, SHELL_SPLICE, true",
        "5, NO_BUDGET, true",
        "5, UNUSED_CAPTURE, true",
        "6, LIST_AS_WORD, true",
        "7, NO_EFFECT, false",
        "8, NO_EFFECT, false",
    })
    void aCommentSilencesItsLineAndTheNext(int line, ProblemCode code, boolean silent) {
        var suppressions = Suppressions.in(new SourceText("f.yml", TEXT));
        var warning = Problem.warning(code, "m", Span.at("f.yml", line, 3), "p");
        assertThat(suppressions.silence(warning)).isEqualTo(silent);
    }

    @Test
    void errorsAreNeverSilenced() {
        var suppressions = Suppressions.in(new SourceText("f.yml", TEXT));
        assertThat(suppressions.silence(Problem.error(ProblemCode.NO_EFFECT, "m", Span.at("f.yml", 1, 1), "p")))
                .isFalse();
    }
}
