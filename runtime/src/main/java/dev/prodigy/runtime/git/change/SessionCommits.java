package dev.prodigy.runtime.git.change;

import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitCommand;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.Repository;
import java.util.ArrayList;
import java.util.List;

/// What a run would bring into the user's branch: the `merge.*` variables (spec 03 §11).
///
/// @param newest the newest commits, newest first, at most so many as asked for
/// @param ids of all commits, newest first
/// @param files all files that these commits change, in byte order
public record SessionCommits(List<Entry> newest, List<ObjectId> ids, List<String> files) {

    public SessionCommits {
        newest = List.copyOf(newest);
        ids = List.copyOf(ids);
        files = List.copyOf(files);
    }

    /// One commit.
    ///
    /// @param author as `Name <mail>`
    /// @param time RFC 3339 of the committer
    public record Entry(ObjectId id, String subject, String author, String time) {}

    /// The commit whose history is not counted: what the user has committed to the target is not the run's, also where
    /// the session was made anew on it (spec 03 §15).
    ///
    /// @param target short name of a local branch
    /// @param base where the run began
    /// @return the target's tip, or the base where the target is gone
    /// @throws GitFailure GIT_ERROR
    public static ObjectId notCounted(Repository repository, String target, ObjectId base) {
        return repository.refs().find("refs/heads/" + target).orElse(base);
    }

    /// Reads the commits that a tip has and a base has not, and what they changed since the two went apart.
    ///
    /// @param limit how many are described
    /// @throws GitFailure GIT_ERROR
    public static SessionCommits between(Repository repository, ObjectId base, ObjectId tip, int limit) {
        var git = repository.git();
        var checkout = repository.checkout();
        var ids = git.run(GitCommand.at(checkout, "rev-list", "--topo-order", tip.hex(), "^" + base.hex()))
                .orThrow(GitCode.GIT_ERROR)
                .output()
                .lines()
                .map(ObjectId::new)
                .toList();
        var described = git.run(GitCommand.at(checkout, "log", "--topo-order", "-z", "--no-show-signature")
                        .and("--max-count=" + limit, "--format=%H%n%an <%ae>%n%cI%n%s")
                        .and(tip.hex(), "^" + base.hex()))
                .orThrow(GitCode.GIT_ERROR);
        var entries = new ArrayList<Entry>();
        for (var record : described.output().split("\0", -1)) {
            String[] line = record.strip().split("\n", 4);
            if (line.length >= 3) {
                entries.add(new Entry(new ObjectId(line[0]), line.length > 3 ? line[3] : "", line[1], line[2]));
            }
        }
        var files = git.run(GitCommand.at(checkout, "diff-tree", "-r", "-z", "--name-only", "--no-renames")
                        .and(parting(repository, base, tip).hex(), tip.hex()))
                .orThrow(GitCode.GIT_ERROR)
                .fields();
        return new SessionCommits(entries, ids, files);
    }

    /// @return the newest commit that both have; the base where they have none
    private static ObjectId parting(Repository repository, ObjectId base, ObjectId tip) {
        var found = repository.git().run(GitCommand.at(repository.checkout(), "merge-base", base.hex(), tip.hex()));
        if (found.exit() > 1) {
            throw found.failure(GitCode.GIT_ERROR);
        }
        return found.ok() ? found.id() : base;
    }
}
