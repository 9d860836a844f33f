package dev.prodigy.lang.shell.grammar;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The open constructs, innermost last. A list and not the call stack, so that no nesting overflows it.
final class Contexts {
    private final List<Context> open = new ArrayList<>();
    /// Where in `open` the bodies of here-documents are, the readers of words, and what may turn out not to be
    /// arithmetic.
    private final List<Integer> bodies = new ArrayList<>();

    private final List<Integer> readers = new ArrayList<>();
    private final List<Integer> tentatives = new ArrayList<>();

    Context top() {
        return open.getLast();
    }

    int size() {
        return open.size();
    }

    Context get(int index) {
        return open.get(index);
    }

    void push(Context context) {
        switch (context) {
            case Body body -> bodies.add(open.size());
            case WordReader reader -> readers.add(open.size());
            case ArithmeticText arithmetic when arithmetic.fallback() != null -> tentatives.add(open.size());
            case ArithmeticText arithmetic -> {}
            case AnsiQuotes quotes -> {}
            case Comment comment -> {}
            case DoubleQuotes quotes -> {}
            case Expansion expansion -> {}
            case PatternGroup group -> {}
            case SingleQuotes quotes -> {}
        }
        open.add(context);
    }

    /// Leaves only the outermost ones.
    void shrink(int size) {
        open.subList(size, open.size()).clear();
        shrink(bodies, size);
        shrink(readers, size);
        shrink(tentatives, size);
    }

    private static void shrink(List<Integer> indexes, int size) {
        while (!indexes.isEmpty() && indexes.getLast() >= size) {
            indexes.removeLast();
        }
    }

    /// @return the index of the innermost here-document body, or -1
    int body() {
        return bodies.isEmpty() ? -1 : bodies.getLast();
    }

    /// @return what watches for the end of the innermost here-document, or null outside of any
    @Nullable
    DelimiterLine line() {
        return body() >= 0 && open.get(body()) instanceof Body body ? body.line() : null;
    }

    /// @return the innermost arithmetic that may turn out to be none, if it is at that index or further in
    @Nullable
    ArithmeticText tentative(int from) {
        boolean inside = !tentatives.isEmpty() && tentatives.getLast() >= from;
        return inside && open.get(tentatives.getLast()) instanceof ArithmeticText arithmetic ? arithmetic : null;
    }

    /// @return the index of the commands that this level's backquote ends
    int backquoted(int level) {
        int index = open.size() - 1;
        while (index > 0 && !(open.get(index) instanceof Commands commands && commands.endsWith(level))) {
            index--;
        }
        return index;
    }

    /// @return how many here-documents await the next line end
    int heredocs() {
        HeredocScope scope = scope();
        return scope == null ? 0 : scope.size();
    }

    /// Forgets the latest of them.
    void shrinkHeredocs(int size) {
        HeredocScope scope = scope();
        if (scope != null) {
            scope.shrink(size);
        }
    }

    /// @return the here-documents that the next line end of the innermost commands begins, or null outside of any
    @Nullable
    HeredocScope scope() {
        return !readers.isEmpty() && open.get(readers.getLast()) instanceof WordReader reader ? reader.scope : null;
    }
}
