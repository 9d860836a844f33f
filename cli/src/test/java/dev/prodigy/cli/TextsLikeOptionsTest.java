package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Spec 01 §2: a shell text is a text, whatever it begins with.
@Isolated("writes a program and runs it at once: a process started meanwhile would hold it open for writing")
class TextsLikeOptionsTest {
    @TempDir
    Path temporary;

    @ParameterizedTest
    @ValueSource(strings = {"--version", "-x", "+x", "--", "-"})
    void eachShellRunsThem(String program) throws IOException {
        var desk = new Desk(temporary);
        var tools = Files.createDirectories(desk.folder().resolve("tools"));
        var file = Files.writeString(tools.resolve(program), "#!/bin/sh\necho \"ran $1\" >>trace\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
        desk.with("PATH", tools + ":" + System.getenv("PATH")).file("flow.yml", """
                commands:
                  - {shell: "%1$s one"}
                  - {shell: "%1$s two", interpreter: sh}
                  - {shell: "%1$s three", interpreter: bash -euo pipefail}
                """.formatted(program));

        assertThat(desk.call("run flow.yml").exitCode()).isZero();
        assertThat(desk.call(List.of("exec", "--", program + " four")).exitCode())
                .isZero();

        assertThat(Files.readAllLines(desk.folder().resolve("trace")))
                .containsExactly("ran one", "ran two", "ran three", "ran four");
    }
}
