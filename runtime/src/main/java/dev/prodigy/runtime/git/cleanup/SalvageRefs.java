package dev.prodigy.runtime.git.cleanup;

import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitCommand;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.RefNames;
import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.WorkTree;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The references to saved work, in the user's repository and in those of its submodules, which stay until someone
/// cleans them (spec 03 §12).
public final class SalvageRefs {
    private final Repository repository;

    /// @param repository whose saved work is meant
    public SalvageRefs(Repository repository) {
        this.repository = repository;
    }

    /// One piece of saved work.
    ///
    /// @param name full name of the reference
    /// @param savedAt date of the commit
    /// @param module path of the submodule's repository that it is in, below those of all submodules; null for the
    ///     user's own repository
    public record Entry(
            String name,
            ObjectId commit,
            Instant savedAt,
            @Nullable String module) {

        /// @return the run it was saved from
        public String runId() {
            String below = name.substring(RefNames.SALVAGE.length());
            return below.substring(0, Math.max(0, below.indexOf('/')));
        }

        /// @return the reference, as people are told of it
        public String title() {
            return module == null ? name : module + ": " + name;
        }
    }

    /// What a commit of the outer repository names in a submodule is a part of that commit, and left out.
    ///
    /// @return all of them, those of submodules last
    /// @throws GitFailure GIT_ERROR, WORKTREE_ERROR when the repositories of submodules cannot be read
    public List<Entry> list() {
        var all = new ArrayList<>(in(repository.checkout(), null));
        for (var module : SubmoduleRepository.of(repository)) {
            in(module.tree(), module.name()).stream()
                    .filter(saved -> !module.isNamed(saved.commit()))
                    .forEach(all::add);
        }
        return all;
    }

    private List<Entry> in(WorkTree tree, @Nullable String module) {
        var format = "--format=%(objectname) %(committerdate:unix) %(refname)";
        return repository
                .git()
                .run(GitCommand.at(tree, "for-each-ref", format, RefNames.SALVAGE))
                .orThrow(GitCode.GIT_ERROR)
                .output()
                .lines()
                .map(line -> line.split(" ", 3))
                .map(word -> new Entry(
                        word[2], new ObjectId(word[0]), Instant.ofEpochSecond(Long.parseLong(word[1])), module))
                .toList();
    }

    /// Throws saved work away, for good.
    ///
    /// @return whether the reference was still what it was when listed
    public boolean delete(Entry entry) {
        var module = entry.module();
        var tree = module == null
                ? repository.checkout()
                : SubmoduleRepository.at(repository, module).tree();
        return repository
                .git()
                .run(GitCommand.at(
                        tree, "update-ref", "-d", entry.name(), entry.commit().hex()))
                .ok();
    }
}
