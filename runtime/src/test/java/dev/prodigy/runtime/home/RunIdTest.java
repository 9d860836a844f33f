package dev.prodigy.runtime.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RunIdTest {
    @ParameterizedTest
    @CsvSource({"WORKFLOW,workflow,standard", "MAPREDUCE,mapreduce,mapreduce", "GRAPH,graph,graph"})
    void anIdIsKindTimeAndRandomCharacters(RunId.Kind kind, String word, String mode) {
        var now = Instant.parse("2026-01-31T12:00:00.023Z");
        var id = RunId.create(kind, now, new Random(7));
        assertThat(id.text()).matches(word + "-20260131T120000023-[a-z0-9]{6}");
        assertThat(id.kind()).isEqualTo(kind);
        assertThat(id.kind().mode()).isEqualTo(mode);
        assertThat(id.createdAt()).contains(now);
        assertThat(RunId.create(kind, now, new Random(7))).isEqualTo(id);
        assertThat(RunId.create(kind, now, new Random(8))).isNotEqualTo(id);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "last",
                "job-20260131T120000123-abc123",
                "workflow-20260131T120000123-ABC123",
                "workflow-20260131T120000-abc123",
                "workflow-20260131T120000123-abc1234",
                "workflow-20260131T120000123-abc123/..",
            })
    void anythingElseIsNone(String text) {
        assertThat(RunId.parse(text)).isEmpty();
        assertThatThrownBy(() -> new RunId(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void digitsThatAreNoDateHaveNoTime() {
        assertThat(new RunId("graph-20261331T120000123-abc123").createdAt()).isEmpty();
    }

    @Test
    void idsOrderByTimeWhateverTheirKind() {
        assertThat(Stream.of(
                                "workflow-20260131T120000123-aaaaaa",
                                "graph-20260131T120000124-aaaaaa",
                                "mapreduce-20260131T120000122-zzzzzz",
                                "graph-20260131T120000123-aaaaaa")
                        .map(RunId::new)
                        .sorted()
                        .map(RunId::text))
                .containsExactly(
                        "mapreduce-20260131T120000122-zzzzzz",
                        "graph-20260131T120000123-aaaaaa",
                        "workflow-20260131T120000123-aaaaaa",
                        "graph-20260131T120000124-aaaaaa");
    }
}
