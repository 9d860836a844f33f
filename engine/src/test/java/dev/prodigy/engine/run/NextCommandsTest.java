package dev.prodigy.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/// Spec 02 §6.4: the message of a stop by policy names the next commands.
class NextCommandsTest {
    @Test
    void theyStandAtTheEndOfTheMessageAndCanBeTakenOff() {
        var message = NextCommands.behind("a; b: c", List.of("prodigy resume R", "prodigy dlq retry R"));

        assertThat(message).isEqualTo("a; b: c; next: prodigy resume R, or prodigy dlq retry R");
        assertThat(NextCommands.without(message)).isEqualTo("a; b: c");
        assertThat(NextCommands.in(message)).isEqualTo("prodigy resume R, or prodigy dlq retry R");
        assertThat(NextCommands.first(message)).isEqualTo("prodigy resume R");
        assertThat(NextCommands.first(NextCommands.behind("a", List.of("prodigy resume R"))))
                .isEqualTo("prodigy resume R");
    }

    @Test
    void aMessageWithoutThemStaysAsItIs() {
        assertThat(NextCommands.without("exit status 1: x; next: y")).isEqualTo("exit status 1: x; next: y");
        assertThat(NextCommands.in("exit status 1: x; next: y")).isNull();
        assertThat(NextCommands.first("exit status 1: x; next: y")).isNull();
    }
}
