package dev.prodigy.runtime.git.slot;

import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitCommand;
import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.WorkTree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;

/// Checks out the submodules of a worktree at the commits it names. A submodule that the user's checkout has is made
/// from that copy, without the network and without another copy of its objects; the repository's configuration is not
/// written (spec 03 §9, `submodules`).
final class Submodules {
    private final Repository repository;

    Submodules(Repository repository) {
        this.repository = repository;
    }

    /// Nothing else than what is checked out is in them afterwards.
    ///
    /// @throws GitFailure WORKTREE_ERROR
    void checkOut(WorkTree tree) {
        checkOut(tree.root(), repository.commonDir().resolve("modules"), List.of("--force"));
    }

    /// What was made in them stays, unless git would have to overwrite it.
    ///
    /// @throws GitFailure WORKTREE_ERROR
    void follow(WorkTree tree) {
        checkOut(tree.root(), repository.commonDir().resolve("modules"), List.of());
    }

    private void checkOut(Path root, Path copies, List<String> force) {
        for (var module : list(root)) {
            var copy = copies.resolve(module.name());
            boolean borrowed = Files.isDirectory(copy.resolve("objects"));
            update(root, module, copy, borrowed, force);
            var place = root.resolve(module.path());
            if (!force.isEmpty()) {
                run(place, "clean", "-q", "-ffdx");
            }
            if (borrowed) {
                restoreOrigin(place, copy);
            }
            checkOut(place, copy.resolve("modules"), force);
        }
    }

    /// Fetches what was committed in the submodules into the user's copies, where references keep it: what is checked
    /// out, and branches, stashes and commits that were left for another. A copy that has a commit already gets no
    /// reference.
    ///
    /// @param ref full name of the first reference, the others get numbers
    /// @throws GitFailure WORKTREE_ERROR
    void keepCommits(WorkTree tree, String ref) {
        keepCommits(tree.root(), repository.commonDir().resolve("modules"), ref);
    }

    private void keepCommits(Path root, Path copies, String ref) {
        for (var module : list(root)) {
            var copy = copies.resolve(module.name());
            var place = root.resolve(module.path());
            if (Files.isDirectory(copy.resolve("objects")) && Files.exists(place.resolve(".git"))) {
                for (var commit : made(place)) {
                    if (!isIn(copy, commit)) {
                        var kept = commit + ":" + freeName(copy, ref);
                        run(copy, "fetch", "-q", "--no-tags", "--no-write-fetch-head", place.toString(), kept);
                    }
                }
                keepCommits(place, copy.resolve("modules"), ref);
            }
        }
    }

    /// @return the newest first, so that one brings those along that it leads on from
    private SequencedSet<String> made(Path place) {
        var found = new LinkedHashSet<String>();
        found.addAll(lines(place, "rev-parse", "-q", "--verify", "HEAD"));
        found.addAll(lines(place, "for-each-ref", "--format=%(objectname)", "refs/heads"));
        found.addAll(lines(place, "log", "-g", "--format=%H", "refs/stash", "--"));
        found.addAll(lines(place, "log", "-g", "--format=%H", "HEAD", "--"));
        return found;
    }

    private List<String> lines(Path place, String... arguments) {
        var result = repository.git().run(GitCommand.in(place, arguments));
        return result.ok() ? result.output().lines().toList() : List.of();
    }

    private boolean isIn(Path copy, String commit) {
        return repository
                .git()
                .run(GitCommand.in(copy, "cat-file", "-e", commit))
                .ok();
    }

    private String freeName(Path copy, String ref) {
        var name = ref;
        for (int number = 2; isIn(copy, name); number++) {
            name = ref + "-" + number;
        }
        return name;
    }

    private void update(Path root, Submodule module, Path copy, boolean borrowed, List<String> force) {
        var words = new ArrayList<String>();
        if (borrowed) {
            words.addAll(List.of("-c", "protocol.file.allow=always"));
            words.addAll(List.of("-c", "submodule." + module.name() + ".url=" + copy));
            words.addAll(List.of("-c", "submodule." + module.name() + ".active=true"));
        }
        words.addAll(List.of("submodule", "--quiet", "update", "--init", "--checkout"));
        words.addAll(force);
        if (borrowed) {
            words.addAll(List.of("--reference", copy.toString()));
        }
        words.addAll(List.of("--", module.path()));
        run(root, words.toArray(String[]::new));
    }

    /// The clone's origin is what the user's copy has, not that copy.
    private void restoreOrigin(Path place, Path copy) {
        var origin = repository.git().run(GitCommand.in(copy, "config", "--get", "remote.origin.url"));
        if (origin.ok()) {
            run(place, "remote", "set-url", "origin", origin.line());
        }
    }

    private List<Submodule> list(Path root) {
        if (!Files.isRegularFile(root.resolve(".gitmodules"))) {
            return List.of();
        }
        var listed = repository
                .git()
                .run(GitCommand.in(
                        root, "config", "-z", "-f", ".gitmodules", "--get-regexp", "^submodule\\..*\\.path$"));
        var found = new ArrayList<Submodule>();
        for (var field : listed.fields()) {
            int end = field.indexOf('\n');
            String key = field.substring(0, Math.max(end, 0));
            if (end > 0 && key.length() > "submodule..path".length()) {
                String name = key.substring("submodule.".length(), key.length() - ".path".length());
                found.add(new Submodule(name, field.substring(end + 1)));
            }
        }
        return found;
    }

    private void run(Path directory, String... arguments) {
        repository.git().run(GitCommand.in(directory, arguments)).orThrow(GitCode.WORKTREE_ERROR);
    }

    private record Submodule(String name, String path) {}
}
