package dev.prodigy.lang.decode;

import dev.prodigy.lang.yaml.Node;
import dev.prodigy.lang.yaml.NodeWords;
import dev.prodigy.lang.yaml.ScalarPositions;
import dev.prodigy.lang.yaml.SourceText;
import dev.prodigy.model.source.Span;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.workflow.SubWorkflowEntry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What is known while one workflow is decoded: the problems so far, and what is declared once and used everywhere.
public final class Decoding {
    private final Problems problems;
    private final Map<String, SourceText> sources = new HashMap<>();
    private final Map<String, Span> stepIds = new HashMap<>();
    private final Set<String> agents = new LinkedHashSet<>();
    private final Map<String, SubWorkflowEntry> entries = new LinkedHashMap<>();
    private final Set<String> calledEntries = new LinkedHashSet<>();
    private final List<WorkflowCall> calls = new ArrayList<>();
    private final Map<String, WorkflowCall> entryCalls = new LinkedHashMap<>();
    private final Deque<String> openTemplates = new ArrayDeque<>();
    private final Map<String, String> broughtBy = new HashMap<>();
    private String entriesOf = "";
    private final SequencedMap<String, Node.Mapping> inlined = new LinkedHashMap<>();
    private final List<SettingOfRun> settingsOfRun = new ArrayList<>();
    private final Set<String> missed = new LinkedHashSet<>();
    private boolean complete = true;
    private boolean lacksFile;
    private boolean lacksPart;
    private Templates templates = (_, _, _, _) -> null;
    private OtherWorkflows workflows = (source, _, _) -> source.text();
    private StepRetry retryDefaults = StepRetry.NONE;
    private KnownVariables variables = KnownVariables.UNKNOWN;
    private @Nullable StepSettings settings;

    /// @param problems receives what is found
    public Decoding(Problems problems) {
        this.problems = problems;
        agents.add("claude");
    }

    /// @param others receives what is found
    /// @param known at the place
    /// @return what is needed to read a piece of the same workflow once more
    Decoding again(Problems others, KnownVariables known) {
        var again = new Decoding(others);
        again.agents.addAll(agents);
        again.entries.putAll(entries);
        again.templates = templates;
        again.workflows = workflows;
        again.retryDefaults = retryDefaults;
        again.variables = known;
        again.entriesOf = entriesOf;
        return again;
    }

    /// @return the problems so far
    public Problems problems() {
        return problems;
    }

    /// Makes the text of a file known, so that a place inside a scalar can be named.
    public void addSource(SourceText source) {
        sources.put(source.file(), source);
    }

    /// Declares an agent, whose name then is a step kind (spec 01 §11).
    public void addAgent(String name) {
        agents.add(name);
    }

    /// @return the names of all agents, `claude` first
    public Set<String> agents() {
        return agents;
    }

    /// Sets which variables numbers, booleans and durations can be taken from.
    public void useVariables(KnownVariables known) {
        variables = known;
    }

    /// @return the variables that numbers, booleans and durations can be taken from
    public KnownVariables variables() {
        return variables;
    }

    /// Begins a step, to which settings belong from now on.
    ///
    /// @return the step around it, or null
    @Nullable
    StepSettings enter(StepSettings step) {
        var outer = settings;
        settings = step;
        return outer;
    }

    /// Ends a step.
    ///
    /// @param outer the step around it, or null
    void leave(@Nullable StepSettings outer) {
        settings = outer;
    }

    /// @return the settings of the innermost step that is being read, or null outside of steps
    public @Nullable StepSettings settings() {
        return settings;
    }

    /// A number, boolean or duration for which a placeholder stands.
    ///
    /// @param text the placeholder, with braces
    /// @param path in the document
    /// @param variables at that place
    public record SettingOfRun(Text text, String path, KnownVariables variables) {}

    /// Notes a placeholder whose value is needed when the run starts.
    void addSettingOfRun(Node.Scalar placeholder, Place place) {
        var text = new Text(Settings.braced(placeholder.text()), placeholder.span());
        settingsOfRun.add(new SettingOfRun(text, place.path().toString(), variables));
    }

    /// @return the placeholders whose values are needed when the run starts
    public List<SettingOfRun> settingsOfRun() {
        return settingsOfRun;
    }

    /// Sets what every step's own words on retries are merged over (spec 02 §3.1).
    public void retryDefaults(StepRetry defaults) {
        retryDefaults = defaults;
    }

    /// @return the workflow's `retry_defaults`
    public StepRetry retryDefaults() {
        return retryDefaults;
    }

    /// @return where the id was given before, or null when it is new or this very step of a template has it, which may
    ///     run in several places
    public @Nullable Span claimStepId(String id, Span span) {
        var first = stepIds.putIfAbsent(id, span);
        boolean isOneStep = span.equals(first) && !openTemplates.isEmpty();
        return isOneStep ? null : first;
    }

    /// Sets what finds the templates whose steps run inline.
    public void useTemplates(Templates finder) {
        templates = finder;
    }

    /// @return what finds the templates whose steps run inline
    public Templates templates() {
        return templates;
    }

    /// @return the files of the templates being decoded, the innermost last
    public Deque<String> openTemplates() {
        return openTemplates;
    }

    /// Begins a template: entries of `workflows` that came with it have its alias in front of their names, and its
    /// steps name them as its file does (spec 01 §12, `imports`).
    ///
    /// @param alias null for one without
    /// @return what is in front of the names that the steps around it use, for {@link #useEntriesOf}
    public String enterTemplate(@Nullable String alias) {
        var outer = entriesOf;
        entriesOf = alias == null ? "" : outer + alias + ".";
        return outer;
    }

