package dev.prodigy.model.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class OutputTest {
    private static final Output BOTH = Output.of("one\ntwo", "three").in("x.stderr", List.of("x.stdout", "x.stderr"));

    @Test
    void theEndOfStderrIsEvidentElseThatOfStdout() {
        assertThat(BOTH.tail()).isEqualTo("one\ntwo\nthree");
        assertThat(BOTH.evident()).isEqualTo("one\ntwo");
        assertThat(Output.of("", "three").evident()).isEqualTo("three");
        assertThat(Output.NONE.evident()).isNull();
    }

    @Test
    void eachStreamIsChangedByItself() {
        var changed = BOTH.map(text -> text.replace("\n", " ").toUpperCase(Locale.ROOT));
        assertThat(changed.tail()).isEqualTo("ONE TWO\nTHREE");
        assertThat(changed.evident()).isEqualTo("ONE TWO");
        assertThat(changed.logs()).isEqualTo(BOTH.logs());
    }

    @Test
    void whatIsNotKnownIsTakenFromAnother() {
        assertThat(Output.NONE.or(BOTH)).isEqualTo(BOTH);
        assertThat(Output.of("", "own").or(BOTH).evident()).isEqualTo("own");
        assertThat(Output.of("", "own").or(BOTH).log()).isEqualTo("x.stderr");
    }
}
