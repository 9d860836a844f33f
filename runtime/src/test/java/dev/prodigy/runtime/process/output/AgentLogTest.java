package dev.prodigy.runtime.process.output;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgentLogTest {
    @TempDir
    Path folder;

    /// `/` ends a chunk, `$` a line.
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            {"a":1}$                | {"a":1}$
            {"a"/:1/}$text${"b"/:2}$| {"a":1}${"b":2}$
            text/ {$x$  {"c":3}     | {"c":3}$
            text$/$                 | -
            /{"a":/1}$/${/}         | {"a":1}${}$
            """)
    void keepsTheLinesThatAreObjects(String printed, String kept) throws IOException {
        var file = folder.resolve("log.agent.jsonl");
        var log = new AgentLog(new LogFile(file, 10_000, _ -> {}));
        Stream.of(printed.replace('$', '\n').split("/", -1)).forEach(chunk -> log.write(chunk.getBytes(UTF_8)));
        log.close();
        if (kept == null) {
            assertThat(file).doesNotExist();
        } else {
            assertThat(Files.readString(file)).isEqualTo(kept.replace('$', '\n'));
        }
    }
}
