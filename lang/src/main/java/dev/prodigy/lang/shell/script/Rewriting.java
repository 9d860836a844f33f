package dev.prodigy.lang.shell.script;

import dev.prodigy.lang.shell.command.Guard;
import dev.prodigy.lang.shell.command.Hole;
import dev.prodigy.lang.shell.command.Place;
import dev.prodigy.lang.shell.input.Blank;
import java.util.ArrayList;
import java.util.List;

/// Writes the script: the draft's text, and in the place of each value what refers to it there (spec 01 §9.2).
public final class Rewriting {
    private static final String PATTERN_CHARACTERS = "\\*?[]()|!+@-^";

    private final ScriptDraft draft;
    private final ValueNames variables;
    private final StringBuilder script = new StringBuilder();
    private final List<Reference> references = new ArrayList<>();

    /// A value that the script refers to.
    ///
    /// @param start the place of `${NAME}` in the script
    /// @param offset of its placeholder in the author's text
    public record Reference(int start, String name, String value, int offset) {}

    /// @param variables gives the values their names
    public Rewriting(ScriptDraft draft, ValueNames variables) {
        this.draft = draft;
        this.variables = variables;
    }

    /// @return the author's part of a draft, in stretches
    public static List<String> texts(ScriptDraft draft) {
        List<String> texts = new ArrayList<>();
        for (ScriptDraft.Piece piece : draft.pieces()) {
            switch (piece) {
                case ScriptDraft.Verbatim(var text) -> texts.add(text.toString());
                case ScriptDraft.Slot(var hole) -> {}
                case ScriptDraft.Delimiter(var heredoc, var raw) -> texts.add(raw);
                case ScriptDraft.Literal literal -> texts.add(literal.raw().toString());
            }
        }
        return texts;
    }

    /// @throws Refusal when a value cannot be where it stands
    public String write() {
        for (ScriptDraft.Piece piece : draft.pieces()) {
            switch (piece) {
                case ScriptDraft.Verbatim(var text) -> script.append(text);
                case ScriptDraft.Slot(var hole) -> put(hole);
                case ScriptDraft.Delimiter(var heredoc, var raw) ->
                    script.append(heredoc.isConverted() ? heredoc.plainDelimiter(variables.unusedWord()) : raw);
                case ScriptDraft.Literal literal -> script.append(literal.written());
            }
        }
        return script.toString();
    }

    /// @return what the script refers to, in its order
    public List<Reference> references() {
        return references;
    }

    private void put(Hole hole) {
        Blank blank = hole.blank();
        if (hole.splits()) {
            String gap = "";
            for (String value : blank.values()) {
                script.append(gap);
                put(hole, value);
                gap = " ";
            }
        } else {
            put(
                    hole,
                    blank.words()
                            ? String.join(" ", blank.values())
                            : blank.values().getFirst());
        }
    }

    private void put(Hole hole, String value) {
        int offset = hole.blank().start();
        hole.guard().check(value, offset);
        String text = hole.guard() == Guard.INTEGERS ? Guard.integers(value, offset) : value;
        if (hole.guard() == Guard.INTEGER) {
            putInteger(Guard.integer(value, offset));
            return;
        }
        String name = variables.nameOf(hole.place() == Place.HEREDOC_PATTERN ? escapePattern(text) : text, offset);
        String reference = "${" + name + "}";
        int before = script.length();
        script.append(
                switch (hole.place()) {
                    case UNQUOTED, PATTERN, REPLACEMENT -> "\"" + reference + "\"";
                    case DOUBLE_QUOTES, HEREDOC, LITERAL_HEREDOC, HEREDOC_PATTERN -> reference;
                    case SINGLE_QUOTES -> "'\"" + reference + "\"'";
                    case ANSI_QUOTES -> "'\"" + reference + "\"$'";
                });
        references.add(new Reference(script.indexOf(reference, before), name, value, offset));
    }

    /// `x-` in front of `-7`, or `${x:` in front of it, would read as something else.
    private void putInteger(String digits) {
        char before = script.isEmpty() ? ' ' : script.charAt(script.length() - 1);
        if (digits.startsWith("-") && (before == '-' || before == ':')) {
            script.append(' ');
        }
        script.append(digits);
    }

    private static String escapePattern(String value) {
        StringBuilder escaped = new StringBuilder(value.length() + 8);
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (PATTERN_CHARACTERS.indexOf(c) >= 0) {
                escaped.append('\\');
            }
            escaped.append(c);
        }
        return escaped.toString();
    }
}
