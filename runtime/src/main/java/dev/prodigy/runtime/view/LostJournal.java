package dev.prodigy.runtime.view;

import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.home.RunId;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.home.StorageFailure;
import dev.prodigy.runtime.journal.Damage;
import dev.prodigy.runtime.journal.JournalBeginning;
import dev.prodigy.runtime.journal.JournalSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Tells a run whose journal was emptied or deleted from one that never began: views are made of records that are
/// durable (spec 05 §5.5), so that a crash before the first record leaves none.
public final class LostJournal {
    private static final Comparator<RunRef> NEWEST_FIRST =
            Comparator.comparing(RunRef::run).reversed().thenComparing(RunRef::repo);

    private LostJournal() {}

    /// @return the damage, where nothing is left of the journal in a run's folder and views tell of it; what is left of
    ///     a line is a torn tail
    /// @throws StorageFailure when the journal cannot be read
    public static Optional<Damage> of(Home home, RunRef run) {
        var folder = home.events(run.repo(), run.run());
        return Stream.of(
                        home.session(run.run()),
                        home.state(run.repo(), run.run()).resolve(Checkpoint.FILE))
                .filter(Files::exists)
                .findFirst()
                .filter(_ -> Files.notExists(folder) || (JournalSize.of(folder) == 0 && !JournalBeginning.isIn(folder)))
                .map(view -> damage(folder, home.root().relativize(view)));
    }

    /// @param wanted which runs are looked at
    /// @return those of them whose journal is lost, newest first
    /// @throws StorageFailure when the home cannot be read
    public static List<RunRef> all(Home home, Predicate<RunRef> wanted) {
        var folders = names(home.events())
                .filter(repo -> Files.isDirectory(home.events().resolve(repo)))
                .flatMap(repo -> runs(home.events().resolve(repo)).stream().map(run -> new RunRef(repo, run)))
                .filter(wanted)
                .filter(run -> of(home, run).isPresent());
        return Stream.concat(folders, withoutFolder(home, wanted))
                .sorted(NEWEST_FIRST)
                .toList();
    }

    /// @return the runs of which not even the folder is left, though views tell of them, newest first
    /// @throws StorageFailure when the home cannot be read
    public static List<RunRef> withoutFolder(Home home) {
        return withoutFolder(home, _ -> true).sorted(NEWEST_FIRST).toList();
    }

    private static Stream<RunRef> withoutFolder(Home home, Predicate<RunRef> wanted) {
        var recorded = runs(home.sessions());
        return names(home.repos())
                .map(name -> name.replaceFirst("\\.json$", ""))
                .flatMap(repo -> candidates(home, repo, recorded, wanted))
                .filter(run -> Files.notExists(home.events(run.repo(), run.run())))
                .filter(run -> of(home, run).isPresent());
    }

    /// A session record lies beside those of all repositories; the run's other files tell whose it is.
    private static Stream<RunRef> candidates(Home home, String repo, List<RunId> recorded, Predicate<RunRef> wanted) {
        var ofRepo = recorded.stream()
                .map(run -> new RunRef(repo, run))
                .filter(wanted)
                .filter(run -> Files.exists(home.state(repo, run.run())) || Files.exists(home.logs(repo, run.run())));
        var withState = Arrays.stream(RunId.Kind.values())
                .flatMap(kind -> runs(home.states(repo, kind)).stream())
                .map(run -> new RunRef(repo, run))
                .filter(wanted);
        return Stream.concat(ofRepo, withState).distinct();
    }

    private static List<RunId> runs(Path folder) {
        return names(folder)
                .map(name -> name.replaceFirst("\\.json$", ""))
                .flatMap(name -> RunId.parse(name).stream())
                .toList();
    }

    private static Stream<String> names(Path folder) {
        try (var entries = Files.list(folder)) {
            return entries.map(entry -> String.valueOf(entry.getFileName())).toList().stream();
        } catch (NoSuchFileException | NotDirectoryException e) {
            return Stream.empty(); // views that cannot be written are only warned about
        } catch (IOException e) {
            throw StorageFailure.of("read", folder, e);
        }
    }

    private static Damage damage(Path folder, Path view) {
        var detail = "the journal is empty or gone, though the run had begun: " + view + " tells of it";
        return new Damage(folder.resolve("events-*.jsonl"), 0, 0, Damage.Kind.SEQUENCE, detail);
    }
}
