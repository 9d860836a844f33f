package dev.prodigy.lang.decode.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.error.Category;
import dev.prodigy.model.error.KnownCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class KnownCodesTest {
    @ParameterizedTest
    @CsvSource({
        "network, true",
        "ServerError, true",
        "server_error, true",
        "5xx, true",
        "503, true",
        "399, false",
        "600, false",
        "EXIT_75, true",
        "exit75, true",
        "EXIT_255, true",
        "EXIT_256, false",
        "SIGNAL_9, true",
        "SIGNAL_64, true",
        "SIGNAL_65, false",
        "stalled, true",
        "NETWORK_ERROR, true",
        "netwrok, false",
        "EXIT_, false",
        "429, true",
        "4290, false"
    })
    void namesAreKnownWithoutRegardToCaseAndUnderscore(String name, boolean known) {
        assertThat(KnownCodes.contains(name)).isEqualTo(known);
    }

    @ParameterizedTest
    @EnumSource
    void everyCategoryIsKnownAndCanBeSuggested(Category category) {
        assertThat(KnownCodes.contains(category.word())).isTrue();
        assertThat(KnownCodes.written()).contains(category.word());
    }

    @ParameterizedTest
    @EnumSource
    void everyCodeIsKnown(KnownCode code) {
        assertThat(code.row().codes()).allMatch(KnownCodes::contains);
    }

    @Test
    void namesOfErrorsThatAreNoCodesAreKnownToo() {
        assertThat(KnownCodes.written()).contains("STALLED", "OVERLOADED");
    }
}
