package dev.prodigy.runtime.git.slot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.runtime.git.ItemAttempt;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.TempRepo;
import dev.prodigy.runtime.git.salvage.Worksite;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A repository with slots, for the tests of this package.
abstract class SlotFixture {
    @TempDir
    Path base;

    TempRepo repo;
    Worksite site;
    SlotPlaces places;
    ObjectId start;

    @BeforeEach
    void make() throws IOException {
        repo = TempRepo.create(base);
        site = Worksite.of(repo.open(), repo.locks().resolve("worktrees.lock"));
        places = new SlotPlaces(repo.worktrees(), repo.locks());
        start = repo.id("HEAD");
    }

    @AfterEach
    void close() {
        repo.close();
    }

    Path use(SlotPool pool, ItemAttempt item, String script) {
        try (var lease = lease(pool)) {
            var directory = lease.prepare(item, start).directory();
            lease.isSetUp(false);
            TempRepo.sh(directory, script);
            lease.saveLeftovers(item, lease.status());
            lease.settle(item, false);
            return directory;
        }
    }

    SlotPool pool(SlotOptions options) {
        return pool(options, DiskSpace.MEASURED);
    }

    SlotPool pool(SlotOptions options, DiskSpace disk) {
        var included = IncludedFiles.find(site.repository(), null);
        return new SlotPool(site, places, options, included, disk);
    }

    SlotLease lease(SlotPool pool) {
        var acquired = pool.acquire(start);
        assertThat(acquired).isInstanceOf(Acquisition.Granted.class);
        return ((Acquisition.Granted) acquired).lease();
    }

    static ItemAttempt item(int number) {
        return new ItemAttempt("run-1", "item-00" + number, 1);
    }
}
