package dev.prodigy.runtime.run.request;

import dev.prodigy.engine.run.Stage;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Nature;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.value.FieldsReader;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Unstored;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.Isolation;
import dev.prodigy.runtime.view.EffectiveSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a command line says about a run, beside its workflow and parameters. Kept with the run: a
/// resume goes on with it.
///
/// @param maxParallel null = the workflow's
/// @param timeout the run's own deadline; null = the workflow's
/// @param allowFailures failed items do not spoil the exit code
public record RunOptions(
        @Nullable Integer maxParallel,
        Place place,
        @Nullable Duration timeout,
        ProfileChoice profile,
        Passes passes,
        boolean allowFailures) {

    private static final String UNASKED = "merge_unasked";
    private static final String PROFILE = "profile";

    /// Nothing is said.
    public static final RunOptions DEFAULT =
            new RunOptions(null, Place.DEFAULT, null, new ProfileChoice.OfWorkflow(), Passes.ONE, false);

    /// Where the run works and what becomes of its commits; null = as the workflow says.
    ///
    /// @param base the commit to start from
    /// @param target short name of the branch to merge into
    /// @param unasked whether it is merged without asking, also by a resume, as what `exec` and `batch` start
    ///     (spec 05 §2.1)
    public record Place(
            @Nullable Isolation isolation,
            @Nullable String base,
            @Nullable String target,
            boolean unasked) {
        /// As the workflow says.
        public static final Place DEFAULT = new Place(null, null, null, false);
    }

    /// @return whether the commits of a run are merged without asking
    public static boolean mergesUnasked(RunEvent.Started started) {
        return new FieldsReader(started.settings()).truth(UNASKED);
    }

    /// The passes of a standard workflow (spec 05 §2.1).
    ///
    /// @param args the values of `ARG`, one pass for each; none: one pass without
    /// @param files so many of them, the first, are paths that `--map` found: data, not the author's words
    /// @param iterations how often the series is gone through
    /// @param failFast no further pass after one that failed
    /// @param untilUnchanged no further iteration after one that made no commit
    public record Passes(List<String> args, int files, int iterations, boolean failFast, boolean untilUnchanged) {
        /// One pass without argument.
        public static final Passes ONE = new Passes(List.of(), 0, 1, false, false);

        public Passes {
            args = List.copyOf(args);
        }

        /// @return how many arguments held a secret, which was not stored
        public int unstored() {
            return (int) args.stream().filter(Passes::isUnstored).count();
        }

        private static boolean isUnstored(String arg) {
            return Unstored.step(arg) != null;
        }

        private Passes givenAgain(List<String> again) {
            var values = again.iterator();
            var all = args.stream()
                    .map(arg -> isUnstored(arg) && values.hasNext() ? values.next() : arg)
                    .toList();
            return new Passes(all, files, iterations, failFast, untilUnchanged);
        }

        /// @return how many passes there are
        public int count() {
            return Math.max(1, args.size()) * iterations;
        }

        /// @return `ARG_1` …, the values of `--args` (spec 01 §7), and `ARG` where it is the same in every pass
        public Map<String, Binding> names() {
            var names = new HashMap<String, Binding>();
            for (int i = files; i < args.size(); i++) {
                names.put("ARG_" + (i - files + 1), Binding.text(args.get(i)));
            }
            if (args.size() == 1) {
                names.put("ARG", Binding.of(Value.of(args.getFirst()), files > 0 ? Nature.DATA : Nature.TEXT));
            }
            return names;
        }

        /// @return the passes in their order
        public List<Stage.Pass> stages() {
            var passes = new ArrayList<Stage.Pass>();
            for (int iteration = 1; iteration <= iterations; iteration++) {
                if (args.isEmpty()) {
                    passes.add(new Stage.Pass(passes.size() + 1, iteration, null, false));
                }
                for (int i = 0; i < args.size(); i++) {
                    passes.add(new Stage.Pass(passes.size() + 1, iteration, args.get(i), i < files));
                }
            }
            return passes;
        }
    }

    /// @return the object of `workflow_started.settings`
    public Value.Fields toFields() {
        return new FieldsWriter()
                .put("max_parallel", maxParallel == null ? null : Long.valueOf(maxParallel))
                .put(
                        "isolation",
                        place.isolation() == null
                                ? null
                                : place.isolation().name().toLowerCase(Locale.ROOT))
                .put("base", place.base())
                .put("target", place.target())
                .put(UNASKED, place.unasked() ? Value.of(true) : null)
                .put("timeout_ms", timeout == null ? null : Long.valueOf(timeout.toMillis()))
                .put(
                        PROFILE,
                        switch (profile) {
                            case ProfileChoice.Asked(var name) -> name;
                            case ProfileChoice.Kept(var name) -> name;
                            case ProfileChoice.OfWorkflow _ -> null;
                        })
                .put(EffectiveSettings.PROFILE_KEPT, profile instanceof ProfileChoice.Kept ? Value.of(true) : null)
                .put("args", passes.args())
                .put("args_from_files", passes.files())
                .put("iterations", passes.iterations())
                .put("fail_fast", passes.failFast())
                .put("until_unchanged", passes.untilUnchanged())
                .put("allow_failures", allowFailures)
                .done();
    }

    /// @return what a run was started with; what was not stored is marked
    public static RunOptions of(RunEvent.Started started) {
        var settings = started.settings();
        return read(settings.get(StepEvent.MASKED) == null ? settings : Unstored.mark(settings, Unstored.NO_STEP));
    }

    /// @return what {@link #toFields} wrote
    private static RunOptions read(Value.Fields fields) {
        var in = new FieldsReader(fields);
        var parallel = in.numberOrNull("max_parallel");
        var isolation = in.textOrNull("isolation");
        var timeout = in.numberOrNull("timeout_ms");
        return new RunOptions(
                parallel == null ? null : Math.toIntExact(parallel),
                new Place(
                        isolation == null ? null : Isolation.valueOf(isolation.toUpperCase(Locale.ROOT)),
                        in.textOrNull("base"),
                        in.textOrNull("target"),
                        in.truth(UNASKED)),
                timeout == null ? null : Duration.ofMillis(timeout),
                in.truth(EffectiveSettings.PROFILE_KEPT)
                        ? new ProfileChoice.Kept(in.textOrNull(PROFILE))
                        : ProfileChoice.asked(in.textOrNull(PROFILE)),
                new Passes(
                        in.texts("args"),
                        in.integer("args_from_files"),
                        in.integer("iterations"),
                        in.truth("fail_fast"),
                        in.truth("until_unchanged")),
                in.truth("allow_failures"));
    }

    /// @param again values for the arguments that held a secret, in their order; those without one stay unstored
    /// @return the same with these arguments
    public RunOptions givenAgain(List<String> again) {
        return new RunOptions(maxParallel, place, timeout, profile, passes.givenAgain(again), allowFailures);
    }

    /// @return the same with another profile
    public RunOptions in(ProfileChoice other) {
        return new RunOptions(maxParallel, place, timeout, other, passes, allowFailures);
    }

    /// @return the same, with what a resume changes
    public RunOptions overriddenBy(ResumeOptions.Overrides overrides) {
        return new RunOptions(
                overrides.maxParallel() == null ? maxParallel : overrides.maxParallel(),
                place,
                overrides.timeout() == null ? timeout : overrides.timeout(),
                profile,
                passes,
                allowFailures);
    }

    /// @return the same, failed items spoiling the exit code no more where they are allowed now
    public RunOptions allowingFailures(boolean allow) {
        return new RunOptions(maxParallel, place, timeout, profile, passes, allowFailures || allow);
    }
}
