package dev.prodigy.runtime.git.salvage;

import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitCommand;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.Repository;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// What will still be there when a worktree or a branch is gone: all references but some, and what these
/// commits reach.
///
/// @param doomed full names of references that are about to be deleted or moved, which therefore
///     keep nothing; `*` stands for any text
/// @param commits that something will reach, such as an item's last commit that is about to be merged
public record Survivors(Set<String> doomed, Set<ObjectId> commits) {
    /// All references stay.
    public static final Survivors ALL = new Survivors(Set.of(), Set.of());

    public Survivors {
        doomed = Set.copyOf(doomed);
        commits = Set.copyOf(commits);
    }

    /// @return all references but some
    public static Survivors allBut(String... doomed) {
        return new Survivors(Set.of(doomed), Set.of());
    }

    /// @return these, and what a commit reaches
    public Survivors and(ObjectId commit) {
        return and(Set.of(commit));
    }

    /// @return these, and what some commits reach
    public Survivors and(Collection<ObjectId> more) {
        var all = new LinkedHashSet<>(commits);
        all.addAll(more);
        return new Survivors(doomed, all);
    }

    /// @return whether a branch will still be there
    /// @param branch full name
    boolean has(String branch) {
        return !doomed.contains(branch);
    }

    /// Costs one process, and none when there is nothing to ask for.
    ///
    /// @param candidates commits, which may be gone
    /// @return those that nothing will reach, and none that another of them reaches
    List<ObjectId> lacking(Repository repository, Collection<ObjectId> candidates) {
        if (commits.containsAll(candidates)) {
            return List.of();
        }
        var question = new ArrayList<>(List.of("rev-list", "--stdin", "--ignore-missing", "--topo-order", "--parents"));
        question.add("--not");
        doomed.forEach(name -> question.add("--exclude=" + name));
        question.add("--glob=refs/*");
        var names = candidates.stream().map(id -> id.hex() + "\n").collect(Collectors.joining())
                + commits.stream().map(id -> "^" + id.hex() + "\n").collect(Collectors.joining());
        var answer = repository
                .git()
                .run(GitCommand.at(repository.checkout()).and(question).reading(names));
        var children = new ArrayList<ObjectId>();
        var reached = new LinkedHashSet<String>();
        answer.orThrow(GitCode.GIT_ERROR).output().lines().forEach(line -> {
            var words = List.of(line.split(" ", -1));
            if (!reached.contains(words.getFirst())) {
                children.add(new ObjectId(words.getFirst()));
            }
            reached.addAll(words.subList(1, words.size()));
        });
        return children;
    }
}
