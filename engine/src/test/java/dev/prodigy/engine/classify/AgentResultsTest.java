package dev.prodigy.engine.classify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.classify.AgentFacts.Output;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.value.Value;
import java.time.Instant;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AgentResultsTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private static final PrintedAt ENDED = new PrintedAt(NOW, ZoneOffset.UTC);

    private static @Nullable ErrorRecord judge(AgentFacts facts) {
        return AgentResults.judge(facts, ENDED);
    }

    /// As the built-in agent is read: is_error or another subtype than success is an error.
    private static AgentFacts claude(int exit, @Nullable String event, String stderr) {
        var result = event == null ? null : (Value.Fields) Json.parse(event);
        var text = result != null && result.get("result") instanceof Value.Text(var said) ? said : null;
        var subtype = result == null ? null : result.get("subtype");
        var isError = result != null && result.get("is_error") == Value.Bool.TRUE;
        isError |= subtype != null && !subtype.equals(Value.of("success"));
        Long tokens = result != null
                        && result.get("usage") instanceof Value.Fields usage
                        && usage.get("output_tokens") instanceof Value.Num(var number)
                ? Long.valueOf(number.longValue())
                : null;
        return new AgentFacts(
                Output.JSONL,
                result,
                isError,
                text,
                tokens,
                null,
                null,
                ProcessEnd.of(exit, stderr, event == null ? "" : event));
    }

    private static AgentFacts text(int exit, String stdout, String stderr) {
        return new AgentFacts(Output.TEXT, null, false, null, null, null, null, ProcessEnd.of(exit, stderr, stdout));
    }

    private static AgentFacts withRateLimitEvent(String event, String said) {
        var result = (Value.Fields) Json.parse("{\"result\": \"" + said + "\"}");
        return new AgentFacts(
                Output.JSONL,
                result,
                false,
                said,
                null,
                (Value.Fields) Json.parse(event),
                null,
                ProcessEnd.of(0, "", ""));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', nullValues = "-", textBlock = """
            0 | {"result":"You've hit your weekly limit"}                                | - | USAGE_LIMIT     | quota
            1 | {"is_error":true,"result":"5-hour limit reached"}                        | - | USAGE_LIMIT     | quota
            0 | {"is_error":true,"result":"Your credit balance is too low"}              | - | SPEND_LIMIT     | quota
            0 | {"is_error":true,"result":"x","errors":["enforced_spend_limit_reached"]} | - | SPEND_LIMIT     | quota
            1 | -                                                     | insufficient_quota   | SPEND_LIMIT     | quota
            0 | {"is_error":true,"api_error_status":429,"result":"x"}                    | - | LLM_RATE_LIMIT  | rate_limit
            0 | {"is_error":true,"api_error_status":"503","result":"x"}                  | - | 503             | unavailable
            0 | {"is_error":true,"result":"API Error: 529 overloaded"}                   | - | 529             | unavailable
            0 | {"is_error":true,"result":"API Error: 401 {\\"x\\":1}"}                  | - | 401             | auth
            0 | {"is_error":true,"result":"{\\"type\\":\\"overloaded_error\\"}"}         | - | 529             | unavailable
            0 | {"is_error":true,"result":"request timed out"}                           | - | TIMEOUT         | timeout
            0 | {"is_error":true,"result":"too many requests"}                           | - | LLM_RATE_LIMIT  | rate_limit
            0 | {"is_error":false,"subtype":"error_max_turns"}                           | - | AGENT_MAX_TURNS | agent_error
            1 | {"is_error":true,"subtype":"error_max_turns"}                            | - | AGENT_MAX_TURNS | agent_error
            0 | {"is_error":true,"result":"I could not do it"}                           | - | AGENT_ERROR     | agent_error
            0 | {"subtype":"error_during_execution"}                                     | - | AGENT_ERROR     | agent_error
            0 | -                                                                        | - | AGENT_TRUNCATED | agent_error
            0 | {"result":"done","num_turns":0}                                          | - | AGENT_NO_OP     | agent_error
            0 | {"result":" ","num_turns":1,"usage":{"output_tokens":0}}                 | - | AGENT_NO_OP     | agent_error
            7 | {"result":"done","num_turns":1}                                          | - | EXIT_7          | command_failed
            1 | {"result":"done","num_turns":1}                                   | HTTP 503 | 503             | unavailable
            1 | {"result":"done","num_turns":1}                                 | rate limit | LLM_RATE_LIMIT  | rate_limit
            1 | -                                                     | connection refused   | NETWORK_ERROR   | network
            127 | -                                                   | claude: not found    | EXIT_127        | command_not_found
            """)
    void theFirstRowThatHoldsDecides(
            int exit, @Nullable String event, @Nullable String stderr, String code, String category) {
        var error = judge(claude(exit, event, stderr == null ? "" : stderr));
        assertThat(error).isNotNull();
        assertThat(error.code()).isEqualTo(code);
        assertThat(error.category().word()).isEqualTo(category);
        assertThat(error.evidence().exitCode()).isEqualTo(exit);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"result\":\"done\",\"num_turns\":3}",
                "{\"result\":\"\",\"usage\":{\"output_tokens\":12}}",
                "{\"result\":\"\"}",
                "{\"result\":\"The log says: Claude AI usage limit reached|1760000000\"}",
                "{\"result\":\"fixed the 503 and the insufficient_quota message\",\"is_error\":false}",
            })
    void anAgentThatAnsweredIsGood(String event) {
        assertThat(judge(claude(0, event, "warning: connection refused"))).isNull();
    }

    @Test
    void aLongAnswerThatBeginsLikeANoticeIsNone() {
        assertThat(judge(claude(0, "{\"result\":\"Usage limit reached" + " is what".repeat(70) + "\"}", "")))
                .isNull();
    }

    @ParameterizedTest
    @CsvSource({"0, done, true", "0, ' ', false", "1, done, false"})
    void aTextAgentHasToSaySomething(int exit, String stdout, boolean good) {
        assertThat(judge(text(exit, stdout, "")) == null).isEqualTo(good);
    }

    @Test
    void aSilentTextAgentDidNothingWhateverItsExitStatus() {
        var error = judge(text(3, "", "HTTP 401"));
        assertThat(error).isNotNull();
        assertThat(error.code()).isEqualTo("AGENT_NO_OP");
        assertThat(error.codes()).contains("AUTH", "401", "EXIT_3", "EXIT_NONZERO");
    }

    @Test
    void aTextAgentsNoticeIsItsWholeOutput() {
        var error = judge(text(1, "\nClaude AI usage limit reached|1767500000\n", ""));
        assertThat(error).isNotNull();
        assertThat(error.code()).isEqualTo("USAGE_LIMIT");
        assertThat(error.retryable()).isFalse();
        assertThat(error.evidence().resetsAt()).isEqualTo(Instant.ofEpochSecond(1767500000));
        assertThat(error.message()).isEqualTo("Claude AI usage limit reached|1767500000");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            {"status":"rejected","resetsAt":1767500000}                       | 2026-01-04T04:13:20Z
            {"status":"rejected","resets_at":1767500000123}                   | 2026-01-04T04:13:20.123Z
            {"status":"rejected","resets_at":"2026-01-04T00:00:00Z"}          | 2026-01-04T00:00:00Z
            {"rate_limit_info":{"status":"rejected","resetsAt":1767500000}}   | 2026-01-04T04:13:20Z
            """)
    void aRejectedRateLimitEventIsANotice(String event, Instant reset) {
        var error = judge(withRateLimitEvent(event, "done"));
        assertThat(error).isNotNull();
        assertThat(error.code()).isEqualTo("USAGE_LIMIT");
        assertThat(error.evidence().resetsAt()).isEqualTo(reset);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"status\":\"allowed\"}", "{\"status\":1}", "{}", "{\"rate_limit_info\":[]}"})
    void otherRateLimitEventsAreNone(String event) {
        assertThat(judge(withRateLimitEvent(event, "done"))).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"status\":\"rejected\"}",
                "{\"status\":\"rejected\",\"resetsAt\":\"soon\"}",
                "{\"status\":\"rejected\",\"resetsAt\":1e99}",
                "{\"status\":\"rejected\",\"resetsAt\":1.5}",
                "{\"status\":\"rejected\",\"resetsAt\":true}"
            })
    void aResetThatCannotBeReadIsUnknown(String event) {
        var error = judge(withRateLimitEvent(event, "done"));
        assertThat(error).isNotNull();
        assertThat(error.evidence().resetsAt()).isNull();
    }

    @Test
    void theNoticesOwnResetComesBeforeTheEvents() {
        var error = judge(withRateLimitEvent(
                "{\"status\":\"rejected\",\"resetsAt\":1767500000}", "Usage limit reached, try again in 20 minutes"));
        assertThat(error).isNotNull();
        assertThat(error.evidence().resetsAt()).isEqualTo(NOW.plusSeconds(1200));
    }

    @Test
    void aReportedStatusIsEvidence() {
        var error = judge(claude(0, "{\"is_error\":true,\"api_error_status\":529,\"result\":\"try again in 5s\"}", ""));
        assertThat(error).isNotNull();
        assertThat(error.evidence().status()).isEqualTo(529);
        assertThat(error.codes()).contains("OVERLOADED", "SERVER_ERROR");
        assertThat(error.evidence().retryAfterMs()).isEqualTo(5000);
    }

    @Test
    void theMessageIsTheResultTextOrSaysWhatIsMissing() {
        assertThat(message(claude(0, "{\"is_error\":true,\"result\":\"no\\nluck\"}", "")))
                .isEqualTo("no luck");
        assertThat(message(claude(0, null, ""))).isEqualTo("the agent ended without a result event");
        var unread = new AgentFacts(
                Output.JSONL, null, false, null, null, null, "it is too large", ProcessEnd.of(0, "", "{"));
        assertThat(message(unread))
                .isEqualTo("the agent ended without a result event that can be read: it is too large");
        assertThat(message(claude(0, "{\"subtype\":\"error_max_turns\"}", ""))).contains("turns");
        assertThat(message(claude(0, "{\"num_turns\":0}", ""))).contains("without having done anything");
        assertThat(message(claude(0, "{\"subtype\":\"error_during_execution\"}", "")))
                .contains("without a text");
    }

    private static @Nullable String message(AgentFacts facts) {
        var error = judge(facts);
        return error == null ? null : error.message();
    }
}
