package dev.prodigy.lang.decode;

import dev.prodigy.lang.yaml.Node;
import dev.prodigy.lang.yaml.ScalarPositions;
import dev.prodigy.lang.yaml.SourceText;
import dev.prodigy.model.source.Span;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What is known while one workflow is decoded: the problems so far, and what is declared once and used everywhere.
public final class Decoding {
    private final Problems problems;
    private final Map<String, SourceText> sources = new HashMap<>();
    private final Map<String, Span> stepIds = new HashMap<>();
    private final Set<String> agents = new LinkedHashSet<>();
    private final Set<String> calledWorkflows = new LinkedHashSet<>();
    private final Deque<String> openTemplates = new ArrayDeque<>();
    private Templates templates = (_, _, _) -> null;
    private StepRetry retryDefaults = StepRetry.NONE;

    /// @param problems receives what is found
    public Decoding(Problems problems) {
        this.problems = problems;
        agents.add("claude");
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

    /// Sets what every step's own words on retries are merged over (spec 02 §3.1).
    public void retryDefaults(StepRetry defaults) {
        retryDefaults = defaults;
    }

    /// @return the workflow's `retry_defaults`
    public StepRetry retryDefaults() {
        return retryDefaults;
    }

    /// @return where the id was given before, or null when it is new or stands in a template, which may run twice
    public @Nullable Span claimStepId(String id, Span span) {
        var first = stepIds.putIfAbsent(id, span);
        return openTemplates.isEmpty() ? first : null;
    }

    /// Sets what finds the templates whose steps run inline.
    public void useTemplates(Templates finder) {
        templates = finder;
    }

    /// @return what finds the templates whose steps run inline
    public Templates templates() {
        return templates;
    }

    /// @return the templates being decoded, the innermost last
    public Deque<String> openTemplates() {
        return openTemplates;
    }

    /// @return the ids of the steps decoded so far
    public Set<String> stepIds() {
        return stepIds.keySet();
    }

    /// Notes that a step runs the workflow of this path or name.
    public void addCalledWorkflow(String target) {
        calledWorkflows.add(target);
    }

    /// @return the workflows that the steps decoded so far run
    public Set<String> calledWorkflows() {
        return calledWorkflows;
    }

    /// @param offset of a character in the scalar's text
    /// @return where that character stands in its file; the scalar's own place when the file's text is not known
    public Span inside(Node.Scalar scalar, int offset) {
        var source = sources.get(scalar.span().file());
        return source == null ? scalar.span() : ScalarPositions.of(source, scalar, offset);
    }
}
