package dev.prodigy.runtime.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.runtime.process.kernel.ProcessEntry;
import java.util.List;
import org.junit.jupiter.api.Test;

class TargetTest {
    private static final int SELF = (int) ProcessHandle.current().pid();
    private static final int ABOVE = 900_001;
    private static final List<ProcessEntry> ALL = List.of(
            entry(ABOVE, 1, ABOVE, "dead-run/1"),
            entry(SELF, ABOVE, ABOVE, "dead-run/1"),
            entry(900_002, ABOVE, ABOVE, "dead-run/1"),
            entry(900_003, 1, 900_003, "dead-run/1", "inner/2"),
            entry(900_004, 1, 900_004, "dead-run/10"),
            entry(900_005, 1, 900_004));

    @Test
    void marksAreWholeWordsAndAnyOfThemCounts() {
        assertThat(Target.marked("inner/2"::equals).among(ALL))
                .extracting(ProcessEntry::pid)
                .containsExactly(900_003);
        assertThat(Target.marked("dead-run/10"::equals).among(ALL))
                .extracting(ProcessEntry::pid)
                .containsExactly(900_004);
    }

    @Test
    void weNeverEndOurselvesOrWhatIsAboveUs() {
        assertThat(Target.marked("dead-run/1"::equals).among(ALL))
                .extracting(ProcessEntry::pid)
                .containsExactly(900_002, 900_003);
    }

    @Test
    void anExecutionIsItsGroupAndWhatBearsItsMark() {
        assertThat(Target.execution(900_004, "inner/2").among(ALL))
                .extracting(ProcessEntry::pid)
                .containsExactly(900_003, 900_004, 900_005);
    }

    private static ProcessEntry entry(int pid, int parent, int group, String... marks) {
        return new ProcessEntry(pid, parent, group, group, 0, "sh", List.of(marks));
    }
}
