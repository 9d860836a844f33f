package dev.prodigy.lang.shell.flow;

import dev.prodigy.lang.shell.command.Token;
import dev.prodigy.lang.shell.command.Word;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Makes the stages of a text's pipes out of its tokens. Text that is no shell text is read as far as possible.
public final class Stages {
    /// A command stands in front of the substitutions in its words, and in the loop that it begins.
    private static final Comparator<Token> IN_TEXT = (one, other) ->
            one.at() != other.at() ? Integer.compare(one.at(), other.at()) : Integer.compare(order(one), order(other));

    /// Every stage, a group before what is in it.
    final List<Stage> all = new ArrayList<>();

    final List<Assigned> assigned = new ArrayList<>();
    private final Deque<Frame> frames = new ArrayDeque<>();
    private Frame frame = new Frame(null);
    private @Nullable String function;

    private Stages() {}

    /// A value that a text gives to a variable.
    ///
    /// @param around the group it stands in
    public record Assigned(String name, Word word, @Nullable Stage around) {}

    /// What is read inside of one group.
    private static final class Frame {
        final @Nullable Stage group;

        @Nullable
        Stage last;
        /// The stage in front of the pipe that was just read.
        @Nullable
        Stage writer;

        @Nullable
        Token operator;

        Frame(@Nullable Stage group) {
            this.group = group;
        }
    }

    static Stages of(List<Token> tokens) {
        Stages stages = new Stages();
        tokens.stream().sorted(IN_TEXT).forEach(stages::take);
        return stages;
    }

    private static int order(Token token) {
        return switch (token) {
            case Token.Close close -> 0;
            case Token.Operator operator -> 1;
            case Token.Function named -> 2;
            case Token.Open open -> 3;
            case Token.Assignment assignment -> 4;
            case Token.Simple simple -> 4;
            case Token.Input input -> 5;
            case Token.Substitution substitution -> 6;
        };
    }

    private void take(Token token) {
        switch (token) {
            case Token.Simple simple -> frame.last = add(simple, frame.group, frame.writer);
            case Token.Open open -> {
                Stage group = add(open, frame.group, frame.writer);
                frame.last = group;
                enter(group);
            }
            case Token.Substitution substitution -> enter(add(substitution, frame.group, null));
            case Token.Close close -> leave(close.at());
            case Token.Operator operator -> operator(operator);
            case Token.Function named -> define(named.name());
            case Token.Input input -> {
                if (frame.last != null) {
                    frame.last.fed.add(input.fed());
                }
            }
            case Token.Assignment assignment ->
                assigned.add(new Assigned(assignment.name(), assignment.word(), frame.group));
        }
    }

    private Stage add(Token token, @Nullable Stage around, @Nullable Stage before) {
        if (function != null && frame.group != null && function.equals(frame.group.function)) {
            function = null;
        }
        Stage stage = new Stage(token, around, before, token instanceof Token.Open ? function : null);
        all.add(stage);
        if (frame.group != null && !stage.substitution) {
            frame.group.inner.add(stage);
        }
        if (!stage.substitution) {
            frame.writer = null;
        }
        return stage;
    }

    /// What was read as a command was the name of a function.
    private void define(String name) {
        Stage read = frame.last;
        if (read != null && read.command != null && read.command.words().size() == 1) {
            frame.last = null;
            all.remove(all.lastIndexOf(read));
            if (frame.group != null) {
                frame.group.inner.remove(read);
            }
        }
        function = name;
    }

    private void enter(Stage group) {
        frames.push(frame);
        frame = new Frame(group);
    }

    private void leave(int at) {
        if (frame.group != null) {
            frame.group.end = at + 1;
            frame = frames.pop();
        }
    }

    /// `||`, `&&` and all the others separate; `|` and `|&` join, also over the end of a line.
    private void operator(Token.Operator operator) {
        Token previous = frame.operator;
        boolean adjacent = previous instanceof Token.Operator first && first.at() + 1 == operator.at();
        boolean afterPipe = adjacent && previous instanceof Token.Operator first && first.ch() == '|';
        frame.operator = operator;
        if (operator.ch() == '|' && !adjacent) {
            frame.writer = frame.last;
        } else if (operator.ch() == '|') {
            frame.writer = null;
        } else if (!afterPipe && (operator.ch() != '\n' || frame.writer == null)) {
            frame.writer = null;
            frame.last = null;
        }
    }
}
