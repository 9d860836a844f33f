package dev.prodigy.lang.shell.command;

import java.util.ArrayList;
import java.util.List;

/// Gathers the tokens of a text while it is read, in the order in which they are told.
public class Tokens implements Observer {
    private final List<Token> tokens;

    /// Gathers into a list of its own.
    public Tokens() {
        this(new ArrayList<>());
    }

    /// @param tokens the list that is filled
    protected Tokens(List<Token> tokens) {
        this.tokens = tokens;
    }

    @Override
    public void token(Token token) {
        tokens.add(token);
    }

    @Override
    public void rewound(int start) {
        while (!tokens.isEmpty() && tokens.getLast().at() >= start) {
            tokens.removeLast();
        }
    }

    /// @return those told so far
    public List<Token> all() {
        return tokens;
    }
}
