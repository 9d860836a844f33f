package dev.prodigy.lang.expr;

import dev.prodigy.lang.expr.modifier.ShellShape;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Lookup;
import dev.prodigy.lang.expr.scope.Nature;
import dev.prodigy.lang.expr.scope.NearNames;
import dev.prodigy.lang.expr.scope.Path;
import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.lang.expr.scope.Sources;
import dev.prodigy.lang.expr.scope.UnstoredRead;
import dev.prodigy.lang.expr.value.LineEnds;
import dev.prodigy.lang.expr.value.ListStyle;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A `${…}` whose form is ours (spec 01 §8). Whether it is ours altogether shows when its names are looked up.
public final class Placeholder {
    private final Body body;
    private final TextPlace place;

    Placeholder(Body body, TextPlace place) {
        this.body = body;
        this.place = place;
    }

    /// Parses what stands between `${` and `}`.
    ///
    /// @return the placeholder, or null when the body is of another form, such as `VERSION%.*`, `#V`, `V:0:3`,
    ///     `V:?x`: then it is none of ours, whatever its name
    /// @throws ExpressionSyntax when it is nested too deep; in {@link TextPlace#EXPRESSION} also when
    ///     a call is wrong
    public static @Nullable Placeholder parse(String body, TextPlace place) {
        var cursor = Cursor.over(body);
        return new PlaceholderParser(place, BareNames.VARIABLES).parse(cursor.within(0, body.length(), true));
    }

    static Placeholder bare(String name, TextPlace place) {
        boolean digits = Character.isDigit(name.charAt(0));
        return new Placeholder(new Body.Bare(digits ? "ARG_" + name : name), place);
    }

    /// @return the paths of workflow variables that it may look up, those of its default included
    public List<Path> variables() {
        return ReadVariables.of(body);
    }

    /// @return the placeholders in its default, or in the path of `file:`
    public List<Placeholder> inner() {
        var text = text();
        return text == null ? List.of() : text.placeholders();
    }

    /// @return the text in it that placeholders may stand in: its default, or the path of `file:`; null when it has
    /// none
    public @Nullable Template text() {
        return switch (body) {
            case Body.Looked(var _, Chain chain) -> chain.text();
            case Body.Evaluated(var _, Chain chain, var _) -> chain.text();
            case Body.FileContent(Template path) -> path;
            case Body.Ambiguous _,
                    Body.Bare _,
                    Body.Broken _,
                    Body.Uuid _,
                    Body.Date _,
                    Body.CommandOutput _,
                    Body.JsonAt _ -> null;
        };
    }

    /// @return the shell text that a `cmd:` runs, or null
    public @Nullable String command() {
        return body instanceof Body.CommandOutput(String text) ? text : null;
    }

    /// @return what is wrong with a call of one of our functions or with a glob, for the check at load; null when
    ///     nothing is. It counts only if one of its {@link #variables} is owned, or it has none: else the text is
    ///     none of ours
    public @Nullable ExpressionSyntax problem() {
        return body instanceof Body.Broken(var problem, var _) ? problem : null;
    }

    /// @return how its value will be put into shell text
    public ShellShape shape() {
        var chain = chain();
        return chain == null ? ShellShape.PLAIN : chain.shape();
    }

    /// @return whether there is something to take where there is no value
    public boolean hasDefault() {
        var chain = chain();
        return chain != null && chain.fallback() != null;
    }

    private @Nullable Chain chain() {
        return switch (body) {
            case Body.Looked(var _, Chain chain) -> chain;
            case Body.Evaluated(var _, Chain chain, var _) -> chain;
            case Body.Ambiguous(var _, Body.Looked declared) -> declared.chain();
            case Body.Bare _,
                    Body.Broken _,
                    Body.Uuid _,
                    Body.Date _,
                    Body.FileContent _,
                    Body.CommandOutput _,
                    Body.JsonAt _ -> null;
        };
    }

    /// What kind of value it will have, as far as its form and its names tell.
    ///
    /// @param natures of the names it reads; null for those that are none of ours
    /// @return null when it is none of ours
    public @Nullable Nature nature(Function<Path, @Nullable Nature> natures) {
        return nature(body, natures);
    }

