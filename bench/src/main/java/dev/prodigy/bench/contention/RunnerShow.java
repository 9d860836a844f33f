package dev.prodigy.bench.contention;

import dev.prodigy.testkit.git.TemporaryRepository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Two to eight runners of one job, started at once: `resume` of a run whose setup failed and has been mended.
final class RunnerShow {
    private static final int FEWEST = 2;
    private static final int MOST = 8;
    private static final int BUSY = 1;
    private static final Pattern RUN = Pattern.compile("mapreduce-[0-9T]+-[a-z0-9]{6}");
    private static final String WORKFLOW = """
            mode: mapreduce
            setup:
              - shell: test -e ../go
            map:
              input: [a, b, c, d]
              agent_template:
                - shell: echo ${item} >>../trace
            """;

    private final Path scratch;
    private final String prodigy;

    /// @param prodigy path of the launcher
    RunnerShow(Path scratch, String prodigy) {
        this.scratch = scratch;
        this.prodigy = prodigy;
    }

    ShowOutcome play(int rounds) throws IOException, InterruptedException {
        var failures = new ArrayList<String>();
        var longest = Duration.ZERO;
        int actions = 0;
        for (int round = 1; round <= rounds; round++) {
            int runners = FEWEST + (round - 1) % (MOST - FEWEST + 1);
            actions += runners;
            long begun = System.nanoTime();
            var trouble = round(scratch.resolve("round-" + round), runners);
            if (!trouble.isEmpty()) {
                failures.add("round " + round + " with " + runners + ": " + trouble);
            }
            var took = Duration.ofNanos(System.nanoTime() - begun);
            longest = took.compareTo(longest) > 0 ? took : longest;
        }
        return new ShowOutcome("runners", actions, failures, "-", longest);
    }

    /// @return what went wrong, or an empty text
    private String round(Path folder, int runners) throws IOException, InterruptedException {
        var app = folder.resolve("app");
        TemporaryRepository.create(app, 0);
        Files.writeString(app.resolve("job.yml"), WORKFLOW);
        var first = start(folder, "first", "run", "job.yml", "--isolation", "none");
        if (first.waitFor() != 1) {
            return "the run to be resumed ended with " + first.exitValue();
        }
        var named = RUN.matcher(Files.readString(folder.resolve("first.log")));
        if (!named.find()) {
            return "the run to be resumed has no id";
        }
        Files.createFile(folder.resolve("go"));
        var all = new ArrayList<Process>();
        for (int i = 0; i < runners; i++) {
            all.add(start(folder, "runner-" + i, "resume", named.group()));
        }
        var codes = new ArrayList<Integer>();
        for (var each : all) {
            codes.add(each.waitFor());
        }
        return judge(folder, codes);
    }

    private static String judge(Path folder, List<Integer> codes) throws IOException {
        var ran = Files.readAllLines(folder.resolve("trace")).stream().sorted().toList();
        if (!ran.equals(List.of("a", "b", "c", "d"))) {
            return "the items that ran: " + ran;
        }
        if (!codes.contains(0) || codes.stream().anyMatch(code -> code != 0 && code != BUSY)) {
            return "the exit codes: " + codes;
        }
        long resumed = 0;
        try (var files = Files.walk(folder.resolve("home/events"))) {
            for (var file :
                    files.filter(path -> path.toString().endsWith(".jsonl")).toList()) {
                try (var lines = Files.lines(file)) {
                    resumed += lines.filter(line -> line.contains("\"event_type\":\"workflow_resumed\""))
                            .count();
                }
            }
        }
        return resumed == 1 ? "" : "it was taken up " + resumed + " times";
    }

    private Process start(Path folder, String log, String... arguments) throws IOException {
        var command = new ArrayList<>(List.of(prodigy));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command)
                .directory(folder.resolve("app").toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(log + ".log").toFile());
        builder.environment().put("PRODIGY_HOME", folder.resolve("home").toString());
        return builder.start();
    }
}
