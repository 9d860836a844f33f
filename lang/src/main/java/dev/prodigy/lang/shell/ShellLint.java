package dev.prodigy.lang.shell;

import dev.prodigy.lang.shell.command.Expansions;
import dev.prodigy.lang.shell.command.Guard;
import dev.prodigy.lang.shell.command.Hole;
import dev.prodigy.lang.shell.command.Observer;
import dev.prodigy.lang.shell.command.SimpleCommand;
import dev.prodigy.lang.shell.command.Stretch;
import dev.prodigy.lang.shell.command.Token;
import dev.prodigy.lang.shell.command.Tokens;
import dev.prodigy.lang.shell.command.Word;
import dev.prodigy.lang.shell.flow.CodeFlow;
import dev.prodigy.lang.shell.flow.Printed;
import dev.prodigy.lang.shell.grammar.ShellScanner;
import dev.prodigy.lang.shell.request.Dialect;
import dev.prodigy.lang.shell.request.Fill;
import dev.prodigy.lang.shell.request.Refusal;
import dev.prodigy.model.source.ProblemCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// Looks for what is doubtful in a shell text without running it (spec 01 §14, the shell's warnings).
public final class ShellLint {
    /// The words of a loop over a single one: `for x in …`.
    private static final int ONE_WORD = 4;

    private final String text;
    private final Natures natures;
    private final List<Token> tokens = new ArrayList<>();
    private final List<Stretch> evaluated = new ArrayList<>();
    private final List<Integer> indirect = new ArrayList<>();
    /// Where each variable is first given a number by arithmetic.
    private final Map<String, Integer> numbers = new HashMap<>();
    private final Set<Finding> findings = new TreeSet<>(Finding::inText);

    private ShellLint(String text, Natures natures) {
        this.text = text;
        this.natures = natures;
    }

    /// @param text as the author wrote it
    /// @param natures tells what the body of a placeholder will be; also asked for the names that the text
    ///     assigns
    /// @return what is doubtful, in the order of the text; nothing for a text that cannot be followed.
    ///     Paths outside of the working directory are among it: whether they matter depends on the step's
    ///     isolation
    public static List<Finding> inspect(String text, Natures natures) {
        return study(text, natures).findings();
    }

    /// What a text shows.
    ///
    /// @param findings what is doubtful, in the order of the text
    /// @param assigned the variables that the text itself assigns
    public record Inspection(List<Finding> findings, Set<String> assigned) {}

    /// @return what {@link #inspect} and {@link #assignedNames} find, for one reading of the text
    public static Inspection study(String text, Natures natures) {
        return new ShellLint(text, natures).study();
    }

    /// @return the variables that the text itself assigns: `NAME=…`, `for NAME`, `read NAME`, `local NAME`
    ///     and the like
    public static Set<String> assignedNames(String text) {
        try {
            return new TreeSet<>(ShellScanner.scan(text, Dialect.BASH, body -> new Fill.Foreign(), Observer.NONE)
                    .assigned()
                    .keySet());
        } catch (Refusal tooDeep) {
            return Set.of();
        }
    }

    private Inspection study() {
        try {
            ShellScanner scanner = ShellScanner.scan(text, Dialect.BASH, this::stand, new Tokens(tokens) {
                @Override
                public void indirect(int at) {
                    indirect.add(at);
                }

                @Override
                public void evaluated(int start, int end) {
                    evaluated.add(new Stretch(start, end));
                }
            });
            for (var token : tokens) {
                if (token instanceof Token.Simple simple) {
                    inspect(simple.command());
                }
            }
            var flow = new CodeFlow(text, tokens);
            flow.values().stream().filter(hole -> nature(hole).isData()).forEach(this::splice);
            flow.expansions().forEach(this::splice);
            var tables = Tables.of(text, tokens);
            var arithmetic = Stretch.outermost(evaluated).stream()
                    .filter(stretch -> !tables.isKey(stretch))
                    .toList();
            arithmetic.forEach(this::numbers);
            arithmetic.forEach(
                    stretch -> arithmetic(stretch, flow, scanner.assigned().keySet()));
            indirect.forEach(at -> indirection(at, flow));
            scanner.assigned().forEach(this::shadowed);
            return new Inspection(List.copyOf(findings), scanner.assigned().keySet());
        } catch (Refusal tooDeep) {
            return new Inspection(List.of(), Set.of());
        }
    }

    /// A value of unknown content, which is never looked at.
    private Fill stand(String body) {
        return switch (natures.of(body)) {
            case FOREIGN -> new Fill.Foreign();
            case WORDS -> new Fill.Words(List.of(""));
            case TEXT, DATA, NUMBER, SECRET, QUOTED, RAW -> new Fill.Data("");
        };
    }

    private PlaceholderNature nature(Hole hole) {
        return natures.of(text.substring(hole.blank().start() + 2, hole.blank().end() - 1));
    }

    private void inspect(SimpleCommand command) {
        loop(command);
        secrets(command);
        escapes(command);
    }

    private void splice(Hole hole) {
        splice(hole.blank().start(), hole.blank().end());
    }

    /// @return what the shell's variable of that name holds, where the text does not assign it
    private PlaceholderNature variable(String name) {
        return natures.isNoVariable(name) ? PlaceholderNature.FOREIGN : natures.of(name);
    }

    /// The shell puts the value of its own variable into code.
    private void splice(Expansions.Read read) {
        var nature = variable(read.name());
        if (nature.isData() && nature != PlaceholderNature.NUMBER) {
            splice(read.start(), read.end());
        }
    }

