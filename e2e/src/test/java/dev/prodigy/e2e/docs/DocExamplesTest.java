package dev.prodigy.e2e.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.sandbox.Document;
import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The examples of docs/language.md and docs/errors.md that are marked `run` do what the page says.
class DocExamplesTest {
    private static final Pattern RUN =
            Pattern.compile("(?ms)^```yaml run(?: exit=(\\d+))?\\n(.*?)^```$(?:\\n```json outputs\\n(.*?)^```$)?");

    @NewSandbox
    private Sandbox sandbox;

    /// @param exitCode what it ends with
    /// @param outputs as JSON; empty where the page shows none
    record Example(int exitCode, String yaml, String outputs) {}

    @ParameterizedTest
    @MethodSource("examples")
    void everyExampleDoesWhatThePageSays(Example example) throws IOException {
        var workflow = sandbox.workflow(example.yaml());

        var ended = sandbox.prodigy().run("run", workflow, "-o", "json", "--no-merge");

        assertThat(ended.exitCode()).as("%s%n%s", example.yaml(), ended).isEqualTo(example.exitCode());
        if (!example.outputs().isEmpty()) {
            assertThat(Document.parse(ended.out()).at("outputs"))
                    .as(example.yaml())
                    .hasToString(Document.parse(example.outputs()).toString());
        }
    }

    static List<Example> examples() throws IOException {
        var docs = Path.of("..", "docs");
        var pages = Files.readString(docs.resolve("language.md")) + Files.readString(docs.resolve("errors.md"));
        return RUN.matcher(pages)
                .results()
                .map(block -> new Example(
                        block.group(1) == null ? 0 : Integer.parseInt(block.group(1)),
                        block.group(2),
                        block.group(3) == null ? "" : block.group(3)))
                .toList();
    }
}
