package dev.prodigy.lang.shell;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Puts the fills of placeholders into the input. Each placeholder is asked for once, however often it is read.
final class Fills {
    private final Input input;
    private final Resolver resolver;
    private final Patience patience;
    private final Map<Integer, Fill> known = new HashMap<>();

    Fills(Input input, Resolver resolver, Patience patience) {
        this.input = input;
        this.resolver = resolver;
        this.patience = patience;
    }

    /// Replaces the placeholder at the cursor by its fill.
    ///
    /// @return false when there is none, or it is the shell's
    /// @throws Refusal when it has no value
    boolean fill() {
        int end = input.candidate();
        if (end <= 0) {
            return false;
        }
        int start = input.offset();
        Fill fill = known.get(start);
        if (fill == null) {
            patience.spend(end - start);
            fill = resolver.fill(input.body(end));
            known.put(start, fill);
        }
        if (fill instanceof Fill.Foreign) {
            return false;
        }
        input.skipTo(end);
        insert(fill, start, end);
        return true;
    }

    /// Does the same for a placeholder that directly follows a fill which ends with a backslash or dollar, so that
    /// this last character is read together with what it really stands before.
    void fillAhead() {
        if (input.beforeCandidate() && (input.peek(0) == '\\' || input.peek(0) == '$')) {
            input.beyond(this::fill);
        }
    }

    private void insert(Fill fill, int start, int end) {
        switch (fill) {
            case Fill.Foreign() -> {}
            case Fill.Text(var text) -> insert(text, start);
            case Fill.Raw(var text) -> insert(text, start);
            case Fill.Data(var value) -> input.insert(new Blank(List.of(value), false, start, end));
            case Fill.Words(var values) -> input.insert(new Blank(values, true, start, end));
            case Fill.Parts(var parts) -> parts.reversed().forEach(part -> insert(part, start, end));
            case Fill.Failed(var code, var message) -> throw new Refusal(code, message, start);
        }
    }

    private void insert(String text, int start) {
        if (text.indexOf('\0') >= 0) {
            throw new Refusal(ShellCode.VALUE_HAS_NUL, "a NUL character cannot stand in a shell text", start);
        }
        patience.grow(text.length());
        input.insert(text);
    }
}
