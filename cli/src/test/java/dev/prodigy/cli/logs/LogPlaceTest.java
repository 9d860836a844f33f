package dev.prodigy.cli.logs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Spec 05 §5.5: the names of log files.
class LogPlaceTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            setup/00-shell.stdout                               | setup[0], stdout
            pass-1/02-shell.2.stderr                            | commands[2], execution 2, stderr
            pass-3/00-claude.agent.jsonl                        | pass 3, commands[0], agent
            item-007/attempt-2/00-shell.stdout                  | item-007 attempt 2, map.agent_template[0], stdout
            item-007/attempt-1/00.on_failure.01-claude.stdout   | item-007 attempt 1, map.agent_template[0].on_failure[1], stdout
            pass-1/01.do-3.00-write_file.stdout                 | commands[1].do[0] round [3], stdout
            pass-1/00.on_exit_code.3.01-shell.stdout            | commands[0].on_exit_code.3[1], stdout
            pass-1/00.on_exit_code.3.fallback.00-shell.stdout   | commands[0].on_exit_code.3.fallback[0], stdout
            pass-1/00.on_failure.01.fallback.00-shell.stdout    | commands[0].on_failure[1].fallback[0], stdout
            reduce/10-shell.stdout                              | reduce[10], stdout
            item-007/attempt-1/on_conflict.00-shell.stdout      | item-007 attempt 1, map.on_conflict[0], stdout
            item-007/attempt-1/handlers.Fix-2.00-shell.2.stderr | item-007 attempt 1, error_policy.handlers.Fix-2[0], execution 2, stderr
            item-007/attempt-1/handlers.3.00.on_failure.01-shell.stdout | item-007 attempt 1, error_policy.handlers.3[0].on_failure[1], stdout
            merge/on_conflict.01-shell.stdout                   | merge.on_conflict[1], stdout
            setup/worktree.setup.00-shell.stdout                | worktree.setup[0], stdout
            pass-1/worktree.setup.01-shell.stderr               | worktree.setup[1], stderr
            map/worktree.setup.00-shell.stdout                  | worktree.setup[0], stdout
            item-007/attempt-2/worktree.setup.00.on_failure.01-shell.stdout | item-007 attempt 2, worktree.setup[0].on_failure[1], stdout
            """)
    void aPathTellsTheExecution(String path, String title) {
        assertThat(LogPlace.of(path).title()).isEqualTo(title);
    }

    @ParameterizedTest
    @ValueSource(strings = {"stray.txt", "setup/readme", "setup/00-shell.stdout.tmp", "00-shell.stdout"})
    void otherFilesAreNoLogs(String path) {
        assertThat(LogPlace.of(path)).isNull();
    }
}
