package dev.prodigy.runtime.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.redact.Redactor;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.model.event.EventTypes;
import dev.prodigy.runtime.home.StorageFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Spec 02 §2.1, `stack_trace`: of a fault of the program itself, in the journal.
class MachineFaultTest {
    private final Redactor redactor = Redactor.of(List.of("hunter2!"), List.of());

    private EndEvent.Interrupted end(Throwable cause) {
        return MachineFault.end(cause, redactor, Duration.ofSeconds(5));
    }

    @Test
    void aFaultOfTheProgramSaysWhereItHappened() {
        var end = end(new IllegalStateException("no such thing"));

        assertThat(end.reason()).isEqualTo("internal_error");
        assertThat(end.stackTrace()).contains("no such thing", "MachineFaultTest.java");
        assertThat(EventTypes.read(end.type(), end.body())).isEqualTo(end);
    }

    @Test
    void noSecretStandsInIt() {
        var end = end(new IllegalStateException("cannot use hunter2!"));

        assertThat(end.stackTrace()).doesNotContain("hunter2!").contains("cannot use ***");
    }

    @Test
    void aFailureOfTheStorageIsNone() {
        var end = end(StorageFailure.of("write", Path.of("/h/file"), new IOException("No space left on device")));

        assertThat(end.reason()).isEqualTo("disk_full");
        assertThat(end.stackTrace()).isNull();
        assertThat(end.body().members()).doesNotContainKey("stack_trace");
    }

    @Test
    void whatEndedACalledRunEndsItsCallerForTheSameReason() {
        var full = StorageFailure.of("write", Path.of("/h/file"), new IOException("No space left on device"));
        for (var called : List.of(end(full), end(new IllegalStateException("no such thing")))) {
            var end = end(MachineFault.in("workflow-1 (b.yml)", called));
            assertThat(end.reason()).isEqualTo(called.reason());
            assertThat(end.detail()).endsWith("in workflow-1 (b.yml): " + called.detail());
        }
    }
}
