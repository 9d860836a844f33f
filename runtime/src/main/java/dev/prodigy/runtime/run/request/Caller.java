package dev.prodigy.runtime.run.request;

import dev.prodigy.engine.environment.SecretValues;
import dev.prodigy.engine.run.CallersWord;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.model.value.FieldsReader;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.Isolation;
import dev.prodigy.runtime.process.ProcessRunner;
import dev.prodigy.runtime.world.LimitClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The run whose step runs this one, and what it hands down (spec 01 §12, 04 §5.8).
///
/// @param runId of the caller
/// @param rootId of the outermost caller
/// @param place where the run works
/// @param data names of the parameters that are data and never become code
/// @param forms of the parameters that are what they are for the moment at which they were given, by name
/// @param env names that the call's `env` sets, with their values; empty where the run goes on without its caller,
///     since values of an environment are nowhere stored
/// @param live what a caller that is at work hands down; null where a run goes on without its caller
public record Caller(
        String runId,
        String rootId,
        Place place,
        Set<String> data,
        Map<String, Value> forms,
        Map<String, Binding> env,
        @Nullable Live live) {
    private static final String KEY = "sub_workflow";

    public Caller {
        data = Set.copyOf(data);
        forms = Map.copyOf(forms);
        env = Map.copyOf(env);
    }

    /// What a caller that is at work hands down.
    ///
    /// @param mark what the marks of this run's processes begin with, so that ending the caller's ends
    ///     them too
    /// @param secrets those of the caller, which are secrets here too
    /// @param given names that the caller and its steps may give to this run, with or without a value
    /// @param processes runs the processes of both
    /// @param left how long the calling step waits for this run from now on, or null for no limit
    /// @param clock measures that
    /// @param lostTree whether the tree that this run worked in is gone, and was made again
    /// @param word what holds for this run when it begins
    public record Live(
            String mark,
            SecretValues secrets,
            Set<String> given,
            ProcessRunner processes,
            @Nullable Duration left,
            LimitClock clock,
            boolean lostTree,
            CallersWord word) {
        public Live {
            given = Set.copyOf(given);
        }
    }

    /// @return the caller's secrets
    public SecretValues secrets() {
        return live == null ? SecretValues.NONE : live.secrets();
    }

    /// @return how long the calling step waits for the run, from its start or resume on; null for no limit
    @Nullable
    public Duration left() {
        return live == null ? null : live.left();
    }

    /// @return whether the tree that the run worked in is gone, and was made again
    public boolean lostTree() {
        return live != null && live.lostTree();
    }

    /// @return what the calling run says when this one begins
    public CallersWord word() {
        return live == null ? CallersWord.FREE : live.word();
    }

    /// Where a run works: in its caller's working tree.
    ///
    /// @param directory where its steps run, absolute
    /// @param tree the top of the caller's working tree
    /// @param checkout the top of the user's checkout
    /// @param isolation of the caller; what a workflow that says nothing gets
    public record Place(Path directory, Path tree, Path checkout, Isolation isolation) {}

    /// Adds what a redrive needs to know to the settings of the run's first event.
    public Value.Fields in(Value.Fields settings) {
        return new FieldsWriter()
                .putAll(settings)
                .put(
                        KEY,
                        new FieldsWriter()
                                .put("root_run_id", rootId)
                                .put("directory", place.directory().toString())
                                .put("tree", place.tree().toString())
                                .put("checkout", place.checkout().toString())
                                .put("isolation", place.isolation().name().toLowerCase(Locale.ROOT))
                                .put("data", List.copyOf(data))
                                .put("forms", forms.isEmpty() ? null : new Value.Fields(forms))
                                .done())
                .done();
    }

    /// What a run was given for the moment of its beginning it keeps, as long as the call would give the same in the
    /// same moment (spec 05 §2.2).
    ///
    /// @param started the run's beginning, as it holds so far
    /// @param params that the call gives now
    /// @return those that hold
    public Map<String, Value> kept(RunEvent.Started started, Map<String, Value> params) {
        var before = read(started);
        var kept = new LinkedHashMap<>(params);
        forms.forEach((name, form) -> {
            var given = started.params().get(name);
            boolean isSame = before != null && form.equals(before.forms().get(name));
            if (isSame && given != null && !started.maskedParams().contains(name)) {
                kept.put(name, given);
            }
        });
        return kept;
    }

    /// What is other than at the run's beginning is recorded: a redrive without the caller goes by it too.
    ///
    /// @param started the run's beginning, as it holds so far
    /// @param params that the call gives now
    /// @return the object of `workflow_resumed.overrides`
    public Value.Fields overrides(RunEvent.Started started, Map<String, Value> params) {
        var before = read(started);
        boolean isSame = before != null
                && before.place().equals(place)
                && before.data().equals(data)
                && before.forms().equals(forms)
                && started.params().members().equals(params);
        return isSame
                ? new Value.Fields(Map.of())
                : RunEvent.Started.overrides(new Value.Fields(params), in(new Value.Fields(Map.of())));
    }

    /// @return the caller of a run that is taken up again without it, or null when a person started the run
    public static @Nullable Caller read(RunEvent.Started started) {
        if (started.parentRunId() == null || !(started.settings().get(KEY) instanceof Value.Fields fields)) {
            return null;
        }
        var in = new FieldsReader(fields);
        var isolation = Isolation.valueOf(in.text("isolation").toUpperCase(Locale.ROOT));
        var place = new Place(
                Path.of(in.text("directory")), Path.of(in.text("tree")), Path.of(in.text("checkout")), isolation);
        var data = Set.copyOf(in.texts("data"));
        var forms = fields.get("forms") instanceof Value.Fields(var members) ? members : Map.<String, Value>of();
        return new Caller(started.parentRunId(), in.text("root_run_id"), place, data, forms, Map.of(), null);
    }
}
