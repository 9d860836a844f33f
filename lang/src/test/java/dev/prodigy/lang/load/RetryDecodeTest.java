package dev.prodigy.lang.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.policy.Backoff;
import dev.prodigy.model.policy.Jitter;
import dev.prodigy.model.policy.Matcher;
import dev.prodigy.model.policy.RetryFilter;
import dev.prodigy.model.policy.RetryPolicy;
import dev.prodigy.model.step.AfterRetries;
import dev.prodigy.model.step.StepKind;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryDecodeTest {
    /// Every row of spec 02 §3.3; the initial delay beside it is 3s.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    fixed                                                   | Fixed[delay=PT3S]
                    {fixed: {delay: 5s}}                                    | Fixed[delay=PT5S]
                    {fixed: {initial: 5s}}                                  | Fixed[delay=PT5S]
                    {fixed: {initial_delay: 5s}}                            | Fixed[delay=PT5S]
                    {fixed: {delay_ms: 5000}}                               | Fixed[delay=PT5S]
                    {fixed: 5s}                                             | Fixed[delay=PT5S]
                    {type: fixed, delay: 5s}                                | Fixed[delay=PT5S]
                    {fixed: }                                               | Fixed[delay=PT3S]
                    !fixed {delay: 5s}                                      | Fixed[delay=PT5S]
                    !fixed 5s                                               | Fixed[delay=PT5S]
                    !fixed                                                  | Fixed[delay=PT3S]
                    linear                                                  | Linear[first=PT3S, increment=PT3S]
                    {linear: {increment: 2s}}                               | Linear[first=PT3S, increment=PT2S]
                    {linear: {initial: 1s, increment: 2s}}                  | Linear[first=PT1S, increment=PT2S]
                    {linear: {initial_ms: 1000, increment_ms: 2000}}        | Linear[first=PT1S, increment=PT2S]
                    {type: linear, initial: 1s}                             | Linear[first=PT1S, increment=PT1S]
                    !linear {increment: 2s}                                 | Linear[first=PT3S, increment=PT2S]
                    exponential                                             | Exponential[initial=PT3S, base=2.0]
                    {exponential: {base: 2.5}}                              | Exponential[initial=PT3S, base=2.5]
                    {exponential: {initial: 1s, multiplier: 3}}             | Exponential[initial=PT1S, base=3.0]
                    {type: exponential, initial: "1s", multiplier: 2}       | Exponential[initial=PT1S, base=2.0]
                    {exponential: }                                         | Exponential[initial=PT3S, base=2.0]
                    {exponential: {}}                                       | Exponential[initial=PT3S, base=2.0]
                    !exponential {base: 2.0}                                | Exponential[initial=PT3S, base=2.0]
                    fibonacci                                               | Fibonacci[initial=PT3S]
                    {fibonacci: {initial: 1s}}                              | Fibonacci[initial=PT1S]
                    {type: fibonacci, initial: 1s}                          | Fibonacci[initial=PT1S]
                    !fibonacci {initial: 1s}                                | Fibonacci[initial=PT1S]
                    {custom: {delays: [500ms, 1s]}}                         | Custom[delays=[PT0.5S, PT1S], then=PT30S]
                    {custom: {delays_ms: [500, 1000]}}                      | Custom[delays=[PT0.5S, PT1S], then=PT30S]
                    {custom: [500ms, 1s]}                                   | Custom[delays=[PT0.5S, PT1S], then=PT30S]
                    [500ms, 1s]                                             | Custom[delays=[PT0.5S, PT1S], then=PT30S]
                    {type: custom, delays: [500ms, 1s]}                     | Custom[delays=[PT0.5S, PT1S], then=PT30S]
                    !custom [500ms, 1s]                                     | Custom[delays=[PT0.5S, PT1S], then=PT30S]
                    !custom {delays: [500ms, 1s]}                           | Custom[delays=[PT0.5S, PT1S], then=PT30S]
                    []                                                      | Custom[delays=[], then=PT30S]
                    none                                                    | None[]
                    {none: }                                                | None[]
                    !none                                                   | None[]
                    """)
    void everySpellingOfBackoffIsRead(String written, String backoff) {
        assertThat(retry("{backoff: " + written + " , initial_delay: 3s}").backoff())
                .hasToString(backoff);
        assertThat(itemRetry("{backoff: " + written + " , initial_delay: 3s}").backoff())
                .hasToString(ofItems(backoff));
    }

    /// Items wait one increment more with linear backoff (spec 02 §3.4).
    private static String ofItems(String backoff) {
        return switch (backoff) {
            case "Linear[first=PT3S, increment=PT3S]" -> "Linear[first=PT6S, increment=PT3S]";
            case "Linear[first=PT3S, increment=PT2S]" -> "Linear[first=PT5S, increment=PT2S]";
            case "Linear[first=PT1S, increment=PT2S]" -> "Linear[first=PT3S, increment=PT2S]";
            case "Linear[first=PT1S, increment=PT1S]" -> "Linear[first=PT2S, increment=PT1S]";
            default -> backoff;
        };
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', nullValues = "-", textBlock = """
                    retry: 5                                   | 5
                    retry_config: 5                            | 5
                    retry: {attempts: 4}                       | 4
                    retry_config: {max_attempts: 4}            | 4
                    retry: {attempts: "7"}                     | 7
                    retry: {}                                  | 3
                    retry: false                               | 1
                    retry: none                                | 1
                    when: "true"                               | -
                    """)
    void everySpellingOfAttemptsIsRead(String written, Integer attempts) {
        var retry = Workflows.step("{shell: x, " + written + "}")
                .options()
                .resilience()
                .retry();
        assertThat(retry == null ? null : retry.attempts()).isEqualTo(attempts);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    false                              | NONE        | 0.3
                    true                               | SYMMETRIC   | 0.3
                    full                               | FULL        | 0.3
                    equal                              | EQUAL       | 0.3
                    decorrelated                       | DECORRELATED| 0.3
                    none                               | NONE        | 0.3
                    {kind: symmetric, factor: 0.5}     | SYMMETRIC   | 0.5
                    {factor: 0.1}                      | SYMMETRIC   | 0.1
                    true, jitter_factor: 1             | SYMMETRIC   | 1.0
                    """)
    void everySpellingOfJitterIsRead(String written, Jitter.Kind kind, double factor) {
        assertThat(retry("{jitter: " + written + "}").jitter()).isEqualTo(new Jitter(kind, factor));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    network                                   | Named[name=network]
                    ServerError                               | Named[name=ServerError]
                    503                                       | Named[name=503]
                    "503"                                     | Named[name=503]
                    5xx                                       | Named[name=5xx]
                    TIMEOUT                                   | Named[name=TIMEOUT]
                    EXIT_75                                   | Named[name=EXIT_75]
                    {exit_code: 75}                           | ExitCodes[ranges=[Range[first=75, last=75]]]
                    {exit_codes: [75, "64-69"]}               | ExitCodes[ranges=[Range[first=75, last=75], Range[first=64, last=69]]]
                    {signal: 9}                               | Signal[number=9]
                    {code: MY_CODE}                           | Named[name=MY_CODE]
                    {pattern: "(?i)gone"}                     | Pattern[regex=(?i)gone]
                    !pattern go+ne                            | Pattern[regex=go+ne]
                    any                                       | Any[]
                    "*"                                       | Any[]
                    """)
    void everyMatcherIsRead(String written, String matcher) {
        for (var key : List.of("retry_on", "retryable_errors")) {
            assertThat(matchers(retry("{" + key + ": " + written + "}"))).hasToString("[" + matcher + "]");
            assertThat(matchers(retry("{" + key + ": [" + written + "]}"))).hasToString("[" + matcher + "]");
        }
        assertThat(retry("{no_retry_on: [" + written + "]}").noRetryOn().entries())
                .hasToString("[" + matcher + "]");
    }

    private static List<Matcher> matchers(RetryPolicy policy) {
        return ((RetryFilter.Listed) policy.retryOn()).matchers().entries();
    }

    @Test
    void theOtherFieldsAreRead() {
        var policy = retry("""
                {initial_delay_ms: 250, max_delay: 2m, retry_budget_ms: 5000, respect_retry_after: false, max_retry_after: 1m}
                """.strip());
        assertThat(policy.backoff()).isEqualTo(new Backoff.Exponential(Duration.ofMillis(250), 2));
        assertThat(policy.maxDelay()).isEqualTo(Duration.ofMinutes(2));
        assertThat(policy.retryBudget()).isEqualTo(Duration.ofSeconds(5));
        assertThat(policy.respectRetryAfter()).isFalse();
        assertThat(policy.maxRetryAfter()).isEqualTo(Duration.ofMinutes(1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "retry: {on_failure: {fallback: {command: \"echo 2\"}}}",
                "retry: {on_failure: {fallback: \"echo 2\"}}",
                "retry: {on_failure: !fallback {command: \"echo 2\"}}",
                "retry: {on_failure: !fallback \"echo 2\"}",
                "retry: {on_failure: {fallback: {shell: \"echo 2\"}}}",
                "on_failure: {fallback: \"echo 2\"}",
                "on_failure: {fallback: {command: \"echo 2\"}}",
                "on_failure: !fallback {command: \"echo 2\"}",
            })
    void everySpellingOfAFallbackIsRead(String written) {
        var step = Workflows.step("{shell: x, " + written + "}");
        var fallback = (AfterRetries.Fallback) step.options().resilience().afterRetries();
        assertThat(fallback.step().path()).isEqualTo("commands[0].fallback[0]");
        assertThat(((StepKind.Shell) fallback.step().kind()).command().source()).isEqualTo("echo 2");
        assertThat(step.reactions().onFailure()).isNull();
    }

    @Test
    void aFallbackWithASlashAsksTheAgent() {
        var step = Workflows.step("{shell: x, retry: {on_failure: {fallback: {command: \"/fix it\", timeout: 5}}}}");
        var fallback = (AfterRetries.Fallback) step.options().resilience().afterRetries();
        assertThat(((StepKind.Agent) fallback.step().kind()).agent()).isEqualTo("claude");
        assertThat(fallback.step().options().limits().attempt()).isNotNull();
    }

    @ParameterizedTest
    @CsvSource({"stop, Stop[]", "continue, Continue[]"})
    void theWordsAreRead(String word, String after) {
        assertThat(Workflows.step("{shell: x, retry: {on_failure: " + word + "}}")
                        .options()
                        .resilience()
                        .afterRetries())
                .hasToString(after);
        assertThat(Workflows.step("{shell: x, on_failure: " + word + "}")
                        .options()
                        .resilience()
                        .afterRetries())
                .hasToString(after);
    }

    @Test
    void retryDefaultsHoldForEveryStep() {
        var steps = Workflows.commands("""
                retry_defaults: {attempts: 4, backoff: {fixed: 2s}, initial_delay: 9s, on_failure: continue, circuit_breaker: {failure_threshold: 2}}
                commands:
                  - echo
                  - {shell: a, retry: {attempts: 2}}
                  - {shell: b, retry: {backoff: exponential}}
                  - {shell: c, retry: false}
                  - {foreach: [1], do: [{shell: d}]}
                  - {shell: e, on_failure: {shell: f}}
                """);
        assertThat(steps.stream()
                        .map(step -> Objects.requireNonNull(
                                step.options().resilience().retry()))
                        .map(RetryPolicy::attempts))
                .containsExactly(4, 2, 4, 1, 4, 4);
        assertThat(Objects.requireNonNull(steps.get(2).options().resilience().retry())
                        .backoff())
                .isEqualTo(new Backoff.Exponential(Duration.ofSeconds(9), 2));
        assertThat(Objects.requireNonNull(steps.get(1).options().resilience().retry())
                        .backoff())
                .isEqualTo(new Backoff.Fixed(Duration.ofSeconds(2)));
        assertThat(steps.getFirst().options().resilience().afterRetries()).isInstanceOf(AfterRetries.Continue.class);
        assertThat(steps.getFirst().options().resilience().breaker()).isNotNull();
        var inner = ((StepKind.Foreach) steps.get(4).kind()).body().getFirst();
        assertThat(inner.options().resilience().retry()).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "circuit_breaker: {failure_threshold: 2, timeout_ms: 2000, on_open: wait, key: k, trips_on: [5xx]}",
                "retry: {circuit_breaker: {failure_threshold: 2, timeout: 2s, on_open: wait, key: k, trips_on: 5xx}}",
            })
    void aBreakerStandsInTheBlockOrBesideIt(String written) {
        var breaker = Objects.requireNonNull(Workflows.step("{shell: x, " + written + "}")
                .options()
                .resilience()
                .breaker());
        assertThat(breaker)
                .hasToString("BreakerPolicy[failureThreshold=2, successThreshold=3, timeout=PT2S, halfOpenRequests=3,"
                        + " onOpen=WAIT, tripsOn=Matchers[entries=[Named[name=5xx]]], key=k]");
    }

    private static RetryPolicy retry(String block) {
        return Objects.requireNonNull(Workflows.step("{shell: x, retry: " + block + "}")
                .options()
                .resilience()
                .retry());
    }

    private static RetryPolicy itemRetry(String block) {
        return Workflows.mapReduce("error_policy: {retry_config: " + block + "}\nmap: {input: [], agent_template: x}")
                .header()
                .errorPolicy()
                .itemRetry();
    }
}
