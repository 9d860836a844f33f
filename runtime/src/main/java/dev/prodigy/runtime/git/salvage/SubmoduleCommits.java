package dev.prodigy.runtime.git.salvage;

import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitCommand;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.GitResult;
import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.WorkTree;
import dev.prodigy.runtime.git.worktree.DeclaredSubmodules;
import dev.prodigy.runtime.git.worktree.DirectoryTree;
import dev.prodigy.runtime.git.worktree.SubmodulePlaces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Collectors;

/// What was committed in the submodules of a worktree lies in the worktree's own git directory and goes with it. Here
/// it is handed over to the user's repositories of these submodules, which outlive the worktree (spec 03 §12).
public final class SubmoduleCommits {
    private static final String FOLDER = "modules";
    private static final String FILES = "core.worktree";
    private static final List<String> TRANSFER =
            List.of("-c", "protocol.file.allow=always", "-c", "protocol.version=2");

    private final Repository repository;

    /// @param repository whose worktrees they are
    public SubmoduleCommits(Repository repository) {
        this.repository = repository;
    }

    /// Fetches them into the user's repositories, where references keep them: what is checked out, and branches,
    /// stashes and commits that were left for another. What a remote repository has, as far as is known here,
    /// or the user's has, gets no reference. Where the user has no repository of a submodule with such commits, one
    /// is made, which `git submodule update --init` takes up. Costs no process where the worktree has no submodule.
    ///
    /// @param tree whose git directory is there; its files need not be
    /// @param ref full name of the first reference, the others get numbers
    /// @throws GitFailure WORKTREE_ERROR when something could not be handed over: then the git directory must stay
    public void keep(WorkTree tree, String ref) {
        if (tree.gitDir().equals(repository.commonDir())) {
            return;
        }
        try {
            var modules = modulesOf(tree);
            for (var module : modules) {
                var lost = lost(module);
                if (!lost.isEmpty()) {
                    for (var outer : modules) {
                        if (module.copy().startsWith(outer.copy())) {
                            provide(outer);
                        }
                    }
                    fetch(module, lost, ref);
                }
            }
        } catch (IOException e) {
            throw GitFailure.of(GitCode.WORKTREE_ERROR, "cannot save what was committed in submodules", e);
        }
    }

    /// A submodule of the worktree.
    ///
    /// @param gitDir its git directory
    /// @param copy that of the user's, which need not exist
    private record Module(Path gitDir, Path copy) {}

    /// git puts their git directories into the worktree's own; one that a step has cloned by itself holds its own.
    private List<Module> modulesOf(WorkTree tree) throws IOException {
        var copies = repository.commonDir().resolve(FOLDER);
        var found = new ArrayList<>(below(tree.own(FOLDER), copies));
        for (var declared : DeclaredSubmodules.in(repository.git(), tree.root())) {
            var gitDir = tree.root().resolve(declared.path()).resolve(".git");
            if (Files.isDirectory(gitDir, LinkOption.NOFOLLOW_LINKS)) {
                var copy = copies.resolve(declared.name());
                found.add(new Module(gitDir, copy));
                found.addAll(below(gitDir.resolve(FOLDER), copy.resolve(FOLDER)));
            }
        }
        return found;
    }

