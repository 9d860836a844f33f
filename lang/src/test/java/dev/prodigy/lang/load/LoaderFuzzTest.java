package dev.prodigy.lang.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Whatever a file says, loading it ends with a workflow or with an error.
class LoaderFuzzTest {
    private static final List<String> FRAGMENTS = List.of(
            "~",
            "[]",
            "{}",
            "5",
            "-1",
            "\"\"",
            "[[[]]]",
            "{a: {b: c}}",
            "true",
            "!none x",
            "!custom",
            "\"${x}\"",
            "${",
            "1e9",
            "shell: x",
            "commands",
            "5s",
            "x: y",
            "*",
            "\"a && \"",
            "- x",
            "{shell: x, claude: y}",
            ".inf",
            "0x1F");

    @Test
    void valuesOfTheWrongShapeNeverThrow() {
        var random = new Random(7);
        for (var example : Examples.valid().toList()) {
            for (int round = 0; round < 400; round++) {
                check(mutated(example, random));
            }
        }
    }

    /// Replaces the value behind a random colon or dash.
    private static String mutated(String yaml, Random random) {
        var text = new StringBuilder(yaml);
        for (int edits = 1 + random.nextInt(3); edits > 0; edits--) {
            int at = random.nextInt(text.length());
            int colon = text.indexOf(": ", at);
            if (colon < 0) {
                continue;
            }
            int end = colon + 2;
            while (end < text.length() && ",}]\n".indexOf(text.charAt(end)) < 0) {
                end++;
            }
            text.replace(colon + 2, end, FRAGMENTS.get(random.nextInt(FRAGMENTS.size())));
        }
        return text.toString();
    }

    private static void check(String yaml) {
        var loaded = Workflows.load(yaml);
        assertThat(loaded.workflow() == null).as(yaml).isEqualTo(loaded.errors() > 0);
        assertThat(loaded.normalForm() == null).as(yaml).isEqualTo(loaded.workflow() == null);
    }
}
