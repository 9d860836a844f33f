package dev.prodigy.lang.shell.grammar;

import dev.prodigy.lang.shell.command.Heredoc;
import java.util.ArrayDeque;
import java.util.Deque;

/// The here-documents whose bodies follow the next line end of a stretch of commands.
final class HeredocScope {
    private final Deque<Heredoc> pending = new ArrayDeque<>();

    void add(Heredoc heredoc) {
        pending.add(heredoc);
    }

    int size() {
        return pending.size();
    }

    /// Forgets the latest ones.
    void shrink(int size) {
        while (pending.size() > size) {
            pending.removeLast();
        }
    }

    /// Begins the body of the next here-document, if one is due: a line end was just read, or another body has ended.
    void begin(ShellScanner scanner) {
        Heredoc next = pending.poll();
        if (next != null) {
            next.begin(scanner.input.offset());
            scanner.push(next.isQuoted() ? new LiteralHeredocBody(scanner, next, this) : new HeredocBody(next, this));
        }
    }

    /// Leaves what is still due to the scope around this one.
    void moveTo(HeredocScope outer) {
        outer.pending.addAll(pending);
        pending.clear();
    }
}
