package dev.prodigy.lang.yaml;

import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.source.Span;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.ScannerImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/// YAML text to a {@link Document}: YAML 1.2 core, one document, UTF-8, JSON included (spec 01 §1).
///
/// Never throws for any input; whatever is wrong is in {@link Document#problems}.
public final class Yaml {
    private Yaml() {}

    /// Reads the bytes of a file.
    ///
    /// @param file the name shown in messages
    public static Document read(String file, byte[] bytes) {
        if (bytes.length > DocumentLimits.WORKFLOW.bytes()) {
            var message = "the file is longer than " + DocumentLimits.WORKFLOW.bytes() + " bytes";
            return unreadable(new SourceText(file, ""), ProblemCode.TOO_LARGE, message, Span.startOf(file));
        }
        var input = ByteBuffer.wrap(bytes);
        var text = CharBuffer.allocate(bytes.length);
        var failure = StandardCharsets.UTF_8.newDecoder().decode(input, text, true);
        var read = text.flip().toString();
        if (failure.isError()) {
            var source = new SourceText(file, read);
            int end = read.length();
            var message = "the file is not UTF-8: the byte 0x%02X cannot stand here".formatted(bytes[input.position()]);
            return unreadable(source, ProblemCode.UNREADABLE, message, source.span(end, end));
        }
        return read(file, read);
    }

    /// Reads text; a byte order mark at its beginning is dropped.
    ///
    /// @param file the name shown in messages
    public static Document read(String file, String text) {
        return read(
                new SourceText(file, text.startsWith("\uFEFF") ? text.substring(1) : text), DocumentLimits.WORKFLOW);
    }

    static Document read(SourceText source, DocumentLimits limits) {
        if (source.text().length() > limits.bytes()) {
            var message = "the text is longer than " + limits.bytes() + " bytes";
            return unreadable(source, ProblemCode.TOO_LARGE, message, Span.startOf(source.file()));
        }
        var settings = LoadSettings.builder()
                .setCodePointLimit(Integer.MAX_VALUE)
                .setBufferSize(Buffer.size(source.text()))
                .build();
        var problems = new ArrayList<Problem>();
        var scanner = new ScannerImpl(settings, new StreamReader(settings, source.text()));
        var tokens = new WatchedScanner(new FlowTagScanner(scanner, source), source.file(), limits);
        var strange = new ArrayList<Span>();
        Node root = null;
        try {
            var documents = new DocumentEvents(new ParserImpl(settings, tokens));
            root = tree(documents, source, limits, problems, strange);
        } catch (TooLarge e) {
            problems.add(problem(ProblemCode.TOO_LARGE, String.valueOf(e.getMessage()), e.span()));
        } catch (MarkedYamlEngineException e) {
            problems.add(syntax(source, e));
        } catch (ReaderException e) {
            int at = source.text().offsetByCodePoints(0, Math.min(e.getPosition(), codePoints(source)));
            var message = "the character U+%04X cannot stand in YAML".formatted(e.getCodePoint());
            problems.add(problem(ProblemCode.UNREADABLE, message, source.span(at, at)));
        } catch (YamlEngineException | IllegalArgumentException | IndexOutOfBoundsException e) {
            // The library lets a few of its own mistakes through, such as "\UFFFFFFFF"; they lie behind the last token.
            problems.add(
                    problem(ProblemCode.UNREADABLE, "not YAML behind this place: " + e.getMessage(), tokens.last()));
        }
        for (var tag : tokens.globalTags()) {
            problems.add(problem(ProblemCode.INVALID_VALUE, "tags of the form \"!!name\" are not allowed", tag)
                    .hinting("Leave the tag out; quote the value to make it a text."));
        }
        return new Document(source, root, problems, strange);
    }

    private static @Nullable Node tree(
            DocumentEvents documents,
            SourceText source,
            DocumentLimits limits,
            List<Problem> problems,
            List<Span> strange) {
        if (!documents.hasNext()) {
            var start = Span.startOf(source.file());
            problems.add(problem(ProblemCode.WRONG_DOCUMENT, "the file is empty", start));
            return null;
        }
        var root = new TreeBuilder(documents.next(), source.file(), limits, problems, strange).build();
        if (documents.hasNext()) {
            var second = documents.next().getFirst();
            var at = Marks.span(source.file(), second.getStartMark(), second.getStartMark());
            problems.add(problem(ProblemCode.WRONG_DOCUMENT, "a second document begins here", at)
                    .hinting("Write one workflow per file."));
            // which of them is meant nobody knows, so that nothing more can be said about either
            return null;
        }
        return root;
    }

    private static Problem syntax(SourceText source, MarkedYamlEngineException e) {
        var words = e.getProblem() == null ? "not YAML" : e.getProblem();
        if (e.getContext() != null && !e.getContext().isBlank()) {
            words = words + " (" + e.getContext() + ")";
        }
        boolean open = words.contains("unexpected end of stream") && words.contains("quoted scalar");
        // where the quote opens says more than where the file ends
        var mark = open
                ? e.getContextMark().or(e::getProblemMark)
                : e.getProblemMark().or(e::getContextMark);
        var problem = problem(
                ProblemCode.UNREADABLE, words.strip().replace('\n', ' '), Marks.span(source.file(), mark, mark));
        return problem.hinting(advice(words));
    }

    /// What usually is behind the library's messages, by a piece of them.
    private static final List<Map.Entry<String, String>> ADVICE = List.of(
            Map.entry("mapping values are not allowed", "A text that contains \": \" must be quoted."),
            Map.entry("TAB", "Indent with blanks."),
            Map.entry("undefined alias", "Define it before with &NAME, or quote the text."),
            Map.entry("expected <block end>", "The lines of one list or map begin in the same column."),
            Map.entry("expected ',' or", "Between braces or brackets, a text with , : { } [ ] must be quoted."),
            Map.entry("could not find expected ':'", "A key ends with a colon and a blank."),
            Map.entry("quoted scalar", "The quote that opens here is never closed."),
            Map.entry("unexpected end of stream", "A brace or bracket is never closed."));

    private static @Nullable String advice(String words) {
        return ADVICE.stream()
                .filter(piece -> words.contains(piece.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
    }

    private static int codePoints(SourceText source) {
        return source.text().codePointCount(0, source.text().length());
    }

    private static Document unreadable(SourceText source, ProblemCode code, String message, Span span) {
        return new Document(source, null, List.of(problem(code, message, span)), List.of());
    }

    private static Problem problem(ProblemCode code, String message, Span span) {
        return Problem.error(code, message, span, "");
    }
}
