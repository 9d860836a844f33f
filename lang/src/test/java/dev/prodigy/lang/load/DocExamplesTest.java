package dev.prodigy.lang.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The examples of README.md, docs/language.md and docs/errors.md have no problems. Those marked `run` are executed
/// elsewhere too.
class DocExamplesTest {
    /// Pages for beginners show plain blocks.
    private static final Pattern PLAIN_BLOCK = Pattern.compile("(?ms)^```yaml\\n(.*?)^```$");

    private static final Pattern BLOCK = Pattern.compile("(?ms)^```yaml (\\w+)[^\\n]*\\n(.*?)^```$");

    record Example(String kind, String yaml) {}

    @ParameterizedTest
    @MethodSource("examples")
    void everyExampleIsValid(Example example) {
        assertThat(Workflows.problems(example.yaml())).as(example.yaml()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("firstExamples")
    void everyExampleThatIsReadFirstIsValid(String yaml) {
        assertThat(Workflows.problems(yaml)).as(yaml).isEmpty();
    }

    @Test
    void thereAreExamplesOfEveryKind() throws IOException {
        assertThat(examples()).hasSizeGreaterThan(15);
        assertThat(examples().stream().map(Example::kind)).contains("run", "validate", "fragment");
        assertThat(text()).doesNotContain("```yaml\n");
        assertThat(firstExamples()).isNotEmpty();
    }

    static List<Example> examples() throws IOException {
        return BLOCK.matcher(text())
                .results()
                .map(block -> new Example(block.group(1), block.group(2)))
                .toList();
    }

    static List<String> firstExamples() throws IOException {
        return PLAIN_BLOCK
                .matcher(Files.readString(Path.of("..", "README.md")))
                .results()
                .map(block -> block.group(1))
                .toList();
    }

    private static String text() throws IOException {
        var docs = Path.of("..", "docs");
        return Files.readString(docs.resolve("language.md")) + Files.readString(docs.resolve("errors.md"));
    }
}
