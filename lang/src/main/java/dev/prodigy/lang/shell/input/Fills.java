package dev.prodigy.lang.shell.input;

import dev.prodigy.lang.shell.request.Fill;
import dev.prodigy.lang.shell.request.Refusal;
import dev.prodigy.lang.shell.request.Resolver;
import dev.prodigy.lang.shell.request.ShellCode;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/// Puts the fills of placeholders into the input. Each placeholder is asked for once, however often it is read.
public final class Fills {
    private final Input input;
    private final Resolver resolver;
    private final WorkBound patience;
    private final Map<Integer, Fill> known = new HashMap<>();
    private final IdentityHashMap<Fill.Fallback, Written> fallbacks = new IdentityHashMap<>();
    private int nextBase;

    /// @param resolver gives the placeholders their fills
    /// @param patience pays for what they bring in
    /// @param length of the author's text, in characters
    public Fills(Input input, Resolver resolver, WorkBound patience, int length) {
        this.input = input;
        this.resolver = resolver;
        this.patience = patience;
        this.nextBase = length + 1;
    }

    /// Replaces the placeholder at the cursor by its fill.
    ///
    /// @return false when there is none, or it is the shell's
    /// @throws Refusal when it has no value
    public boolean fill() {
        Written written = input.written();
        int index = input.index();
        int end = written == null ? 0 : written.candidate(index);
        if (written == null || end <= 0) {
            return false;
        }
        int length = end - index;
        Fill fill = known.get(written.base() + index);
        if (fill == null) {
            patience.spend(length);
            fill = resolver.fill(written.text().substring(index + 2, end - 1));
            known.put(written.base() + index, fill);
            patience.grow(length(fill));
        }
        if (fill instanceof Fill.Foreign) {
            return false;
        }
        input.skipTo(end);
        int start = written.offset(index);
        insert(fill, written.text().substring(index, end), start, written.offset(end));
        return true;
    }

    /// Does the same for a placeholder that directly follows a fill which ends with a backslash or dollar, so that
    /// this last character is read together with what it really stands before.
    public void fillAhead() {
        if (input.beforeCandidate() && (input.peek(0) == '\\' || input.peek(0) == '$')) {
            input.beyond(this::fill);
        }
    }

    /// @param source the placeholder as it is written
    private void insert(Fill fill, String source, int start, int end) {
        switch (fill) {
            case Fill.Foreign() -> {}
            case Fill.Text(var text) -> insert(text, source, start);
            case Fill.Raw(var text) -> insert(text, source, start);
            case Fill.Fallback fallback -> input.insert(written(fallback, source, start));
            case Fill.Data(var value) -> insert(new Blank(List.of(value), false, start, end), source);
            case Fill.Words(var values) -> insert(new Blank(values, true, start, end), source);
            case Fill.Parts(var parts) -> parts.reversed().forEach(part -> insert(part, source, start, end));
            case Fill.Failed(var code, var message) -> throw new Refusal(code, message, start);
        }
    }

    private void insert(String text, String source, int start) {
        refuseNul(text, source, start);
        input.insert(text);
    }

    private void insert(Blank blank, String source) {
        blank.values().forEach(value -> refuseNul(value, source, blank.start()));
        input.insert(blank);
    }

    /// The shell text that a fill brings in. It counts once, or reading it again would pay for itself.
    private static int length(Fill fill) {
        return switch (fill) {
            case Fill.Text(var text) -> text.length();
            case Fill.Raw(var text) -> text.length();
            case Fill.Parts(var parts) -> parts.stream().mapToInt(Fills::length).sum();
            case Fill.Foreign _, Fill.Fallback _, Fill.Data _, Fill.Words _, Fill.Failed _ -> 0;
        };
    }

    /// The same default is the same text however often it is read, so that its placeholders are asked for once too.
    private Written written(Fill.Fallback fallback, String source, int start) {
        Written written = fallbacks.get(fallback);
        if (written == null) {
            refuseNul(fallback.text(), source, start);
            patience.spend(fallback.text().length());
            written = Written.fallback(fallback.text(), nextBase, start);
            nextBase += fallback.text().length() + 1;
            fallbacks.put(fallback, written);
        }
        return written;
    }

    private static void refuseNul(String text, String source, int start) {
        if (text.indexOf('\0') >= 0) {
            throw new Refusal(
                    ShellCode.VALUE_HAS_NUL,
                    "the value of `" + source + "` has a NUL character, which cannot be passed to a shell",
                    start);
        }
    }
}
