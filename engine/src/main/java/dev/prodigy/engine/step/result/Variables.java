package dev.prodigy.engine.step.result;

import dev.prodigy.engine.environment.PlainScope;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Members;
import dev.prodigy.lang.expr.scope.Nature;
import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.model.step.CaptureFormat;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.value.Value;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The names that steps leave behind for later ones, over the names that the workflow and its surroundings
/// give (spec 01 §7).
///
/// A foreach round and a template have variables of their own over those of the list they stand in. One
/// thread at a time changes them.
public final class Variables implements PlainScope {
    private static final String LAST = "last";
    private static final String STEP = "step";

    private final Scope outer;
    private final Map<String, Binding> loop;
    private final Map<String, Binding> captures;
    private final Map<String, Members> namespaces;
    private final @Nullable Members handled;
    private final Readings readings;
    /// Names that the steps of a template have captured: from then on they hide its parameters. Null outside of one.
    private final @Nullable Set<String> captured;

    /// @param outer what the workflow, its environment, the item … give
    /// @param loop names of the loop that these variables belong to; they hide captures
    /// @param namespaces that steps will fill, and what they give before
    public Variables(Scope outer, Map<String, Binding> loop, Map<String, Members> namespaces) {
        this(outer, loop, new LinkedHashMap<>(), new LinkedHashMap<>(namespaces), null, new Readings(), null);
    }

    private Variables(
            Scope outer,
            Map<String, Binding> loop,
            Map<String, Binding> captures,
            Map<String, Members> namespaces,
            @Nullable Members handled,
            Readings readings,
            @Nullable Set<String> captured) {
        this.outer = outer;
        this.loop = Map.copyOf(loop);
        this.captures = captures;
        this.namespaces = namespaces;
        this.handled = handled;
        this.readings = readings;
        this.captured = captured;
    }

    /// @return what the workflow and its surroundings give
    public Scope outer() {
        return outer;
    }

    /// @return variables of a round, which see these; what the round leaves behind lives for the round
    public Variables nested(Map<String, Binding> names) {
        var begun = new LinkedHashMap<>(Map.of(STEP, handled == null ? GitMembers.BEFORE_THE_FIRST : handled));
        return new Variables(this, names, new LinkedHashMap<>(), begun, handled, new Readings(), null);
    }

    /// @param begun namespaces that begin anew with a phase
    /// @return variables of the next phase: captures and what steps with an id came to stay
    public Variables nextPhase(Map<String, Members> begun) {
        var next = new LinkedHashMap<>(namespaces);
        next.putAll(begun);
        return new Variables(outer, loop, captures, next, null, readings, null);
    }

    /// @param phase an earlier one
    /// @param names namespaces that begin anew with a phase
    /// @return these variables, where such a namespace tells of that phase again
    public Variables tellingOf(Variables phase, Set<String> names) {
        var told = new LinkedHashMap<>(phase.namespaces);
        told.keySet().retainAll(names);
        var all = new LinkedHashMap<>(namespaces);
        all.putAll(told);
        return new Variables(outer, loop, captures, all, null, readings, null);
    }

    /// @return variables of a template: names of its own over these; what its steps leave behind stays
    public Variables scoped(Map<String, Binding> names) {
        return new Variables(this, names, captures, namespaces, handled, readings, new HashSet<>());
    }

    /// @return the same variables for a list that reacts to a step: in all of it, its loops included, `step` goes on
    ///     describing the step that it describes now
    public Variables handling() {
        return new Variables(outer, loop, captures, namespaces, namespaces.get(STEP), readings, captured);
    }

    /// A step of a list has ended: `step` describes it, or what the list reacts to.
    public void describe(StepDescription step) {
        if (handled == null) {
            readings.describe(step);
        }
        namespaces.put(STEP, handled == null ? step.members() : handled);
    }

    /// @return what steps have left behind here and can still be read, as the journal keeps it
    public Value.Fields toFields() {
        return readings.toFields();
    }

    /// Takes over what steps left behind in variables of another process.
    ///
    /// @param fields what {@link #toFields} wrote there
    /// @param steps all that may have run there
    public void takeOver(Value.Fields fields, Collection<Step> steps) {
        var byPath = new LinkedHashMap<String, Step>();
        steps.forEach(step -> byPath.put(step.path(), step));
        Readings.restore(fields, byPath, this);
    }

    @Override
    public Binding find(String name) {
        var looped = loop.get(name);
        if (looped != null && !(captured != null && captured.contains(name))) {
            return looped;
        }
        var capture = captures.get(name);
        var space = namespaces.get(name);
        if (capture instanceof Binding.Present(var value, var nature, var style, var members) && space != null) {
            return new Binding.Present(value, nature, style, both(members, space));
        }
        if (capture != null) {
            return capture;
        }
        return space == null ? outer.find(name) : new Binding.Namespace(space);
    }

    @Override
    public @Nullable String environment(String name) {
        return outer.environment(name);
    }

    @Override
    public Collection<String> names() {
        var names = new LinkedHashSet<>(loop.keySet());
        names.addAll(captures.keySet());
        names.addAll(namespaces.keySet());
        names.addAll(outer.names());
        return names;
    }

    @Override
    public Collection<String> plainNames() {
        var names = new LinkedHashSet<String>();
        if (outer instanceof PlainScope plain) {
            names.addAll(plain.plainNames());
        }
        names.addAll(loop.keySet());
        names.addAll(captures.keySet());
        return names;
    }

