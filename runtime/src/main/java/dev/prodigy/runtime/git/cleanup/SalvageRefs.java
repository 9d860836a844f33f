package dev.prodigy.runtime.git.cleanup;

import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitCommand;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.RefChange;
import dev.prodigy.runtime.git.RefNames;
import dev.prodigy.runtime.git.Repository;
import java.time.Instant;
import java.util.List;

/// The references to saved work, which stay until someone cleans them (spec 03 §12).
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
    public record Entry(String name, ObjectId commit, Instant savedAt) {

        /// @return the run it was saved from
        public String runId() {
            String below = name.substring(RefNames.SALVAGE.length());
            return below.substring(0, Math.max(0, below.indexOf('/')));
        }
    }

    /// @return all of them, by name
    /// @throws GitFailure GIT_ERROR
    public List<Entry> list() {
        var format = "--format=%(objectname) %(committerdate:unix) %(refname)";
        return repository
                .git()
                .run(GitCommand.at(repository.checkout(), "for-each-ref", format, RefNames.SALVAGE))
                .orThrow(GitCode.GIT_ERROR)
                .output()
                .lines()
                .map(line -> line.split(" ", 3))
                .map(word -> new Entry(word[2], new ObjectId(word[0]), Instant.ofEpochSecond(Long.parseLong(word[1]))))
                .toList();
    }

    /// Throws saved work away, for good.
    ///
    /// @return whether the reference was still what it was when listed
    public boolean delete(Entry entry) {
        return repository.refs().change(new RefChange.Delete(entry.name(), entry.commit()));
    }
}
