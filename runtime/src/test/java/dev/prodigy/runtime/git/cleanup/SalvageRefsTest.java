package dev.prodigy.runtime.git.cleanup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.runtime.git.TempRepo;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SalvageRefsTest {
    @TempDir
    Path base;

    @Test
    void savedWorkIsListedAndThrownAwayOnRequest() throws IOException {
        try (var repo = TempRepo.create(base)) {
            repo.git("update-ref", "refs/prodigy/salvage/run-1/item-001-1", "HEAD");
            repo.git("update-ref", "refs/prodigy/salvage/run-2/session-1", "HEAD");
            var salvage = new SalvageRefs(repo.open());
            assertThat(salvage.list()).extracting(SalvageRefs.Entry::runId).containsExactly("run-1", "run-2");
            assertThat(salvage.list().getFirst().savedAt())
                    .isBefore(Instant.now().plusSeconds(1));
            assertThat(salvage.delete(salvage.list().getFirst())).isTrue();
            assertThat(salvage.list()).hasSize(1);
        }
    }
}
