package dev.prodigy.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/// What a user waits for before anything happens. `run` is measured up to the first step's own clock.
final class StartBenchmark implements Benchmark {
    private static final int ROUNDS = 9;

    @Override
    public List<Figure> measure(Path scratch) throws IOException {
        var launcher = Launcher.in(scratch);
        var directory = launcher.directory();
        Files.writeString(directory.resolve("one.yml"), "commands:\n  - shell: date +%s%N >began\n");
        var measured = new Rounds()
                .with("java", () -> launcher.shell(Launcher.java() + " -Xshare:auto -version") * 1000)
                .with("help", () -> launcher.prodigy("--help") * 1000)
                .with("validate", () -> launcher.prodigy("validate", "one.yml") * 1000)
                .with("run", () -> toFirstStep(launcher))
                .run(ROUNDS);
        return List.of(
                figure("start of a JVM, `java -version`", measured.get("java")),
                figure("`prodigy --help`", measured.get("help")).atMost(100),
                figure("`prodigy validate`", measured.get("validate")).atMost(120),
                figure("`prodigy run` to the first step", measured.get("run")).atMost(250));
    }

    private static Figure figure(String name, @org.jspecify.annotations.Nullable Spread spread) {
        return Figure.of(name, Objects.requireNonNull(spread), "ms");
    }

    private static double toFirstStep(Launcher launcher) throws IOException {
        long begun = System.currentTimeMillis();
        launcher.prodigy("run", "one.yml", "-q");
        var at = Files.readString(launcher.directory().resolve("began")).strip();
        return Long.parseLong(at) / 1e6 - begun;
    }
}
