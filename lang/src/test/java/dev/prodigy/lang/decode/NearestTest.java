package dev.prodigy.lang.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestTest {
    private static final List<String> WORDS =
            List.of("shell", "when", "timeout", "working_dir", "retry_config", "attempts", "do", "id", "env");

    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
                    attemps,            attempts
                    atempts,            attempts
                    attmepts,           attempts
                    ATTEMPTS,           attempts
                    retry-config,       retry_config
                    retryconfig,        retry_config
                    timeuot,            timeout
                    shel,               shell
                    xshelx,             shell
                    xshelxy,            -
                    dd,                 do
                    xyz,                -
                    run,                shell
                    if,                 when
                    needs,              when
                    depends_on,         when
                    depends-on,         when
                    timeout-minutes,    timeout
                    working-directory,  working_dir
                    """)
    void theNearestValidWordIsOffered(String written, String meant) {
        assertThat(Nearest.to(written, WORDS)).isEqualTo(meant);
    }

    @ParameterizedTest
    @CsvSource({"run", "if", "timeout-minutes"})
    void aWordOfAnotherToolIsOfferedOnlyWhereOursIsValid(String written) {
        assertThat(Nearest.to(written, List.of("path", "content"))).isNull();
    }
}
