package dev.prodigy.lang.shell;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The open constructs, innermost last. A list and not the call stack, so that no nesting overflows it.
final class Contexts {
    private final List<Context> open = new ArrayList<>();
    /// Where in `open` the bodies of here-documents are.
    private final List<Integer> bodies = new ArrayList<>();

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
        if (context instanceof Body) {
            bodies.add(open.size());
        }
        open.add(context);
    }

    /// Leaves only the outermost ones.
    void shrink(int size) {
        open.subList(size, open.size()).clear();
        while (!bodies.isEmpty() && bodies.getLast() >= size) {
            bodies.removeLast();
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

    /// @return the index of the innermost arithmetic that may turn out to be none, from that index inwards; or -1
    int tentative(int from) {
        for (int i = open.size() - 1; i >= from; i--) {
            if (open.get(i) instanceof Arithmetic arithmetic && arithmetic.fallback() != null) {
                return i;
            }
        }
        return -1;
    }

    /// @return the index of the commands that this level's backquote ends
    int backquoted(int level) {
        int index = open.size() - 1;
        while (index > 0 && !(open.get(index) instanceof Commands commands && commands.endsWith(level))) {
            index--;
        }
        return index;
    }

    /// @return the innermost reader of words, whose line end the here-documents of a closed context await
    @Nullable
    HeredocScope scope() {
        for (int i = open.size() - 1; i >= 0; i--) {
            if (open.get(i) instanceof WordReader reader) {
                return reader.scope;
            }
        }
        return null;
    }
}
