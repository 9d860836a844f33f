package dev.prodigy.runtime.process.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ProcessTableTest {
    private final int self = (int) ProcessHandle.current().pid();

    @Test
    void thisProcessIsAmongThoseThatLive() {
        var entry = new ProcessTable()
                .fresh().stream().filter(each -> each.pid() == self).findFirst().orElseThrow();
        assertThat(entry.parent())
                .isEqualTo((int) ProcessHandle.current().parent().orElseThrow().pid());
        assertThat(ProcessTable.read(self).orElseThrow().isSameProcess(entry)).isTrue();
    }

    @Test
    void aDeadProcessIsNotAmongThem() throws Exception {
        var process = new ProcessBuilder("true").start();
        process.waitFor();
        assertThat(ProcessTable.read((int) process.pid())).isEmpty();
    }

    @Test
    void theKernelsOwnThreadsAreNotAmongThem() {
        assertThat(new ProcessTable().fresh()).noneMatch(entry -> entry.name().equals("kthreadd"));
    }

    @Test
    void thoseWhoAskTogetherShareAScan() {
        var table = new ProcessTable();
        var answers = new ArrayList<CompletableFuture<List<ProcessEntry>>>();
        for (int i = 0; i < 200; i++) {
            answers.add(CompletableFuture.supplyAsync(table::fresh, Thread.ofVirtual()::start));
        }
        var scans = answers.stream()
                .map(CompletableFuture::join)
                .map(System::identityHashCode)
                .distinct()
                .count();
        assertThat(scans).isLessThan(200);
    }
}