    private void splice(int start, int end) {
        findings.add(new Finding(
                ProblemCode.SHELL_SPLICE,
                start,
                end,
                "data becomes part of code that another program runs",
                "Pass it as an argument or through env, or quote it for a shell with :q."));
    }

    /// What arithmetic gives a variable is a number from there on.
    private void numbers(Stretch stretch) {
        for (var given : Expansions.givenInArithmetic(text, stretch.start(), stretch.end())) {
            numbers.merge(given.name(), given.end(), Math::min);
        }
    }

    /// In arithmetic the shell evaluates what its variables hold: `a[$(…)]` would be run.
    private void arithmetic(Stretch stretch, CodeFlow flow, Set<String> assigned) {
        for (var read : Expansions.inArithmetic(text, stretch.start(), stretch.end())) {
            if (numbers.getOrDefault(read.name(), read.end()) < read.end()) {
                continue;
            }
            if (natures.isNoVariable(read.name()) && !assigned.contains(read.name())) {
                unset(read);
            } else if (holdsData(read.name(), flow)) {
                String instead =
                        flow.assigned(read.name()).isEmpty() ? "${" + read.name() + "}" : "the placeholder itself";
                evaluates(
                        read.start(),
                        read.end(),
                        "`" + read.name() + "` holds",
                        "Write " + instead + ", which takes nothing but an integer, or capture_format: number.");
            }
        }
        for (var hole : new Printed(text, flow).in(stretch)) {
            if (isEvaluated(hole)) {
                evaluates(
                        hole.blank().start(),
                        hole.blank().end(),
                        "the substitution prints",
                        "Write the placeholder itself, which takes nothing but an integer.");
            }
        }
    }

    private void unset(Expansions.Read read) {
        findings.add(new Finding(
                ProblemCode.UNSET_VARIABLE,
                read.start(),
                read.end(),
                "the shell has no variable `" + read.name() + "`: arithmetic takes 0 for it",
                "Write ${" + read.name() + "}, which takes nothing but an integer."));
    }

    /// The shell evaluates the subscript in a name that a variable holds: `a[$(…)]` would be run.
    private void indirection(int at, CodeFlow flow) {
        for (var read : Expansions.indirect(text, at)) {
            if (holdsData(read.name(), flow)) {
                findings.add(new Finding(
                        ProblemCode.SHELL_SPLICE,
                        read.start(),
                        read.end(),
                        "the shell evaluates what `" + read.name()
                                + "` holds as a variable's name, its subscript as code",
                        "Compare it with the names that may be meant, and expand those."));
            }
        }
    }

    /// @return whether a variable of the shell may hold what is more than an integer
    private boolean holdsData(String name, CodeFlow flow) {
        var own = flow.assigned(name);
        return own.isEmpty()
                ? variable(name) == PlaceholderNature.DATA
                : own.stream().flatMap(value -> value.word().holes().stream()).anyMatch(this::isEvaluated);
    }

    /// @return whether a value may be more than an integer where it stands
    private boolean isEvaluated(Hole hole) {
        var nature = nature(hole);
        return hole.guard() != Guard.INTEGER && (nature == PlaceholderNature.DATA || nature == PlaceholderNature.WORDS);
    }

    private void evaluates(int start, int end, String what, String hint) {
        findings.add(new Finding(
                ProblemCode.SHELL_SPLICE,
                start,
                end,
                "the shell evaluates what " + what + " as code in arithmetic",
                hint));
    }

    /// Beside other words the loop has rounds, and a value that is one of them is as well meant.
    private void loop(SimpleCommand command) {
        List<Word> words = command.words();
        if ((command.name().equals("for") || command.name().equals("select")) && words.size() == ONE_WORD) {
            Hole whole = words.getLast().whole();
            if (whole != null && nature(whole) == PlaceholderNature.DATA) {
                add(
                        ProblemCode.LIST_AS_WORD,
                        whole,
                        "the value is one word here, be it a list, so the loop runs once",
                        "Add :words for one round for each element, or for each word of a text.");
            }
        }
    }

    /// The words of a program are to be read by everybody on the machine while it runs; the shell's own are
    /// not.
    private void secrets(SimpleCommand command) {
        if (Processless.COMMANDS.contains(command.name())) {
            return;
        }
        for (Word word : command.arguments()) {
            for (Hole hole : word.holes()) {
                if (nature(hole) == PlaceholderNature.SECRET) {
                    add(
                            ProblemCode.SECRET_IN_COMMAND,
                            hole,
                            "the secret stands on the command line of `" + command.name()
                                    + "`, where every process of the machine can read it",
                            "Hand it over on stdin, in a file, or in the step's env.");
                }
            }
        }
    }

    private void escapes(SimpleCommand command) {
        for (Word word : Escapes.of(command)) {
            findings.add(new Finding(
                    ProblemCode.ESCAPES_WORKTREE,
                    word.start(),
                    Math.min(
                            text.length(),
                            word.start() + Math.max(1, word.text().length())),
                    "`" + word.text() + "` lies outside of the worktree that the step works in",
                    "Use a path below the step's directory, or isolation: none."));
        }
    }

    private void add(ProblemCode code, Hole hole, String message, String hint) {
        findings.add(new Finding(code, hole.blank().start(), hole.blank().end(), message, hint));
    }

    private void shadowed(String name, int offset) {
        if (natures.of(name) != PlaceholderNature.FOREIGN) {
            findings.add(new Finding(
                    ProblemCode.SHADOWED_NAME,
                    offset,
                    offset + name.length(),
                    "the script assigns `" + name + "`, but ${" + name + "} is the workflow's value",
                    "Write $" + name + " for the script's own value, or choose another name."));
        }
    }
}
