package dev.prodigy.testkit.program;

import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// Splits the text of a {@link ToyShell} into words and what joins commands. Words are made one after the other while
/// the script is played, so that a variable has the value that a command before gave it.
final class ToyWords {
    private final String text;
    private final UnaryOperator<String> variables;
    private final Consumer<Token> to;
    private final StringBuilder word = new StringBuilder();
    private boolean inWord;
    private int at;

    ToyWords(String text, UnaryOperator<String> variables, Consumer<Token> to) {
        this.text = text;
        this.variables = variables;
        this.to = to;
    }

    /// A word, or what joins two commands.
    sealed interface Token {
        /// A word without its quotes.
        record Word(String text) implements Token {}

        /// `;`, `&&` or `||`; a line end is a `;`.
        record Joint(String sign) implements Token {}
    }

    /// Hands over all tokens, in order.
    void read() {
        while (at < text.length()) {
            char c = text.charAt(at++);
            switch (c) {
                case ' ', '\t' -> endWord();
                case '\n', ';' -> joint(";");
                case '\'' -> quoted();
                case '"' -> doubleQuoted();
                case '$' -> expand();
                case '\\' -> take(text.charAt(at++));
                case '&', '|' -> {
                    if (at < text.length() && text.charAt(at) == c) {
                        at++;
                        joint(String.valueOf(c).repeat(2));
                    } else {
                        take(c);
                    }
                }
                default -> take(c);
            }
        }
        endWord();
    }

    private void take(char c) {
        word.append(c);
        inWord = true;
    }

    private void endWord() {
        if (inWord) {
            to.accept(new Token.Word(word.toString()));
            word.setLength(0);
            inWord = false;
        }
    }

    private void joint(String sign) {
        endWord();
        to.accept(new Token.Joint(sign));
    }

    private void quoted() {
        inWord = true;
        int end = text.indexOf('\'', at);
        word.append(text, at, end);
        at = end + 1;
    }

    private void doubleQuoted() {
        inWord = true;
        while (text.charAt(at) != '"') {
            char c = text.charAt(at++);
            if (c == '$') {
                expand();
            } else if (c == '\\') {
                word.append(text.charAt(at++));
            } else {
                word.append(c);
            }
        }
        at++;
    }

    private void expand() {
        inWord = true;
        boolean braces = at < text.length() && text.charAt(at) == '{';
        int begin = braces ? at + 1 : at;
        int end = begin;
        while (end < text.length() && (Character.isLetterOrDigit(text.charAt(end)) || text.charAt(end) == '_')) {
            end++;
        }
        word.append(end == begin ? "$" : variables.apply(text.substring(begin, end)));
        at = braces ? end + 1 : end;
    }
}
