package dev.prodigy.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/// Items that commit in a worktree of a repository of 1,000 files, beside one `git worktree` per item.
/// `-Dbench.worktrees=N` changes how many.
final class WorktreesBenchmark implements Benchmark {
    private static final int ITEMS = Integer.getInteger("bench.worktrees", 200);

    @Override
    public List<Figure> measure(Path scratch) throws IOException {
        var launcher = Launcher.in(scratch);
        launcher.shell("""
                git init --quiet --initial-branch=main . && git config user.name b && git config user.email b@example.org
                mkdir src && for i in $(seq 1 1000); do echo "line $i" >src/file-$i.txt; done
                git add --all && git commit --quiet --message first
                """);
        var workflow = Files.writeString(scratch.resolve("commits.yml"), """
                mode: mapreduce
                map:
                  input: seq 1 ITEMS
                  max_parallel: 8
                  agent_template:
                    - shell: echo ${item} >new-${item}.txt && git add . && git commit --quiet --message ${item}
                """.replace("ITEMS", String.valueOf(ITEMS)));
        double ours = ITEMS / launcher.prodigy("run", workflow.toString(), "-q", "-y");
        double plain = ITEMS / launcher.shell("""
                for i in $(seq 1 ITEMS); do
                  git worktree add --quiet --detach ../plain-$i && cd ../plain-$i &&
                  echo $i >plain-$i.txt && git add . && git commit --quiet --message $i && head=$(git rev-parse HEAD) &&
                  cd - >/dev/null && git merge --quiet --no-ff --message $i $head && git worktree remove --force ../plain-$i ||
                  exit 1
                done
                """.replace("ITEMS", String.valueOf(ITEMS)));
        return List.of(
                new Figure("worktree items: commit and merge", ours, "items/s", "budget 30"),
                new Figure(
                        "one git worktree per item, one by one",
                        plain,
                        "items/s",
                        String.format(Locale.ROOT, "prodigy: %.2f times that", ours / plain)));
    }
}
