package dev.prodigy.cli.dlq;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.expr.BareNames;
import dev.prodigy.lang.expr.CompiledExpression;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.error.ErrorCode;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.event.LetterEvent;
import dev.prodigy.runtime.letter.DeadLetter;
import dev.prodigy.runtime.letter.LetterAttempt;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which letters `--filter` wants (spec 05 §2.5).
class LetterFilterTest {
    private static final DeadLetter LETTER = new DeadLetter(
            new DeadLetter.Identity("run", "item-002", "k", null),
            new LetterEvent.Facts(1, "s", "why", true, null, null, null, List.of()),
            null,
            List.of(new LetterAttempt(
                    1, null, null, Instant.EPOCH, 5, ErrorRecord.of(ErrorCode.ofExit(1), "m"), "s", null, null, null)));

    @ParameterizedTest
    @CsvSource(delimiterString = " | ", quoteCharacter = '~', textBlock = """
            "a"                | item == 'a' && failure.error_type == 'command_failed' | true
            "b"                | item == 'a' && failure.error_type == 'command_failed' | false
            7                  | item > 5 && failure.attempt_count == 1                | true
            7                  | $ == 7 && item.failure.signature == 's'               | true
            [1]                | ${failure.signature} == 's' && ${item[0]} == 1        | true
            {"id": 1}          | id == 1 && failure.item_id == 'item-002'              | true
            {"id": 1}          | id == 2 && failure.item_id == 'item-002'              | false
            {"failure": "own"} | failure.item_id == 'item-002' && _index == 1          | true
            """)
    void anExpressionReadsItemAndFailureTogether(String item, String filter, boolean wanted) {
        var expression = CompiledExpression.parse(filter, BareNames.FIELDS);
        assertThat(LetterFilter.isTrue(expression, LETTER, Json.parse(item))).isEqualTo(wanted);
    }
}
