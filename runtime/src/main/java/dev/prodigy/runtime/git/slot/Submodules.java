package dev.prodigy.runtime.git.slot;

import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitCommand;
import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.WorkTree;
import dev.prodigy.runtime.git.worktree.DeclaredSubmodules;
import dev.prodigy.runtime.git.worktree.DeclaredSubmodules.Declared;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

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
        for (var module : DeclaredSubmodules.in(repository.git(), root)) {
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

    private void update(Path root, Declared module, Path copy, boolean borrowed, List<String> force) {
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

    private void run(Path directory, String... arguments) {
        repository.git().run(GitCommand.in(directory, arguments)).orThrow(GitCode.WORKTREE_ERROR);
    }
}
