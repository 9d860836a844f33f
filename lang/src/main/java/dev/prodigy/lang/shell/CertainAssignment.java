package dev.prodigy.lang.shell;

import dev.prodigy.lang.shell.command.Token;
import java.util.ArrayList;
import java.util.List;

/// The first assignment of a name in a shell text that takes place whatever happens: a command by itself, in
/// nothing else. A condition, a loop, a function, a pipe or a place behind `&&` may leave it out, and one in
/// front of a command is the command's alone.
final class CertainAssignment {
    private CertainAssignment() {}

    /// @param tokens of the text, in its order
    /// @return where it ends; the length of the text where there is none
    static int end(String text, List<Token> tokens, String name) {
        var outermost = outermost(tokens);
        for (int i = 0; i < outermost.size(); i++) {
            boolean isLast = i + 1 == outermost.size();
            if (outermost.get(i) instanceof Token.Assignment(int at, String assigned, var _)
                    && assigned.equals(name)
                    && text.startsWith(name + "=", at)
                    && begins(outermost, i)
                    && (isLast || isSeparator(outermost.get(i + 1)))) {
                return isLast ? text.length() : outermost.get(i + 1).at();
            }
        }
        return text.length();
    }

    /// @return whether nothing stands before it that decides whether it takes place
    private static boolean begins(List<Token> tokens, int index) {
        int before = index - 1;
        while (before >= 0 && tokens.get(before) instanceof Token.Operator(var _, int ch) && ch == '\n') {
            before--;
        }
        return before < 0
                || (tokens.get(before) instanceof Token.Operator(var _, int ch) ? ch == ';' : before < index - 1);
    }

    private static boolean isSeparator(Token token) {
        return token instanceof Token.Operator(var _, int ch) && (ch == ';' || ch == '\n');
    }

    /// @return the tokens that stand in nothing else; substitutions belong to their words
    private static List<Token> outermost(List<Token> tokens) {
        var outermost = new ArrayList<Token>();
        int depth = 0;
        for (var token : tokens) {
            switch (token) {
                case Token.Open _ -> {
                    if (depth++ == 0) {
                        outermost.add(token);
                    }
                }
                case Token.Substitution _ -> depth++;
                case Token.Close _ -> depth--;
                case Token.Simple _, Token.Operator _, Token.Function _, Token.Input _, Token.Assignment _ -> {
                    if (depth == 0) {
                        outermost.add(token);
                    }
                }
            }
        }
        return outermost;
    }
}
