package dev.prodigy.lang.decode;

import dev.prodigy.lang.yaml.Node;
import dev.prodigy.lang.yaml.NodePath;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.source.Span;
import java.util.Collection;

/// A place in the document being decoded: problems are reported here.
///
/// @param path the place as the user wrote it, for problems
/// @param step the same as steps are named in events and logs, where every spelling of a list is one (spec 05 §1,
///     STEP)
/// @param unknown what an unknown key is from here on inwards
public record Place(Decoding decoding, NodePath path, NodePath step, Unknown unknown) {

    /// @return the root of a document
    public static Place root(Decoding decoding) {
        return new Place(decoding, NodePath.ROOT, NodePath.ROOT, Unknown.WARNING);
    }

    /// @return a place whose problems nobody sees, for values that have been read without errors before
    public static Place silent() {
        return root(new Decoding(new Problems()));
    }

    /// @return this place, whose problems nobody sees, for what is read and reported on elsewhere too
    public Place quiet() {
        var quiet = new Decoding(new Problems());
        quiet.useVariables(decoding.variables());
        quiet.leave(decoding.settings());
        return new Place(quiet, path, step, unknown);
    }

    /// @return this place, where unknown keys are at least that
    public Place unknown(Unknown least) {
        return new Place(decoding, path, step, unknown.atLeast(least));
    }

    /// @return the same kind of place, where other text of the document begins
    public Place elsewhere(NodePath there) {
        return new Place(decoding, there, NodePath.ROOT, unknown);
    }

    /// @return the value of a key; steps below it keep their names
    public Place key(String key) {
        return new Place(decoding, path.key(key), step, unknown);
    }

    /// @return an element of a list; steps below it keep their names
    public Place index(int index) {
        return new Place(decoding, path.index(index), step, unknown);
    }

    /// @return this place, where the steps are those of the list with this name
    public Place steps(String list) {
        return new Place(decoding, path, step.key(list), unknown);
    }

    /// @return this place, where the step is the one with this index in its list
    public Place step(int index) {
        return new Place(decoding, path, step.index(index), unknown);
    }

    /// Reports a problem.
    public void report(Problem problem) {
        decoding.problems().add(problem);
    }

    /// Reports an error.
    public void error(ProblemCode code, Span span, String message) {
        report(Problem.error(code, message, span, path.toString()));
    }

    /// Reports an error with words on what to write instead.
    public void error(ProblemCode code, Span span, String message, String hint) {
        report(Problem.error(code, message, span, path.toString()).hinting(hint));
    }

    /// Reports a warning.
    public void warning(ProblemCode code, Span span, String message) {
        report(Problem.warning(code, message, span, path.toString()));
    }

    /// Reports a warning with words on what to write instead.
    public void warning(ProblemCode code, Span span, String message, String hint) {
        report(Problem.warning(code, message, span, path.toString()).hinting(hint));
    }

    /// Reports that something else stands where a shape was expected.
    public void mismatch(Node node, String expected) {
        var message = "expected " + expected + ", found " + found(node);
        if (isTilde(node)) {
            error(
                    ProblemCode.INVALID_VALUE,
                    node.span(),
                    message,
                    "YAML's ~ is nothing; write \"~\" for the character.");
        } else {
            error(ProblemCode.INVALID_VALUE, node.span(), message);
        }
    }

    private static boolean isTilde(Node node) {
        return node instanceof Node.Scalar scalar
                && scalar.isNull()
                && scalar.text().equals("~");
    }

    /// Reports a word that is none of the valid ones, with the nearest of them.
    public void unknownWord(Node.Scalar scalar, String what, Collection<String> valid) {
        var message = "\"" + scalar.text() + "\" is no " + what + "; it is one of " + String.join(", ", valid);
        report(Problem.error(ProblemCode.INVALID_VALUE, message, scalar.span(), path.toString())
                .suggesting(Nearest.to(scalar.text(), valid)));
    }

    /// Warns of a word that has a meaning here, and is near to one that has another.
    ///
    /// @param meaning what becomes of it as it is written
    public void nearMiss(Node.Scalar scalar, String meaning, Collection<String> valid) {
        var near = Nearest.to(scalar.text(), valid);
        if (near != null) {
            var message = "\"" + scalar.text() + "\" " + meaning;
            report(Problem.warning(ProblemCode.INVALID_VALUE, message, scalar.span(), path.toString())
                    .suggesting(near));
        }
    }

    /// Reports a key that is none of the valid ones, with the nearest of them.
    public void unknownKey(Node.Entry entry, Collection<String> valid) {
        var at = key(entry.key());
        at.report(Problem.error(
                        ProblemCode.UNKNOWN_KEY,
                        "unknown key \"" + entry.key() + "\"",
                        entry.keySpan(),
                        at.path().toString())
                .suggesting(Nearest.to(entry.key(), valid)));
    }

    /// Reports a local tag where tags mean nothing.
    public void refuseTag(Node node) {
        if (node.tag() != null) {
            error(ProblemCode.INVALID_VALUE, node.span(), "the tag \"!" + node.tag() + "\" means nothing here");
        }
    }

    private static String found(Node node) {
        return node instanceof Node.Scalar scalar && !scalar.isNull()
                ? "\"" + shortened(scalar.text()) + "\""
                : node.describe();
    }

    private static String shortened(String text) {
        var line = text.lines().findFirst().orElse("");
        return line.length() > 60 ? line.substring(0, 60) + "…" : line;
    }
}
