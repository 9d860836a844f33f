package dev.prodigy.runtime.git.merge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.TempRepo;
import dev.prodigy.runtime.git.salvage.Worksite;
import dev.prodigy.runtime.home.Owner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A repository, and the session of a run whose commits are to be merged into its branches.
abstract class TargetMergeFixture {
    static final Owner SELF = new Owner(1, "here", Instant.EPOCH, "run-1");

    @TempDir
    Path base;

    TempRepo repo;
    Worksite site;
    ObjectId start;
    ObjectId tip;
    Path session;
    final List<TargetMergeIntent> intents = new ArrayList<>();
    final List<String> told = new ArrayList<>();

    @BeforeEach
    void make() throws IOException {
        repo = TempRepo.create(base);
        site = Worksite.of(repo.open(), repo.locks().resolve("worktrees.lock"));
        start = repo.id("HEAD");
        session = repo.worktrees().resolve("run-1");
        repo.git("worktree", "add", "-q", "-b", "prodigy/run-1", session.toString());
        tip = TempRepo.commit(session, "a.txt", "one\ntwo\nthree\nfour\n");
    }

    @AfterEach
    void close() {
        repo.close();
    }

    TargetMergeResult merge(String target) {
        return target(target).merge(tip, Known.NONE, intents::add);
    }

    TargetMerge target(String name) {
        return new TargetMerge(site, new MergeTurn(mergeLock(), SELF, told::add), "run-1", name);
    }

    Path mergeLock() {
        return repo.locks().resolve("merge.lock");
    }

    void hook(String name, String script) throws IOException {
        var file = repo.root.resolve(".git/hooks/" + name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }
}
