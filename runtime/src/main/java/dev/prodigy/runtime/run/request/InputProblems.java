package dev.prodigy.runtime.run.request;

import dev.prodigy.engine.redact.Redactor;
import dev.prodigy.lang.expr.Resolution;
import dev.prodigy.lang.expr.Template;
import dev.prodigy.lang.expr.TextPlace;
import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.lang.expr.scope.Sources;
import dev.prodigy.model.parameter.Parameter;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.source.Span;
import dev.prodigy.model.text.Text;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What is missing or wrong of the values that come into a run, collected while they are read: everything is told at
/// once.
public final class InputProblems {
    private final List<InputProblem> all = new ArrayList<>();
    private final List<Unset> unset = new ArrayList<>();
    private final boolean again;

    /// Of a run that begins.
    public InputProblems() {
        this(false);
    }

    /// @param again whether the run goes on, and keeps the parameters that it began with
    public InputProblems(boolean again) {
        this.again = again;
    }

    /// A secret that needs the value of a variable, which is not set.
    ///
    /// @param message that tells it
    public record Unset(String variable, String message, Span span) {}

    /// Something is wrong.
    public void add(InputProblem problem) {
        all.add(problem);
    }

    /// Something is wrong at a place in a file.
    public void add(ProblemCode code, String message, Span span) {
        add(new InputProblem(code, message, span, null));
    }

    /// A required parameter was not given.
    ///
    /// @param called whether another workflow calls the one that needs it
    public void missing(Parameter parameter, boolean called) {
        var way = again
                ? ", and a resume takes no new ones: give it a default in the file"
                : called ? ": `with` of the call gives it no value" : ": --param " + parameter.name() + "=…";
        add(ProblemCode.MISSING_PARAMETER, "parameter `" + parameter.name() + "` is required" + way, parameter.span());
    }

    /// A secret has no value.
    ///
    /// @param reason where it was looked for
    /// @param variable that it would be the value of, or null
    public void lacking(String secret, String reason, Span span, @Nullable String variable) {
        var problem = new InputProblem(
                ProblemCode.INVALID_VALUE, "secret `" + secret + "` has no value (" + reason + ")", span, null);
        add(problem);
        if (variable != null) {
            unset.add(new Unset(variable, problem.message(), span));
        }
    }

    /// Takes away the secrets from all that was said so far.
    public void mask(Redactor redactor) {
        all.replaceAll(each -> each.mapping(redactor::redact));
    }

    /// @return everything that was told
    public List<InputProblem> all() {
        return all;
    }

    /// @return those that only a variable of the operator's environment is missing for
    public List<Unset> unset() {
        return unset;
    }

    /// @return the variables that are not set
    public Set<String> variables() {
        var names = new LinkedHashSet<String>();
        unset.forEach(each -> names.add(each.variable()));
        return names;
    }

    /// @return whether nothing was told
    public boolean isEmpty() {
        return all.isEmpty();
    }

    /// @param what whose path or key it is, for messages
    /// @return the text with its placeholders filled; null where one has no value, which is told
    @Nullable
    public String filled(String what, Text text, Scope names) {
        return switch (Template.parse(text.source(), TextPlace.PATH).render(names, Sources.none())) {
            case Resolution.Filled filled -> filled.text();
            case Resolution.Undefined undefined -> {
                add(ProblemCode.UNDEFINED_REFERENCE, what + ": " + undefined.message(), text.span());
                yield null;
            }
            case Resolution.Failed failed -> {
                add(ProblemCode.INVALID_VALUE, what + ": " + failed.message(), text.span());
                yield null;
            }
        };
    }
}
