package dev.prodigy.cli.runs;

import dev.prodigy.cli.output.Console;
import dev.prodigy.cli.place.Homes;
import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.home.RunId;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.journal.JournalReader;
import java.nio.file.Files;
import java.nio.file.Path;

/// Where a run was started. It may be named from anywhere (spec 05 §1), and the configuration of its own repository
/// holds for it all the same: what it began with is kept (spec 05 §2.2).
public final class StartingPlace {
    private StartingPlace() {}

    /// @return the directory in which a person started the run, or the run that called it while that is there; the root
    ///     of the file system where its journal does not tell, so that no repository's configuration holds for it
    public static Path of(Console console, RunRef run) {
        return of(Homes.of(console), console.directory(), run);
    }

    private static Path of(Home home, Path directory, RunRef run) {
        var folder = home.events(run.repo(), run.run());
        if (!Files.isDirectory(folder)) {
            return directory.getRoot();
        }
        try (var reader = JournalReader.open(folder)) {
            if (!reader.next()) {
                return directory.getRoot();
            }
            var parent = reader.line().text("parent_run_id");
            var path = reader.line().text("path");
            var caller = parent == null ? null : new RunRef(run.repo(), new RunId(parent));
            if (caller != null && Files.isDirectory(home.events(caller.repo(), caller.run()))) {
                return of(home, directory, caller);
            }
            return path == null ? directory.getRoot() : Path.of(path);
        }
    }
}
