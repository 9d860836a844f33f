package dev.prodigy.runtime.journal;

import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.home.RunId;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.home.StorageFailure;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/// The runs of a home, found by their journals. Reads only.
public final class Runs {
    /// The word for the newest run.
    public static final String LAST = "last";

    private static final int MAX_CANDIDATES = 10;
    private static final Comparator<RunRef> NEWEST_FIRST =
            Comparator.comparing(RunRef::run).reversed().thenComparing(RunRef::repo);

    private final Home home;

    /// The runs of this home, which may not exist yet.
    public Runs(Home home) {
        this.home = home;
    }

    /// Finds what a RUN argument means: `last`, a run id, or an unambiguous prefix of one over all repositories.
    ///
    /// @param repo where `last` looks; null outside of a repository, then everywhere
    /// @throws StorageFailure when the home cannot be read
    public RunResolution resolve(String text, @Nullable String repo) {
        if (text.equals(LAST)) {
            return (repo == null ? all() : of(repo))
                    .stream()
                            .findFirst()
                            .<RunResolution>map(RunResolution.Found::new)
                            .orElseGet(() -> new RunResolution.NotFound(text));
        }
        if (text.isEmpty()) {
            return new RunResolution.NotFound(text);
        }
        var matches = list(repos(), text);
        return switch (matches.size()) {
            case 0 -> unbegun(text);
            case 1 -> new RunResolution.Found(matches.getFirst());
            default -> ambiguous(text, matches);
        };
    }

    private RunResolution unbegun(String text) {
        var matches = list(repos(), text, (repo, run) -> !hasBegun(repo, run));
        return switch (matches.size()) {
            case 0 -> new RunResolution.NotFound(text);
            case 1 -> new RunResolution.Unbegun(matches.getFirst());
            default -> ambiguous(text, matches);
        };
    }

    private static RunResolution ambiguous(String text, List<RunRef> matches) {
        return new RunResolution.Ambiguous(
                text, matches.subList(0, Math.min(MAX_CANDIDATES, matches.size())), matches.size());
    }

    /// @return every run of the home, newest first
    /// @throws StorageFailure when the home cannot be read
    public List<RunRef> all() {
        return list(repos(), "");
    }

    /// @return the runs of one repository name, newest first
    /// @throws StorageFailure when the home cannot be read
    public List<RunRef> of(String repo) {
        return list(List.of(repo), "");
    }

    /// The folders of runs that have not begun: a crash came before their first record was whole. A run that is
    /// beginning at this moment holds its lock.
    ///
    /// @return them, newest first
    /// @throws StorageFailure when the home cannot be read
    public List<RunRef> unbegun() {
        return list(repos(), "", (repo, run) -> !hasBegun(repo, run));
    }

    /// @return those of one repository name, newest first
    /// @throws StorageFailure when the home cannot be read
    public List<RunRef> unbegunOf(String repo) {
        return list(List.of(repo), "", (_, run) -> !hasBegun(repo, run));
    }

    /// Finds the folder of a run, also of one that has not begun: whoever asks for its lock must not take a run that is
    /// just beginning for none.
    ///
    /// @return the run, or empty where no repository has such a folder
    /// @throws StorageFailure when the home cannot be read
    public Optional<RunRef> locate(RunId run) {
        return repos().stream()
                .filter(repo -> Files.isDirectory(home.events(repo, run)))
                .map(repo -> new RunRef(repo, run))
                .findFirst();
    }

    private List<String> repos() {
        return names(home.events(), "*");
    }

    private List<RunRef> list(List<String> repos, String prefix) {
        return list(repos, prefix, this::hasBegun);
    }

    private List<RunRef> list(List<String> repos, String prefix, BiPredicate<String, RunId> wanted) {
        var found = new ArrayList<RunRef>();
        for (var repo : repos) {
            for (var name : names(home.events(repo), "*")) {
                if (name.startsWith(prefix)) {
                    RunId.parse(name)
                            .filter(run -> wanted.test(repo, run))
                            .ifPresent(run -> found.add(new RunRef(repo, run)));
                }
            }
        }
        found.sort(NEWEST_FIRST);
        return List.copyOf(found);
    }

    private boolean hasBegun(String repo, RunId run) {
        return JournalBeginning.isIn(home.events(repo, run));
    }

    private static List<String> names(Path folder, String glob) {
        try (var entries = Files.newDirectoryStream(folder, glob)) {
            var names = new ArrayList<String>();
            for (var entry : entries) {
                names.add(String.valueOf(entry.getFileName()));
            }
            return names;
        } catch (NoSuchFileException | NotDirectoryException e) {
            return List.of();
        } catch (DirectoryIteratorException e) {
            throw StorageFailure.of("read", folder, new IOException(e));
        } catch (IOException e) {
            throw StorageFailure.of("read", folder, e);
        }
    }
}
