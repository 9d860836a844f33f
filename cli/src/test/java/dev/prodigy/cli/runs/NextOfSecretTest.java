package dev.prodigy.cli.runs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.error.Category;
import dev.prodigy.model.error.ErrorCode;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.event.EndEvent;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What to type next of a run that lacks a secret which was not stored (spec 05 §1, §9).
class NextOfSecretTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            /a/b-c_1.yml  | prodigy run /a/b-c_1.yml
            /a b/c.yml    | prodigy run '/a b/c.yml'
            /it's/c.yml   | prodigy run '/it'\\''s/c.yml'
            /$HOME/c.yml  | prodigy run '/$HOME/c.yml'
            """)
    void itIsTheRunOfTheFile(String file, String hint) {
        assertThat(end(file).hint()).isEqualTo(hint);
    }

    @Test
    void whatCameFromNoFileHasNoCommand() {
        assertThat(end(null).hint()).isEqualTo("start a new run");
    }

    private static EarlyEnd end(@Nullable String file) {
        var code = ErrorCode.of(EndEvent.Interrupted.CAPTURED_SECRET, Category.UNKNOWN, false);
        return new EarlyEnd(
                "run-1", file, "interrupted", ErrorRecord.of(code, "m"), new EarlyEnd.Left(false, false, false, false));
    }
}