    private static @Nullable Nature nature(Body body, Function<Path, @Nullable Nature> natures) {
        return switch (body) {
            case Body.Looked(Path path, var _) -> natures.apply(path);
            case Body.Bare(String name) -> natures.apply(Path.of(name));
            case Body.Evaluated(var _, var _, var read) -> together(read, natures);
            case Body.Broken(var _, var mentioned) -> together(mentioned, natures);
            case Body.Uuid _, Body.Date _ -> Nature.TEXT;
            case Body.FileContent _, Body.CommandOutput _ -> Nature.DATA;
            case Body.JsonAt(var _, Path variable) -> natures.apply(variable) == null ? null : Nature.DATA;
            case Body.Ambiguous(Body source, Body.Looked declared) -> {
                var own = natures.apply(declared.path());
                yield own == null ? nature(source, natures) : own;
            }
        };
    }

    private static @Nullable Nature together(List<Path> read, Function<Path, @Nullable Nature> natures) {
        Nature all = read.isEmpty() ? Nature.TEXT : null;
        for (var path : read) {
            var one = natures.apply(path);
            if (one != null) {
                all = all == null ? one : all.and(one);
            }
        }
        return all;
    }

    /// Looks its value up. One text should be resolved with one {@link Sources#atOneInstant}.
    ///
    /// @return the value, or why there is none
    public Resolution resolve(Scope scope, Sources sources) {
        return resolve(new Evaluation(scope, sources));
    }

    Resolution resolve(Evaluation evaluation) {
        var resolution = resolve(body, evaluation);
        return place.joinsWords()
                        && resolution instanceof Resolution.Filled filled
                        && filled.shape() == ShellShape.WORDS
                ? Resolution.Filled.text(filled.text(), filled.nature())
                : resolution;
    }

    private Resolution resolve(Body form, Evaluation evaluation) {
        return switch (form) {
            case Body.Looked(Path path, Chain chain) -> looked(path, chain, evaluation);
            case Body.Bare(String name) -> bare(name, evaluation);
            case Body.Evaluated evaluated -> evaluated(evaluated, evaluation);
            case Body.Broken(var problem, var mentioned) ->
                mentioned.isEmpty() || isAnyOwned(mentioned, evaluation)
                        ? new Resolution.Failed(String.valueOf(problem.getMessage()))
                        : new Resolution.Foreign();
            case Body.Uuid _ -> Resolution.Filled.text(evaluation.sources().uuid(), Nature.TEXT);
            case Body.Date(String format) ->
                Resolution.Filled.text(
                        Strftime.format(format, evaluation.sources().now()), Nature.TEXT);
            case Body.FileContent(Template path) ->
                switch (path.render(evaluation)) {
                    case Resolution.Filled filled ->
                        read("file:" + filled.text(), evaluation.sources().file(filled.text()));
                    case Resolution.Undefined undefined -> undefined;
                    case Resolution.Failed failed -> failed;
                };
            case Body.CommandOutput(String text) ->
                read("cmd:" + text, evaluation.sources().command(text));
            case Body.JsonAt(Path path, Path variable) -> jsonAt(path, variable, evaluation);
            case Body.Ambiguous(Body source, Body.Looked declared) ->
                resolve(declared.path().isOwnedIn(evaluation.scope()) ? declared : source, evaluation);
        };
    }

    private Resolution looked(Path path, Chain chain, Evaluation evaluation) {
        return switch (path.in(evaluation.scope())) {
            case Lookup.Found(var value, var nature, var style) -> chain.apply(value, nature, style, evaluation);
            case Lookup.Missing(var reason, var near) ->
                chain.orElse(missing(new Resolution.Undefined(path.toString(), reason, near)), evaluation);
            case Lookup.Group(var members) ->
                place == TextPlace.EXPRESSION
                        ? chain.apply(UnstoredRead.checked(members.whole()), Nature.DATA, ListStyle.JSON, evaluation)
                        : notOwned(path, chain, evaluation);
            case Lookup.NotOwned _ -> notOwned(path, chain, evaluation);
        };
    }

