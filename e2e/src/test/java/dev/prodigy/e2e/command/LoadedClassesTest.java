package dev.prodigy.e2e.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.launcher.Distribution;
import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What a short command pays for: only classes that it needs (DESIGN: start-up).
class LoadedClassesTest {
    /// Our own and third-party classes that `validate` may load; a jump means that something new came onto its path.
    private static final int MOST = 1_100;

    @NewSandbox
    private Sandbox sandbox;

    @Test
    void validateLoadsNothingOfTheWorldItDoesNotTouch() throws IOException {
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [{id: 1}]
                  filter: id > 0
                  agent_template:
                    - shell: echo ${item.id}
                """);
        var log = sandbox.folder().resolve("classes.log");

        var ended = sandbox.prodigy()
                .run(Distribution.underTest()
                        .bareCommand(List.of("-Xlog:class+load:file=" + log), List.of("validate", workflow)));

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        var loaded = Files.readAllLines(log).stream()
                .map(line -> line.substring(line.indexOf("] ", line.indexOf("load")) + 2)
                        .split(" ", 2)[0])
                .toList();
        assertThat(loaded).contains("dev.prodigy.cli.Main");
        assertThat(loaded)
                .noneMatch(name -> name.startsWith("java.net.http."))
                .noneMatch(name -> name.startsWith("jdk.internal.net.http."))
                .noneMatch(name -> name.startsWith("sun.security.ssl."))
                .noneMatch(name -> name.contains(".databind."))
                .noneMatch(name -> name.startsWith("dev.prodigy.runtime.git."))
                .noneMatch(name -> name.startsWith("dev.prodigy.runtime.process."))
                .noneMatch(name -> name.startsWith("dev.prodigy.runtime.run."))
                .noneMatch(name -> name.startsWith("dev.prodigy.runtime.journal."));
        assertThat(loaded.stream().filter(name -> !name.matches("(java|jdk|sun|javax)\\..*")))
                .as("classes of the program and its libraries")
                .hasSizeLessThan(MOST);
    }
}