    private static List<Module> below(Path folder, Path copies) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        var top = folder.toRealPath();
        return SubmodulePlaces.gitDirsBelow(top).stream()
                .map(gitDir -> new Module(gitDir, copies.resolve(top.relativize(gitDir))))
                .toList();
    }

    private static boolean isThere(Path copy) {
        return Files.isDirectory(copy.resolve("objects"));
    }

    /// @return commits that neither a remote repository nor the user's has, and that no other of them reaches
    private List<String> lost(Module module) {
        var listed = run(
                        module.gitDir(),
                        "rev-list",
                        "--topo-order",
                        "--parents",
                        "--all",
                        "--reflog",
                        "--not",
                        "--remotes")
                .orThrow(GitCode.WORKTREE_ERROR);
        var tips = new ArrayList<String>();
        var reached = new LinkedHashSet<String>();
        listed.output().lines().map(line -> List.of(line.split(" ", -1))).forEach(words -> {
            if (!reached.contains(words.getFirst())) {
                tips.add(words.getFirst());
            }
            reached.addAll(words.subList(1, words.size()));
        });
        return isThere(module.copy())
                ? tips.stream().filter(commit -> !isKept(module.copy(), commit)).toList()
                : tips;
    }

    private boolean isKept(Path copy, String commit) {
        var missing = run(copy, "rev-list", "-n", "1", commit, "--not", "--all");
        return missing.ok() && missing.output().isBlank();
    }

    private void fetch(Module module, List<String> commits, String ref) {
        forgetFilesThatAreGone(module.gitDir());
        var copy = module.copy();
        for (var commit : commits) {
            if (!isKept(copy, commit)) {
                var kept = commit + ":" + freeName(copy, ref);
                transfer(
                        GitCommand.at(new WorkTree(copy, copy)),
                        List.of("fetch", "-q", "--no-tags", "--no-recurse-submodules", "--no-write-fetch-head"),
                        List.of(module.gitDir().toString(), kept));
            }
        }
    }

    private String freeName(Path copy, String ref) {
        var name = ref;
        for (int number = 2; run(copy, "rev-parse", "-q", "--verify", name).ok(); number++) {
            name = ref + "-" + number;
        }
        return name;
    }

    /// Makes the user's repository of a submodule, where there is none, as a clone by the user would be.
    private void provide(Module module) throws IOException {
        if (isThere(module.copy())) {
            return;
        }
        forgetFilesThatAreGone(module.gitDir());
        var made = Files.createTempDirectory(repository.commonDir(), "prodigy-module-");
        try {
            transfer(
                    GitCommand.in(repository.commonDir()),
                    List.of("clone", "-q", "--mirror", "--no-local"),
                    List.of(module.gitDir().toString(), made.toString()));
            configure(module.gitDir(), made);
            Files.createDirectories(module.copy().resolveSibling(""));
            Files.move(made, module.copy());
        } finally {
            if (Files.exists(made)) {
                DirectoryTree.delete(made);
            }
        }
    }

    /// git's own readers of a repository go to its files first, as it does itself where it takes a submodule away.
    private void forgetFilesThatAreGone(Path gitDir) {
        var named = run(gitDir, "config", "--get", FILES);
        if (named.ok() && !Files.isDirectory(gitDir.resolve(named.line()))) {
            write(gitDir, "config", "--unset-all", FILES);
        }
    }

    private void configure(Path module, Path made) {
        write(made, "config", "core.bare", "false");
        write(made, "config", "--unset-all", "remote.origin.mirror");
        write(made, "config", "--replace-all", "remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*");
        var origin = run(module, "config", "--get", "remote.origin.url");
        if (origin.ok()) {
            write(made, "config", "remote.origin.url", origin.line());
        }
        write(made, "symbolic-ref", "HEAD", "refs/heads/main");
        forgetBranches(made);
    }

    private void transfer(GitCommand place, List<String> command, List<String> fromTo) {
        repository.git().run(place.and(TRANSFER).and(command).and(fromTo)).orThrow(GitCode.WORKTREE_ERROR);
    }

    /// The worktree's branches would look like the user's own.
    private void forgetBranches(Path made) {
        var listed = run(made, "for-each-ref", "--format=%(refname)").orThrow(GitCode.WORKTREE_ERROR);
        var deletions = listed.output()
                .lines()
                .filter(name -> name.equals("refs/remotes/origin/HEAD")
                        || !(name.startsWith("refs/remotes/") || name.startsWith("refs/tags/")))
                .map(name -> "delete " + name + "\n")
                .collect(Collectors.joining());
        var delete = GitCommand.at(new WorkTree(made, made), "update-ref", "--stdin");
        repository.git().run(delete.reading(deletions)).orThrow(GitCode.WORKTREE_ERROR);
    }

    private void write(Path gitDir, String... arguments) {
        run(gitDir, arguments).orThrow(GitCode.WORKTREE_ERROR);
    }

    /// Its files may be gone: then git would look for them in vain.
    private GitResult run(Path gitDir, String... arguments) {
        return repository.git().run(GitCommand.at(new WorkTree(gitDir, gitDir), arguments));
    }
}
