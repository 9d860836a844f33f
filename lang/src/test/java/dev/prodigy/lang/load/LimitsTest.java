package dev.prodigy.lang.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Files that are made to hurt are refused soon, with a word on why (spec 05 §3, TOO_LARGE).
class LimitsTest {
    private static final Duration SOON = Duration.ofMinutes(1);

    @ParameterizedTest
    @MethodSource("hostile")
    void aHostileFileIsRefusedSoon(String yaml, String code) {
        var loaded = assertTimeout(SOON, () -> Workflows.load(Map.of(Workflows.FILE, yaml)));
        assertThat(loaded.workflow()).isNull();
        assertThat(loaded.problems())
                .extracting(problem -> problem.code().name())
                .contains(code);
        assertThat(loaded.problems())
                .allSatisfy(problem -> assertThat(problem.message()).hasSizeLessThan(500));
    }

    @ParameterizedTest
    @ValueSource(strings = {"${", "${a", "${a ", "${a:-", "${a.", "$a", "$${", "${cmd:", "a ", "('"})
    void aHostileTextIsReadSoon(String piece) {
        var text = piece.repeat(50_000);
        var yaml = """
                commands:
                  - {shell: echo x, capture: a}
                  - {shell: 'echo %1$s', description: '%1$s'}
                  - {claude: '%1$s'}
                """.formatted(text.replace("'", "''"));
        assertTimeout(SOON, () -> Workflows.load(Map.of(Workflows.FILE, yaml)));
    }

    static List<Arguments> hostile() {
        var bomb = IntStream.range(1, 20)
                .mapToObj(i -> "a" + i + ": &a" + i + " [" + ("*a" + (i - 1) + ",").repeat(9) + "1]")
                .collect(Collectors.joining("\n", "a0: &a0 [x,x,x,x,x,x,x,x,x]\n", "\ncommands: *a19\n"));
        return List.of(
                row("a bomb of aliases", bomb, "TOO_LARGE"),
                row("brackets", "commands: " + "[".repeat(100_000), "TOO_LARGE"),
                row("braces", "commands: " + "{a: ".repeat(100_000), "TOO_LARGE"),
                row(
                        "indentation",
                        IntStream.range(0, 2000)
                                .mapToObj(i -> " ".repeat(i) + "a:")
                                .collect(Collectors.joining("\n")),
                        "TOO_LARGE"),
                row("dashes", "commands:\n" + "- ".repeat(100_000) + "x", "TOO_LARGE"),
                row("aliases", "a: &a x\ncommands: [" + "*a,".repeat(5_000) + "x]", "TOO_LARGE"),
                row("megabytes", "commands: x\n# " + "x".repeat(10 << 20), "TOO_LARGE"),
                row("keys", "commands: x\n" + "a: b\n".repeat(50_000), "DUPLICATE_KEY"),
                row("a circle", "commands: &a [*a]", "UNREADABLE"),
                row("nested expressions", "- {shell: x, when: \"" + "(".repeat(50_000) + "\"}", "INVALID_EXPRESSION"),
                row("unknown steps", "commands:\n" + "- {shel: x}\n".repeat(20_000), "MISSING_FIELD"));
    }

    private static Arguments row(String name, String yaml, String code) {
        return Arguments.of(Named.of(name, yaml), code);
    }
}
