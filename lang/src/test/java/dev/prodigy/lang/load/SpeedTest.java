package dev.prodigy.lang.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/// A workflow of 5,000 lines is checked while a person waits for the prompt.
class SpeedTest {
    private static final int ROUNDS = 15;

    @Test
    void fiveThousandLinesAreCheckedInAMoment() {
        var yaml = large();
        assertThat(yaml.lines().count()).isGreaterThan(5000);
        var times = new long[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            var started = System.nanoTime();
            assertThat(Workflows.load(yaml).errors()).isZero();
            times[i] = System.nanoTime() - started;
        }
        System.out.println("first " + times[0] / 1_000_000 + " ms, "
                + Arrays.stream(times).map(t -> t / 1_000_000).boxed().toList());
        Arrays.sort(times);
        assertThat(Duration.ofNanos(times[0])).isLessThan(Duration.ofMillis(200));
    }

    @Test
    void timeGrowsWithTheText() {
        var wide = "commands: [" + "{shell: \"echo ${x}\", zzz: 1}, ".repeat(60_000) + "x]";
        var started = System.nanoTime();
        Workflows.load(wide);
        assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(20));
    }

    private static String large() {
        var text = new StringBuilder("name: large\nenv: {A: b}\ncommands:\n");
        for (int i = 0; i < 420; i++) {
            text.append("""
                      - id: step_%d
                        name: Step ${A} %d
                        when: "count > 3 && name == 'x'"
                        shell: |
                          echo "${A}"
                          make -j ${last.output}
                        timeout: 5m
                        env: {X: 1.10, Y: "${A}"}
                        retry: {attempts: 3, backoff: {exponential: {initial: 1s}}, retry_on: [network, 5xx]}
                        on_failure:
                          claude: "/fix ${error.message}"
                          max_attempts: 2
                    """.formatted(i, i));
        }
        return text.toString();
    }
}
