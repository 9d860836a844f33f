package dev.prodigy.testkit.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.testkit.git.TemporaryRepository;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FakeAgentTest {
    @TempDir
    Path folder;

    private FakeAgent agent;
    private TemporaryRepository repository;

    @BeforeEach
    void install() throws IOException {
        agent = FakeAgent.install(folder.resolve("bin"));
        repository = TemporaryRepository.create(folder.resolve("repository"), 0);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            do it                 | 0 | "is_error":false | 1
            do it agent:commit    | 0 | "is_error":false | 2
            agent:fail            | 0 | "is_error":true  | 1
            agent:exit=3          | 3 | "is_error":false | 1
            agent:until=2:exit=5  | 5 | "is_error":false | 1
            agent:until=1:exit=5  | 0 | "is_error":false | 1
            agent:limit=60        | 1 | usage limit reached | 1
            agent:nonsense        | 64 | I begin         | 1
            """)
    void aWordDecidesExitResultAndCommits(String prompt, int exitCode, String output, int commits) throws Exception {
        var ended = call(prompt);

        assertThat(ended.exitCode).isEqualTo(exitCode);
        assertThat(ended.output).contains(output);
        assertThat(repository.git("rev-list", "--count", "HEAD")).isEqualTo(String.valueOf(commits));
    }

    @Test
    void aTruncatedAnswerHasNoResultEvent() throws Exception {
        assertThat(call("agent:truncate").output).contains("\"init\"").doesNotContain("\"result\"");
    }

    @Test
    void everyCallIsRecorded() throws Exception {
        call("one");
        call("two agent:fail");

        assertThat(agent.calls()).isEqualTo(List.of(new AgentCall("item-007", 1, 1), new AgentCall("item-007", 1, 1)));
    }

    private Ended call(String prompt) throws Exception {
        var builder = new ProcessBuilder(
                        agent.program().toString(), "--print", "--output-format", "stream-json", "--verbose", prompt)
                .directory(repository.directory().toFile())
                .redirectErrorStream(true);
        builder.environment().put("PRODIGY_ITEM_ID", "item-007");
        var process = builder.start();
        process.getOutputStream().close();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), output);
    }

    private record Ended(int exitCode, String output) {}
}
