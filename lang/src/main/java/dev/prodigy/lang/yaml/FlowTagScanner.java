package dev.prodigy.lang.yaml;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.ScannerException;
import org.snakeyaml.engine.v2.scanner.Scanner;
import org.snakeyaml.engine.v2.scanner.ScannerImpl;
import org.snakeyaml.engine.v2.tokens.TagToken;
import org.snakeyaml.engine.v2.tokens.TagTuple;
import org.snakeyaml.engine.v2.tokens.Token;

/// The library's scanner, which wants a blank behind every tag, made to accept a tag that ends at `,`, `]` or `}` as
/// YAML 1.2 has it: `{backoff: !none}` (spec 02 §3.3).
///
/// When the library complains it stands at the indicator and goes on from there when it is asked again. So its
/// complaint is taken for the tag's token, which is handed out where its place in the text is.
final class FlowTagScanner implements Scanner {
    private static final Pattern SHORTHAND = Pattern.compile("(!(?:[A-Za-z0-9-]*!)?)([A-Za-z0-9_.-]+)");

    private final ScannerImpl scanner;
    private final SourceText source;
    private final Queue<Token> tags = new ArrayDeque<>();
    /// The parser looks at a token a dozen times, and asking the library is dear each time.
    private @Nullable Token ahead;
    /// Whether the token behind which there are none has been handed out.
    private boolean ended;

    FlowTagScanner(ScannerImpl scanner, SourceText source) {
        this.scanner = scanner;
        this.source = source;
    }

    @Override
    public Token next() {
        var token = peekToken();
        ahead = null;
        ended = token.getTokenId() == Token.ID.StreamEnd;
        return token;
    }

    @Override
    public Token peekToken() {
        var token = ahead == null ? fetch() : ahead;
        ahead = token;
        return token;
    }

    @Override
    public boolean checkToken(Token.ID... choices) {
        if (!hasNext()) {
            return false;
        }
        var id = peekToken().getTokenId();
        for (var choice : choices) {
            if (id == choice) {
                return true;
            }
        }
        return choices.length == 0;
    }

    @Override
    public boolean checkToken(Token.ID choice) {
        return hasNext() && peekToken().getTokenId() == choice;
    }

    @Override
    public boolean hasNext() {
        return !ended;
    }

    @Override
    public void resetDocumentIndex() {
        scanner.resetDocumentIndex();
    }

    private Token fetch() {
        while (true) {
            try {
                var token = scanner.peekToken();
                var tag = tags.peek();
                boolean tagFirst = tag != null && index(tag.getStartMark()) < index(token.getStartMark());
                return tagFirst ? tags.remove() : scanner.next();
            } catch (ScannerException complaint) {
                tags.add(tag(complaint));
            }
        }
    }

    private Token tag(ScannerException complaint) {
        var start = complaint.getContextMark();
        var end = complaint.getProblemMark();
        if (!"while scanning a tag".equals(complaint.getContext()) || start.isEmpty() || end.isEmpty()) {
            throw complaint;
        }
        int to = offset(end.get());
        var written = SHORTHAND.matcher(source.text().substring(offset(start.get()), to));
        boolean ends =
                to < source.text().length() && ",]}".indexOf(source.text().charAt(to)) >= 0;
        if (!ends || !written.matches()) {
            throw complaint;
        }
        return new TagToken(new TagTuple(Optional.of(written.group(1)), written.group(2)), start, end);
    }

    private int offset(Mark mark) {
        return source.offset(mark.getLine() + 1, mark.getColumn() + 1);
    }

    private static int index(Optional<Mark> mark) {
        return mark.map(Mark::getIndex).orElse(0);
    }
}
