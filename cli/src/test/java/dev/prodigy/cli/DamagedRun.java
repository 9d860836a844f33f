package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A run of three items, the second of which failed, whose items' results lie in a segment beside the journal.
record DamagedRun(Path folder) {
    static final String RESULTS = "results-1.jsonl";

    static DamagedRun on(Desk desk) throws IOException {
        desk.file("flow.yml", """
                mode: mapreduce
                map:
                  input: [1, 2, 3]
                  agent_template:
                    - {shell: 'seq 300; test ${item} != 2', capture_output: lines}
                """);
        desk.call("run flow.yml -q", 3);
        try (var files = Files.walk(desk.home().resolve("events"))) {
            return new DamagedRun(files.filter(file -> file.endsWith(RESULTS))
                    .findFirst()
                    .orElseThrow()
                    .getParent());
        }
    }

    /// Changes what a file holds; without a text that it is to lose, the file is gone.
    void spoil(String file, String was, String becomes) throws IOException {
        var damaged = folder.resolve(file);
        if (was == null) {
            Files.delete(damaged);
        } else {
            assertThat(Files.readString(damaged)).contains(was);
            Files.writeString(damaged, Files.readString(damaged).replace(was, becomes));
        }
    }
}
