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
/// @param files all changed files, in byte order
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

    /// Reads the commits that a tip has and a base has not.
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
                        .and(base.hex(), tip.hex()))
                .orThrow(GitCode.GIT_ERROR)
                .fields();
        return new SessionCommits(entries, ids, files);
    }
}
