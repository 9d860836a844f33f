package dev.prodigy.runtime.run;

import dev.prodigy.runtime.home.Folders;
import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.home.OwnerLock;
import dev.prodigy.runtime.home.RunId;
import dev.prodigy.runtime.home.StorageFailure;
import dev.prodigy.runtime.journal.Runs;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The files by which runs hand data to their processes: values too large for the environment, prompts, long scripts
/// (spec 01 §9.3, 03 §13). They may hold secrets, so that none outlives its run for longer than until the next start.
final class LeftoverFiles {
    private LeftoverFiles() {}

    /// Removes those of a run that has ended.
    ///
    /// @param folder of the run's temporary files
    static void remove(Path folder) {
        try {
            Folders.delete(folder);
        } catch (StorageFailure _) {
            return; // the next start of any run tries again
        }
    }

    /// Removes those of all runs of a home that nobody holds.
    static void removeAll(Home home) {
        try (var folders = Files.newDirectoryStream(home.tmp())) {
            for (var folder : folders) {
                var run = RunId.parse(folder.getFileName().toString());
                if (run.isPresent() && isDead(home, run.get())) {
                    remove(folder);
                }
            }
        } catch (IOException | DirectoryIteratorException _) {
            return; // nothing ever ran; or the home cannot be used, which is told when it is opened
        }
    }

    /// A run takes its lock before it makes its temporary folder, and begins after that.
    private static boolean isDead(Home home, RunId run) {
        return new Runs(home)
                .locate(run)
                .flatMap(found -> OwnerLock.holder(home.runLock(found.repo(), run)))
                .isEmpty();
    }
}
