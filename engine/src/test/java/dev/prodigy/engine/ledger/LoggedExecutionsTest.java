package dev.prodigy.engine.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 05 §5.5: the number of an execution, whether the ones before it left a file or not.
class LoggedExecutionsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            pass-1/00-shell | 4
            pass-1/01-shell | 1
            pass-1/00.on_failure.01-claude | 2
            pass-2/00-shell | 0
            setup/00.do-1.02-shell | 3
            """)
    void theHighestNumberOfANameCounts(String name, int number) {
        var logged = new LoggedExecutions();
        List.of(
                        "pass-1/00-shell",
                        "pass-1/00-shell.2",
                        "pass-1/00-shell.4",
                        "pass-1/00-shell.3",
                        "pass-1/01-shell",
                        "pass-1/00.on_failure.01-claude",
                        "pass-1/00.on_failure.01-claude.2",
                        "setup/00.do-1.02-shell.3")
                .forEach(log -> logged.note("logs/my-repo.git/workflow-1-x/" + log));

        assertThat(logged.copy().of("logs/my-repo.git/workflow-1-x/" + name)).isEqualTo(number);
    }
}
