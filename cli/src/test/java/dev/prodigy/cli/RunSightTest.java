package dev.prodigy.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.cli.runs.HistoryReading;
import dev.prodigy.cli.runs.RunArgument;
import dev.prodigy.cli.runs.RunServices;
import dev.prodigy.cli.runs.RunSight;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.journal.JournalReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// One look at a run, which may write on while it is looked at (spec 05 §2.6).
class RunSightTest {
    @TempDir
    Path temporary;

    private RunArgument runs;
    private RunRef run;
    private RunSight sight;

    @BeforeEach
    void aRun() throws IOException {
        var desk = new Desk(temporary).with("PRODIGY_ISOLATION", "none");
        desk.file("flow.yml", "commands: [{shell: echo one}, {shell: echo two}]");
        assertThat(desk.call("run flow.yml -q").exitCode()).isZero();
        var nowhere = new PrintStream(OutputStream.nullOutputStream(), false, UTF_8);
        var console = desk.console(nowhere, nowhere);
        runs = new RunArgument(console);
        run = runs.resolve("last");
        sight = RunSight.of(RunServices.of(console), runs, run, true);
    }

    @Test
    void allOfALookIsAsOfOneEvent() {
        assertThat(sight.record().course().lastSeq()).isEqualTo(sight.state().seq());
        assertThat(sight.reading().history().stepsCompleted()).isEqualTo(2);
    }

    @Test
    void whatIsWrittenBehindThatEventIsNotToldOf() {
        var ended = seqsOf("step_completed");

        var reading = HistoryReading.of(runs, run, ended.getFirst(), true);

        assertThat(ended).hasSize(2);
        assertThat(reading.history().stepsCompleted()).isEqualTo(1);
        assertThat(reading.failure()).isNull();
    }

    /// Spec 05 §2.6: `steps.completed` is of those that let the run go on.
    @Test
    void aStepThatFailedIsNotCompleted() throws IOException {
        var desk = new Desk(temporary).with("PRODIGY_ISOLATION", "none");
        desk.file("bad.yml", "commands: ['true', 'false', 'true']");
        desk.call("run bad.yml");

        var status = desk.call("status last -o json");

        assertThat(status.at("steps.total")).isEqualTo("3");
        assertThat(status.at("steps.completed")).isEqualTo("1");
    }

    private List<Long> seqsOf(String eventType) {
        var seqs = new ArrayList<Long>();
        try (var reader = JournalReader.open(runs.home().events(run.repo(), run.run()))) {
            while (reader.next()) {
                if (reader.line().eventType().equals(eventType)) {
                    seqs.add(reader.line().seq());
                }
            }
        }
        return seqs;
    }
}