    /// Ends a template.
    ///
    /// @param prefix of the names that steps use from now on
    public void useEntriesOf(String prefix) {
        entriesOf = prefix;
    }

    /// Notes that a file names another one as a part of the workflow: base, import or template.
    ///
    /// @param by the file that names it; the last that did counts
    public void bring(String file, String by) {
        broughtBy.put(file, by);
    }

    /// @return the files by which one led to another, both included
    public List<String> way(String from, String to) {
        var way = new LinkedHashSet<String>();
        var at = to;
        while (at != null && !at.equals(from) && way.add(at)) {
            at = broughtBy.get(at);
        }
        if (!from.equals(at)) {
            return List.of(from, to);
        }
        way.add(from);
        return List.copyOf(way.reversed());
    }

    /// Notes a template whose steps run inline: they stand in its file and not in the document.
    ///
    /// @param name by which a step uses it; files that use one name for different templates may be imported
    public void addInlined(String name, Node.Mapping template) {
        var key = name;
        for (int n = 2; inlined.containsKey(key) && !isOfOneFile(inlined.get(key), template); n++) {
            key = name + "#" + n;
        }
        inlined.putIfAbsent(key, template);
    }

    private static boolean isOfOneFile(Node.Mapping one, Node.Mapping other) {
        return one.span().file().equals(other.span().file());
    }

    /// @return the templates whose steps run inline, by the names that they are used by, those decoded so far
    public SequencedMap<String, Node.Mapping> inlined() {
        return inlined;
    }

    /// Notes that a step could not be decoded: what it would leave behind is not known.
    public void missStep(Node step) {
        complete = false;
        missed.addAll(NodeWords.of(step));
    }

    /// @return whether a name may be one that a step which could not be decoded would leave behind
    public boolean maybeMissed(String name) {
        return lacksFile || missed.contains(name);
    }

    /// @return whether every step could be decoded
    public boolean isComplete() {
        return complete;
    }

    /// Notes that a part which every workflow of its mode has could not be read, or is not there.
    public void missPart() {
        complete = false;
        lacksPart = true;
    }

    /// @return whether there is no saying what the workflow as a whole comes to, since a part of it is not there
    public boolean lacksPart() {
        return lacksPart;
    }

    /// Notes that a file which the document is composed of cannot be had: what it would bring is not known.
    public void missFile() {
        lacksFile = true;
    }

    /// @return whether a file cannot be had that might bring what the document lacks
    public boolean lacksFile() {
        return lacksFile;
    }

    /// @return the ids of the steps decoded so far
    public Set<String> stepIds() {
        return stepIds.keySet();
    }

    /// Sets what finds the files of other workflows.
    public void useWorkflows(OtherWorkflows finder) {
        workflows = finder;
    }

    /// @return what finds the files of other workflows
    public OtherWorkflows workflows() {
        return workflows;
    }

    /// Declares the entries of `workflows`, which steps can name.
    public void declareEntries(Collection<SubWorkflowEntry> declared) {
        declared.forEach(entry -> entries.put(entry.name(), entry));
    }

    /// @return the names of the entries of `workflows`
    public Set<String> entryNames() {
        return entries.keySet();
    }

    /// @return the entry that a step names, which then is run by steps only; null where there is none
    public @Nullable SubWorkflowEntry callEntry(String name) {
        var ofTemplate = entriesOf + name;
        var called = entries.containsKey(ofTemplate) ? ofTemplate : name;
        calledEntries.add(called);
        return entries.get(called);
    }

    /// @return the entries of `workflows` in their order, after all steps have been decoded
    public List<SubWorkflowEntry> entries() {
        return entries.values().stream()
                .map(entry -> calledEntries.contains(entry.name()) ? entry.called() : entry)
                .toList();
    }

    /// Notes a place that runs another workflow.
    public void addCall(WorkflowCall call) {
        calls.add(call);
    }

    /// Notes what an entry of `workflows` runs.
    public void addEntryCall(String entry, WorkflowCall call) {
        entryCalls.put(entry, call);
    }

    /// @return the places that run other workflows, after all steps have been decoded
    public List<WorkflowCall> calls() {
        var all = new ArrayList<>(calls);
        entryCalls.forEach((entry, call) -> all.add(calledEntries.contains(entry) ? call.open() : call));
        return all;
    }

    /// @return the scalar as its file spells it, quotes and escapes included; its text when the file's is not known
    public String spelling(Node.Scalar scalar) {
        var span = scalar.span();
        var source = sources.get(span.file());
        return source == null
                ? scalar.text()
                : source.text()
                        .substring(
                                source.offset(span.line(), span.column()),
                                source.offset(span.endLine(), span.endColumn()));
    }

    /// A problem is placed where the value begins (spec 01 §14). Only where a value goes over several lines the place
    /// in it is of more use.
    ///
    /// @param offset of a character in the scalar's text
    /// @return where a problem with that character is told; the scalar's own place when its file is not known
    public Span inside(Node.Scalar scalar, int offset) {
        var source = sources.get(scalar.span().file());
        return source == null || isOnOneLine(scalar) ? scalar.span() : ScalarPositions.of(source, scalar, offset);
    }

    private static boolean isOnOneLine(Node.Scalar scalar) {
        return switch (scalar.style()) {
            case PLAIN, SINGLE_QUOTED, DOUBLE_QUOTED ->
                scalar.span().line() == scalar.span().endLine();
            case LITERAL, FOLDED -> false;
        };
    }
}
