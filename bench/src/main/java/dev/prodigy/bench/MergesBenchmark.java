package dev.prodigy.bench;

import dev.prodigy.runtime.git.Discovery;
import dev.prodigy.runtime.git.GitProgram;
import dev.prodigy.runtime.git.Host;
import dev.prodigy.runtime.git.ItemAttempt;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.PatientGit;
import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.WorkTree;
import dev.prodigy.runtime.git.merge.ItemMerge;
import dev.prodigy.runtime.git.merge.ItemMergeResult;
import dev.prodigy.runtime.git.salvage.Worksite;
import dev.prodigy.runtime.git.session.SessionBranch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;

/// Merges of items' commits into the session branch, off-tree, one after the other, beside `git merge` in a
/// checkout.
final class MergesBenchmark implements Benchmark {
    private static final int COMMITS = 200;
    private static final int ROUNDS = 2;
    private static final String RUN = "mapreduce-20260131T120000123-abc123";

    @Override
    public List<Figure> measure(Path scratch) throws IOException {
        var launcher = Launcher.in(scratch);
        launcher.shell("""
                git init --quiet --initial-branch=main . && git config user.name b && git config user.email b@example.org
                mkdir src && for i in $(seq 1 1000); do echo "line $i" >src/file-$i.txt; done
                git add --all && git commit --quiet --message first
                for i in $(seq 1 COMMITS); do
                  printf 'commit refs/heads/work-%d\\ncommitter b <b@example.org> 1 +0000\\ndata 4\\nwork\\n' $i
                  printf 'from refs/heads/main^0\\nM 644 inline new-%d.txt\\ndata 2\\nx\\n' $i
                done | git fast-import --quiet
                git for-each-ref --format='%(objectname)' 'refs/heads/work-*' >heads.txt
                git worktree add --quiet --detach ../slot
                git worktree add --quiet --detach ../plain
                """.replace("COMMITS", String.valueOf(COMMITS)));
        var heads = new ArrayList<ObjectId>();
        for (var line : Files.readAllLines(launcher.directory().resolve("heads.txt"))) {
            heads.add(new ObjectId(line));
        }
        var measured = new Rounds()
                .with("ours", () -> merges(launcher, scratch, heads))
                .with("theirs", () -> COMMITS / 4 / launcher.shell("""
                        cd ../plain && git reset --quiet --hard main && for head in $(head -n %d ../work/heads.txt); do
                          git merge --quiet --no-ff --message merged $head; done
                        """.formatted(COMMITS / 4)))
                .run(ROUNDS);
        var ours = Objects.requireNonNull(measured.get("ours"));
        var theirs = Objects.requireNonNull(measured.get("theirs"));
        return List.of(
                Figure.of("merges off-tree, 1,000 files", ours, "1/s").atLeast(150),
                Figure.of("`git merge --no-ff` in a checkout", theirs, "1/s")
                        .saying("prodigy: %.1f times that".formatted(ours.median() / theirs.median())));
    }

    private static double merges(Launcher launcher, Path scratch, List<ObjectId> heads) throws IOException {
        launcher.shell("git update-ref refs/heads/prodigy/" + RUN + " main");
        var tmp = Files.createDirectories(scratch.resolve("tmp"));
        var host = Host.system(tmp);
        var git = new PatientGit(new GitProgram(tmp), host.waiter());
        if (!(Discovery.of(launcher.directory(), git) instanceof Discovery.Found(var paths))) {
            throw new IOException("no repository");
        }
        try (var repository = new Repository(git, paths, host)) {
            var site = Worksite.of(repository, scratch.resolve("worktrees.lock"));
            var start = repository.head().orElseThrow();
            var branch = new SessionBranch(site, RUN);
            var merge = new ItemMerge(repository, branch, start, _ -> {}, UnaryOperator.identity());
            var slot =
                    new WorkTree(scratch.resolve("slot"), launcher.directory().resolve(".git/worktrees/slot"));
            long begun = System.nanoTime();
            for (int i = 0; i < heads.size(); i++) {
                var item = new ItemAttempt(RUN, "item-%03d".formatted(i + 1), 1);
                var result = merge.merge(item, slot, start, heads.get(i), _ -> {});
                if (!(result instanceof ItemMergeResult.Merged)) {
                    throw new IOException("not merged: " + result);
                }
            }
            return heads.size() / ((System.nanoTime() - begun) / 1e9);
        }
    }
}
