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
import java.util.function.Predicate;

/// The files by which runs hand data to their processes: values too large for the environment, prompts, long scripts
/// (spec 01 §9.3, 03 §13). They may hold secrets, so that none outlives its run for longer than until the next
/// look at the runs of the home.
public final class LeftoverFiles {
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

    /// Removes those of all runs of a home that nobody holds, and whose processes have been ended.
    static void removeAll(Home home) {
        removeAll(home, _ -> true);
    }

    /// Removes those of the runs of a home that nobody holds, but for what a process of such a run may still read: a
    /// script must not go on with data that is gone. Nothing is ended or started; where nothing may be removed
    /// everything stays.
    public static void sweep(Home home) {
        removeAll(home, LeftoverProcesses::areGone);
    }

    private static void removeAll(Home home, Predicate<RunId> wanted) {
        try (var folders = Files.newDirectoryStream(home.tmp())) {
            for (var folder : folders) {
                RunId.parse(folder.getFileName().toString())
                        .ifPresent(run -> whileDead(home, run, () -> {
                            if (wanted.test(run)) {
                                remove(folder);
                            }
                        }));
            }
        } catch (IOException | DirectoryIteratorException | StorageFailure _) {
            return; // nothing ever ran; or the home cannot be used, which is told when it is opened
        }
    }

    /// A run takes its lock before it makes its temporary folder, and begins after that.
    private static void whileDead(Home home, RunId run, Runnable work) {
        new Runs(home)
                .locate(run)
                .map(found -> home.runLock(found.repo(), run))
                .ifPresentOrElse(lock -> OwnerLock.whileFree(lock, work), work);
    }
}