    @Override
    public Binding ofRun(String name) {
        return outer instanceof PlainScope plain ? plain.ofRun(name) : Binding.notOwned();
    }

    /// Takes in what a step has come to.
    ///
    /// @param named whether `shell.output`, `last.output` … follow
    public void ended(Step step, StepResult result, boolean named) {
        readings.note(step, result, named, names(step, result, named));
        if (result.outcome() == Outcome.SKIPPED) {
            skipped(step);
            return;
        }
        var members = ResultMembers.of(result);
        spaces(step, named).forEach(name -> namespaces.put(name, members));
        results(step).forEach(name -> place(name, ResultMembers.ofStep(result)));
        var name = step.options().captures().name();
        if (name != null) {
            keep(name, ResultMembers.capture(result, step.options().captures()));
        }
    }

    /// @return the namespaces of the latest steps that a step's end belongs to
    private static List<String> spaces(Step step, boolean named) {
        if (!named) {
            return List.of();
        }
        // `workflow.` tells of the run itself
        return step.kind() instanceof StepKind.SubWorkflow
                ? List.of(LAST)
                : List.of(step.kind().keyword(), LAST);
    }

    /// @return what a result is read under: a namespace, with its dot, and a capture may have one name
    private static Set<String> names(Step step, StepResult result, boolean named) {
        var names = new LinkedHashSet<String>();
        var left = result.gain().left();
        left.namespaces().keySet().forEach(name -> names.add(name + "."));
        names.addAll(left.captures().keySet());
        if (result.outcome() != Outcome.SKIPPED) {
            spaces(step, named).forEach(name -> names.add(name + "."));
        }
        results(step).forEach(name -> names.add(name + "."));
        var capture = step.options().captures().name();
        if (capture != null) {
            names.add(capture);
        }
        return names;
    }

    /// Gives a name the value of something that is no step's own product: a handler's output, a setup capture.
    public void capture(String name, Value value) {
        capture(name, value, null);
    }

    /// The same for what was read in a format.
    ///
    /// @param format or null; a list is shown as a step's capture of that format is
    public void capture(String name, Value value, @Nullable CaptureFormat format) {
        keep(name, new Binding.Present(value, Nature.DATA, ResultMembers.style(format), Members.NONE));
    }

    /// The steps that make these captures lie behind: a name whose step did not run is ours, and has no value (spec 01
    /// §7, "Owned names").
    public void passed(Set<String> names) {
        for (var name : names) {
            if (find(name) instanceof Binding.NotOwned) {
                keep(name, new Binding.Missing("the step that captures `" + name + "` did not run"));
            }
        }
    }

    /// A name is ours, and has no value.
    public void lacks(String name, String reason) {
        keep(name, new Binding.Missing(reason));
    }

    private void keep(String name, Binding capture) {
        captures.put(name, capture);
        if (captured != null) {
            captured.add(name);
        }
    }

    /// Sets or replaces a namespace such as `error`, `validation`, `step`.
    public void namespace(String name, Members members) {
        namespaces.put(name, members);
    }

    /// @return what such a namespace gives now, where it has been set here; else null
    @Nullable
    public Members space(String name) {
        return namespaces.get(name);
    }

    /// Sets a namespace that holds only in a handler.
    ///
    /// @return what it hides, for {@link #restore}
    @Nullable
    public Members enter(String name, Members members) {
        return namespaces.put(name, members);
    }

    /// Brings back what a namespace of a handler hid.
    public void restore(String name, @Nullable Members hidden) {
        if (hidden == null) {
            namespaces.remove(name);
        } else {
            namespaces.put(name, hidden);
        }
    }

    /// @return the captures made here, by name
    public Map<String, Binding> captures() {
        return Map.copyOf(captures);
    }

    private void skipped(Step step) {
        var label = "step `" + step.label() + "` was skipped";
        results(step).forEach(name -> place(name, ResultMembers.ofSkipped(label)));
        var name = step.options().captures().name();
        if (name != null) {
            keep(name, new Binding.Missing(label));
        }
    }

    /// @return the names under which a step's results are read: its id, and the entry of `workflows` that
    ///     it runs
    private static Set<String> results(Step step) {
        var names = new LinkedHashSet<String>();
        if (step.id() != null) {
            names.add(step.id());
        }
        if (step.kind() instanceof StepKind.SubWorkflow child && child.isEntry()) {
            names.add(child.target());
        }
        return names;
    }

    /// An entry that came under an alias has a dot in its name (spec 01 §12, `imports`).
    private void place(String name, Members members) {
        int dot = name.indexOf('.');
        if (dot < 0) {
            namespaces.put(name, members);
            return;
        }
        var inner = Members.of(Map.of(name.substring(dot + 1), new Binding.Namespace(members)));
        namespaces.merge(name.substring(0, dot), inner, (before, added) -> both(added, before));
    }

    private static Members both(Members first, Members second) {
        return new Members() {
            @Override
            public Binding find(String name) {
                var found = first.find(name);
                return found instanceof Binding.NotOwned ? second.find(name) : found;
            }

            @Override
            public Collection<String> names() {
                var names = new LinkedHashSet<>(first.names());
                names.addAll(second.names());
                return names;
            }
        };
    }
}