    private Resolution notOwned(Path path, Chain chain, Evaluation evaluation) {
        if (place != TextPlace.EXPRESSION && !place.readsEnvironment()) {
            return new Resolution.Foreign();
        }
        String value = path.isPlain() ? evaluation.scope().environment(path.first()) : null;
        if (value != null) {
            return chain.apply(new Value.Text(value), ofEnvironment(), ListStyle.JSON, evaluation);
        }
        var near =
                path.isPlain() ? NearNames.of(path.first(), evaluation.scope().names()) : List.<String>of();
        String reason = "it is not declared, and not in the process environment";
        return chain.orElse(missing(new Resolution.Undefined(path.toString(), reason, near)), evaluation);
    }

    /// A declared plain name only: `$NAME` is common in texts that mean something else by it.
    private Resolution bare(String name, Evaluation evaluation) {
        return switch (evaluation.scope().find(name)) {
            case Binding.Present present ->
                Chain.NONE.apply(UnstoredRead.checked(present.value()), present.nature(), present.style(), evaluation);
            case Binding.Missing(var reason) -> new Resolution.Undefined(name, reason, List.of());
            case Binding.Namespace _, Binding.NotOwned _ -> {
                String value = place.readsEnvironment() ? evaluation.scope().environment(name) : null;
                yield value == null ? new Resolution.Foreign() : Resolution.Filled.text(value, ofEnvironment());
            }
        };
    }

    /// In a path its author names a place of the machine by it, as with `~` (spec 01 §3, `working_dir`).
    private Nature ofEnvironment() {
        return place == TextPlace.PATH ? Nature.TEXT : Nature.DATA;
    }

    private Resolution evaluated(Body.Evaluated form, Evaluation evaluation) {
        if (!form.variables().stream().allMatch(path -> isKnown(path, evaluation.scope()))) {
            return new Resolution.Foreign();
        }
        var filled = evaluation.filled(form.node());
        return form.chain().apply(filled.value(), filled.nature(), filled.style(), evaluation);
    }

    private Resolution jsonAt(Path path, Path variable, Evaluation evaluation) {
        return switch (variable.whetherIn(evaluation.scope())) {
            case Lookup.Found(var value, var _, var _) -> {
                var document = value instanceof Value.Text(String text) ? Json.tryParse(text) : value;
                var found = document == null ? null : path.in(document);
                UnstoredRead.checked(found == null ? value : found);
                String reason = document == null
                        ? "`" + variable + "` is not JSON"
                        : "`" + variable + "` has no `" + path + "`";
                yield found == null
                        ? missing(new Resolution.Undefined("json:" + path + ":from:" + variable, reason, List.of()))
                        : Resolution.Filled.of(found, Nature.DATA);
            }
            case Lookup.Missing(var reason, var near) ->
                missing(new Resolution.Undefined(variable.toString(), reason, near));
            case Lookup.Group _, Lookup.NotOwned _ -> new Resolution.Foreign();
        };
    }

    /// Where names come from the process environment too, one that is there is as good as owned.
    private boolean isKnown(Path path, Scope scope) {
        return place == TextPlace.EXPRESSION
                || path.isOwnedIn(scope)
                || (place.readsEnvironment() && path.isPlain() && scope.environment(path.first()) != null);
    }

    /// In an expression what is missing is null; elsewhere it fails the step.
    private Resolution missing(Resolution.Undefined undefined) {
        return place == TextPlace.EXPRESSION ? Resolution.Filled.of(Value.Null.NULL, Nature.TEXT) : undefined;
    }

    private static Resolution read(String name, Sources.Reading reading) {
        return switch (reading) {
            case Sources.Reading.Content(String text) -> Resolution.Filled.text(LineEnds.stripped(text), Nature.DATA);
            case Sources.Reading.Unavailable(String reason, var _) -> new Resolution.Undefined(name, reason, List.of());
        };
    }

    private static boolean isAnyOwned(List<Path> paths, Evaluation evaluation) {
        return paths.stream().anyMatch(path -> path.isOwnedIn(evaluation.scope()));
    }
}
