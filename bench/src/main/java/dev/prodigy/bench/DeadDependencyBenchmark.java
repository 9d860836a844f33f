package dev.prodigy.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What 1,000 items, 10 at a time, cost whose dependency is dead: the calls that it gets, by the policy that guards
/// it (spec 02 §6, §7). Every item may be tried five times without a wait. `-Dbench.dead.items=N` changes how many.
final class DeadDependencyBenchmark implements Benchmark {
    private static final int ITEMS = Integer.getInteger("bench.dead.items", 1000);
    private static final int PARALLEL = 10;
    private static final int ATTEMPTS = 5;
    private static final int STOPPED = 4;
    private static final int WITH_FAILURES = 3;

    /// @param policy lines of the `error_policy`
    /// @param exitCode of the run
    /// @param most calls that the policy admits
    private record Guard(String name, String policy, int exitCode, int most) {}

    private static final List<Guard> GUARDS = List.of(
            new Guard("no guard", "{}", WITH_FAILURES, ATTEMPTS * ITEMS),
            new Guard("run_retry_budget 0.1", "{run_retry_budget: 0.1}", WITH_FAILURES, ITEMS + 10 + ITEMS / 10),
            new Guard("max_failures 20", "{max_failures: 20}", STOPPED, ATTEMPTS * (20 + PARALLEL - 1)),
            new Guard("failure_threshold 0.5", "{failure_threshold: 0.5}", STOPPED, ATTEMPTS * (10 + PARALLEL - 1)),
            new Guard(
                    "breaker 5, on_open: reject",
                    "{circuit_breaker: {failure_threshold: 5, timeout: 1h, on_open: reject}}",
                    WITH_FAILURES,
                    5 + PARALLEL - 1),
            new Guard(
                    "breaker 5, on_open: stop",
                    "{circuit_breaker: {failure_threshold: 5, on_open: stop}}",
                    STOPPED,
                    5 + PARALLEL - 1));

    @Override
    public List<Figure> measure(Path scratch) throws IOException {
        var launcher = Launcher.in(scratch);
        var figures = new ArrayList<Figure>();
        for (var guard : GUARDS) {
            figures.add(measure(launcher, guard));
        }
        return figures;
    }

    private static Figure measure(Launcher launcher, Guard guard) throws IOException {
        var calls = launcher.directory().resolve("calls");
        Files.deleteIfExists(calls);
        Files.writeString(launcher.directory().resolve("dead.yml"), """
                mode: mapreduce
                isolation: none
                error_policy: POLICY
                map:
                  input: seq 1 ITEMS
                  max_parallel: PARALLEL
                  error_policy: {retry_config: {attempts: ATTEMPTS, backoff: none}}
                  agent_template:
                    - shell: printf x >>CALLS; exit 1
                """.replace("POLICY", guard.policy())
                .replace("ITEMS", String.valueOf(ITEMS))
                .replace("PARALLEL", String.valueOf(PARALLEL))
                .replace("ATTEMPTS", String.valueOf(ATTEMPTS))
                .replace("CALLS", "'" + calls + "'"));
        double seconds = launcher.prodigyEndingWith(guard.exitCode(), "run", "dead.yml", "-q");
        return Figure.of(
                        "calls of " + ITEMS + " items to a dead service, " + guard.name(),
                        (double) Files.size(calls),
                        "calls")
                .atMost(guard.most())
                .saying("%.1f s".formatted(seconds));
    }
}
