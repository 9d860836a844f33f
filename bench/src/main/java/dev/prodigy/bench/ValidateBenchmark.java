package dev.prodigy.bench;

import dev.prodigy.lang.load.LoadOptions;
import dev.prodigy.lang.load.WorkflowLoader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A workflow of 5,000 lines: checked in a warm program, by the command, and how the time grows with the
/// size.
final class ValidateBenchmark implements Benchmark {
    private static final int LINES = 5_000;
    private static final int ROUNDS = 7;
    private static final String STEP = """
              - id: step-%1$d
                name: Step %1$d
                shell: |
                  echo "building ${TARGET} in ${REGION}"
                  for f in a b c; do echo "$f ${f%%.*}"; done
                timeout: 10m
                retry: { attempts: 3, backoff: exponential, initial_delay: 2s, retry_on: [network, timeout] }
                when: TARGET == 'prod' && REGION in ['eu', 'us']
                capture: out_%1$d
                on_failure: { shell: "echo ${error.code} ${out_%1$d}", max_attempts: 2 }
            """;

    @Override
    public List<Figure> measure(Path scratch) throws IOException {
        double warm = loading(LINES);
        double larger = loading(4 * LINES);
        var launcher = Launcher.in(scratch);
        Files.writeString(launcher.directory().resolve("large.yml"), workflow(LINES));
        var cold = new Rounds()
                .with("cold", () -> launcher.prodigy("validate", "large.yml") * 1000)
                .run(ROUNDS)
                .values()
                .iterator()
                .next();
        return List.of(
                Figure.of("load a workflow of 5,000 lines, warm", warm, "ms").atMost(50),
                Figure.of("load 20,000 lines, warm", larger, "ms")
                        .saying("%.1f × as long for 4 × as much".formatted(larger / warm)),
                Figure.of("`prodigy validate` of 5,000 lines", cold, "ms").atMost(300));
    }

    private static double loading(int lines) {
        var bytes = workflow(lines).getBytes(StandardCharsets.UTF_8);
        return Loop.nanosOfFew(() -> WorkflowLoader.load("large.yml", _ -> bytes, LoadOptions.DEFAULT)) / 1e6;
    }

    private static String workflow(int lines) {
        var text = new StringBuilder("name: large\nenv: { TARGET: prod, REGION: eu }\ncommands:\n");
        int perStep = (int) STEP.lines().count();
        for (int step = 0; step < lines / perStep; step++) {
            text.append(STEP.formatted(step));
        }
        return text.toString();
    }
}
