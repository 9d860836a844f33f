package dev.prodigy.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SignalStopTest {
    private final List<String> said = new ArrayList<>();
    private final List<String> starts = new ArrayList<>();
    private final List<String> stops = new ArrayList<>();
    private final List<Integer> exits = new ArrayList<>();
    private final List<Runnable> lastWords = new ArrayList<>();
    private final List<String> results = new ArrayList<>();
    private final SignalStop stop = new SignalStop(
            said::add,
            (run, exitCode) -> results.add(run + " " + exitCode),
            "prodigy resume ",
            (_, immediately) -> starts.add(String.valueOf(immediately)),
            (exitCode, _, words) -> {
                exits.add(exitCode);
                lastWords.add(words);
            });

    /// The exit code tells which signal it was.
    @ParameterizedTest
    @ValueSource(strings = {"SIGINT", "SIGTERM", "SIGHUP"})
    void aSignalThatComesBeforeTheRunHasBegunStopsItInItsOwnName(String signal) {
        stop.heard(signal);
        stop.watch("run-1", this::stopped);

        assertThat(starts).containsExactly("false");
        assertThat(stops).containsExactly(signal + " false");
        assertThat(said).singleElement().asString().startsWith("prodigy: " + signal + ": stopping");
        assertThat(exits).isEmpty();
    }

    @Test
    void twoSignalsBeforeTheRunHasBegunKillIt() {
        stop.heard("SIGTERM");
        stop.heard("SIGINT");
        stop.watch("run-1", this::stopped);

        assertThat(starts).containsExactly("false", "true");
        assertThat(stops).containsExactly("SIGTERM true");
        assertThat(exits).containsExactly(130);
    }

    @Test
    void aSecondSignalKillsWhatTheFirstHasStopped() {
        stop.watch("run-1", this::stopped);
        stop.heard("SIGHUP");
        stop.heard("SIGTERM");

        assertThat(stops).containsExactly("SIGHUP false", "SIGTERM true");
        assertThat(exits).containsExactly(143);
    }

    /// A person who goes on pressing Ctrl-C still gets the result.
    @Test
    void furtherSignalsChangeNothing() {
        stop.watch("run-1", this::stopped);
        for (int i = 0; i < 6; i++) {
            stop.heard("SIGINT");
        }

        assertThat(stops).containsExactly("SIGINT false", "SIGINT true");
        assertThat(exits).containsExactly(130);
        assertThat(said).hasSize(2);
    }

    /// Spec 03 §8: a run that is killed leaves its worktrees, and nobody would tell.
    @Test
    void aRunThatIsCutOffSaysWhatToType() {
        stop.watch("run-1", this::stopped);
        stop.heard("SIGINT");
        stop.heard("SIGINT");
        said.clear();

        lastWords.getFirst().run();

        assertThat(String.join("\n", said)).contains("Next: prodigy resume run-1", "prodigy worktree gc");
        assertThat(results).containsExactly("run-1 130");
    }

    @Test
    void aStartThatIsCutOffHasAResultToo() {
        stop.heard("SIGINT");
        stop.heard("SIGTERM");
        said.clear();

        lastWords.getFirst().run();

        assertThat(said).isEmpty();
        assertThat(results).containsExactly("null 143");
    }

    @Test
    void aRunThatCameToItsEndHasOnlyItsResultLeftToSay() {
        stop.watch("run-1", this::stopped);
        stop.heard("SIGINT");
        stop.heard("SIGINT");
        stop.ended();
        said.clear();

        lastWords.getFirst().run();

        assertThat(said).isEmpty();
        assertThat(results).containsExactly("run-1 130");
    }

    private void stopped(String signal, boolean immediately) {
        stops.add(signal + " " + immediately);
    }
}
