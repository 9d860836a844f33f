package dev.prodigy.runtime.run.worktree;

import dev.prodigy.runtime.home.Repositories;
import dev.prodigy.runtime.run.place.StartDirectory;
import dev.prodigy.runtime.run.request.RunRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Opens the worktrees of the repositories whose runs a home keeps.
public final class HomeWorktrees {
    private final RunRequest.Host host;
    private final InstantSource clock;

    /// @param host where the program was started, and its home
    public HomeWorktrees(RunRequest.Host host, InstantSource clock) {
        this.host = host;
        this.clock = clock;
    }

    /// @return those of the repository that the program was started in; nothing outside of one, and where no run ever
    ///     was
    public Optional<RunWorktrees> here() {
        return at(host.directory(), null);
    }

    /// @param repo a repository's name in the home
    /// @return its worktrees, also where it is not at its place any more; nothing where there never were any
    public Optional<RunWorktrees> of(String repo) {
        var place = Repositories.path(host.home(), repo);
        return place.filter(Files::isDirectory)
                .flatMap(path -> at(path, repo))
                .or(() -> lost(repo, place.orElse(null)));
    }

    /// @return those of every repository of the home, by its name
    public List<RunWorktrees> everywhere() {
        return Repositories.names(host.home()).stream()
                .map(this::of)
                .flatMap(Optional::stream)
                .toList();
    }

    /// @param wanted the name that the repository must have, or null for any
    private Optional<RunWorktrees> at(Path directory, @Nullable String wanted) {
        var there = host.in(directory);
        var here = StartDirectory.of(there);
        var repo =
                Repositories.find(host.home(), here.mainFolder()).filter(name -> wanted == null || wanted.equals(name));
        var repository = repo.isPresent() ? here.repository() : null;
        return repository == null
                ? Optional.empty()
                : Optional.of(new RepositoryWorktrees(there, clock, repository, repo.get(), owners(repo.get())));
    }

    private Optional<RunWorktrees> lost(String repo, @Nullable Path place) {
        var lost = new LostWorktrees(host.home().worktrees(repo), place, owners(repo));
        return lost.list().isEmpty() ? Optional.empty() : Optional.of(lost);
    }

    private WorktreeOwners owners(String repo) {
        return new WorktreeOwners(host.home(), repo);
    }
}
