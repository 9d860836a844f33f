package dev.prodigy.runtime.process.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProcStatTest {
    private static final String BEFORE_THREADS = " 7 7 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 ";
    private static final String AFTER_THREADS = " 0 4711 1 2 3 94000" + " 0".repeat(23) + " 140700 140726 0";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "12 (sleep) S 3        | 1 | sleep        | S | false",
                "12 (a b) R 3          | 9 | a b          | R | false",
                "12 (x) S 1 (y)) D 3   | 1 | x) S 1 (y)   | D | false",
                "12 (tmux: server) Z 3 | 1 | tmux: server | Z | true",
                "12 (main is gone) Z 3 | 2 | main is gone | Z | false",
                "12 () X 3             | 0 | \"\"         | X | true",
            })
    void aNameMayHoldAnything(String begin, int threads, String name, char state, boolean dead) {
        var stat = ProcStat.parse(begin + BEFORE_THREADS + threads + AFTER_THREADS);
        assertThat(stat).isEqualTo(new ProcStat(name, state, 3, 7, 7, threads, 4711, 94000, 140700, 140726));
        assertThat(stat.isDead()).isEqualTo(dead);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 0, '', false",
        "0, 140, 140, '', false",
        "1, 0, 0, '', false",
        "94, 140, 140, '', true",
        "94, 140, 144, A=1, false",
        "94, 140, 143, A=1, true",
        "94, 140, 143, '', false",
    })
    void noEnvironmentYetIsNotAnEmptyOne(long code, long start, long end, String environment, boolean whole) {
        assertThat(new ProcStat("sh", 'S', 1, 1, 1, 1, 1, code, start, end).isWhole(environment))
                .isEqualTo(whole);
    }
}
