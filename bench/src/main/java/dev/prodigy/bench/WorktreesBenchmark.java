package dev.prodigy.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Items that commit in a worktree and are merged, beside a shell loop with one `git worktree add` per
/// item, in repositories of 1,000 and 10,000 files. `-Dbench.worktrees=N` changes how many items.
final class WorktreesBenchmark implements Benchmark {
    private static final int ITEMS = Integer.getInteger("bench.worktrees", 120);
    private static final int BY_HAND = ITEMS / 4;
    private static final int ROUNDS = 2;

    @Override
    public List<Figure> measure(Path scratch) throws IOException {
        var figures = new ArrayList<Figure>();
        measure(scratch.resolve("small"), 1000, 30, figures);
        measure(scratch.resolve("large"), 10_000, 15, figures);
        return figures;
    }

    private static void measure(Path scratch, int files, int budget, List<Figure> figures) throws IOException {
        var launcher = Launcher.in(scratch);
        launcher.shell("""
                git init --quiet --initial-branch=main . && git config user.name b && git config user.email b@example.org
                mkdir src && for i in $(seq 1 FILES); do echo "line $i" >src/file-$i.txt; done
                git add --all && git commit --quiet --message first
                """.replace("FILES", String.valueOf(files)));
        var workflow = Files.writeString(scratch.resolve("commits.yml"), """
                mode: mapreduce
                map:
                  input: seq 1 ITEMS
                  max_parallel: 8
                  agent_template:
                    - shell: echo $$ >new-${item}.txt && git add . && git commit --quiet --message ${item}
                """.replace("ITEMS", String.valueOf(ITEMS)));
        var measured = new Rounds()
                .with("prodigy", () -> ITEMS / launcher.prodigy("run", workflow.toString(), "-q", "-y"))
                .with("by hand", () -> BY_HAND / launcher.shell(oneByOne()))
                .run(ROUNDS);
        var ours = Objects.requireNonNull(measured.get("prodigy"));
        var theirs = Objects.requireNonNull(measured.get("by hand"));
        var where = "%,d files".formatted(files);
        figures.add(Figure.of("worktree, commit, merge per item, " + where, ours, "items/s")
                .atLeast(budget));
        figures.add(Figure.of("one `git worktree add` per item, " + where, theirs, "items/s")
                .saying("prodigy: %.1f times that".formatted(ours.median() / theirs.median())));
    }

    private static String oneByOne() {
        return """
                for i in $(seq 1 ITEMS); do
                  git worktree add --quiet --detach ../plain-$i && cd ../plain-$i &&
                  echo $$ >plain-$i.txt && git add . && git commit --quiet --message $i && head=$(git rev-parse HEAD) &&
                  cd - >/dev/null && git merge --quiet --no-ff --message $i $head && git worktree remove --force ../plain-$i ||
                  exit 1
                done
                """.replace("ITEMS", String.valueOf(BY_HAND));
    }
}
