package dev.prodigy.lang.yaml;

import dev.prodigy.model.source.Span;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.scanner.Scanner;
import org.snakeyaml.engine.v2.tokens.TagToken;
import org.snakeyaml.engine.v2.tokens.Token;

/// The library's token stream, watched on its way to the parser for what its events no longer tell, which tags are
/// written out, and for how many aliases there are and how deep the nesting goes before anything recurses into it.
final class WatchedScanner implements Scanner {
    private final Scanner scanner;
    private final String file;
    private final DocumentLimits limits;
    private final List<Span> globalTags = new ArrayList<>();
    private int aliasCount;
    private int depth;
    private @Nullable Token last;

    WatchedScanner(Scanner scanner, String file, DocumentLimits limits) {
        this.scanner = scanner;
        this.file = file;
        this.limits = limits;
    }

    /// @return where `!!name`, `!<name>` and the bare `!` are written
    List<Span> globalTags() {
        return globalTags;
    }

    /// @return where the latest token stands
    Span last() {
        return last == null ? Span.startOf(file) : Marks.span(file, last.getStartMark(), last.getEndMark());
    }

    @Override
    public Token next() {
        var token = scanner.next();
        last = token;
        switch (token.getTokenId()) {
            case BlockMappingStart, BlockSequenceStart, FlowMappingStart, FlowSequenceStart -> enter();
            case BlockEnd, FlowMappingEnd, FlowSequenceEnd -> depth--;
            case Alias -> alias();
            case Tag -> tag((TagToken) token);
            case Anchor,
                    BlockEntry,
                    Comment,
                    Directive,
                    DocumentEnd,
                    DocumentStart,
                    FlowEntry,
                    Key,
                    Scalar,
                    StreamEnd,
                    StreamStart,
                    Value -> {}
        }
        return token;
    }

    private void enter() {
        depth++;
        if (depth > limits.levels()) {
            throw new TooLarge("more than " + limits.levels() + " levels of lists and maps", last());
        }
    }

    private void alias() {
        aliasCount++;
        if (aliasCount > limits.aliases()) {
            throw new TooLarge("more than " + limits.aliases() + " aliases", last());
        }
    }

    private void tag(TagToken token) {
        var name = token.getValue();
        boolean local = name.getHandle().filter("!"::equals).isPresent()
                && !name.getSuffix().isEmpty();
        if (!local) {
            globalTags.add(last());
        }
    }

    @Override
    public boolean checkToken(Token.ID... choices) {
        return scanner.checkToken(choices);
    }

    @Override
    public boolean checkToken(Token.ID choice) {
        return scanner.checkToken(choice);
    }

    @Override
    public Token peekToken() {
        return scanner.peekToken();
    }

    @Override
    public boolean hasNext() {
        return scanner.hasNext();
    }

    @Override
    public void resetDocumentIndex() {
        scanner.resetDocumentIndex();
    }
}
