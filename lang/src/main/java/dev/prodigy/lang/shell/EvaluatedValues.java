package dev.prodigy.lang.shell;

import dev.prodigy.lang.shell.command.Guard;
import dev.prodigy.lang.shell.command.Hole;
import dev.prodigy.lang.shell.command.Tokens;
import dev.prodigy.lang.shell.flow.IntegerFlow;
import dev.prodigy.lang.shell.grammar.ShellScanner;
import dev.prodigy.lang.shell.request.Fill;
import dev.prodigy.lang.shell.request.Refusal;
import dev.prodigy.lang.shell.request.ShellRequest;
import dev.prodigy.lang.shell.script.Rewriting.Reference;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The values of a script that may reach a variable declared as an integer on some way: which part of them
/// does, if any, only the shell knows. It evaluates that part as an expression, in which names stand for what
/// variables hold. Nothing in it may be code (spec 01 §9): a value is refused where it may bring the shell to
/// expand something, to assign a variable of the script, or to evaluate a variable that may hold such text. All
/// else passes, be it an integer or not.
final class EvaluatedValues {
    /// A subscript, the one part of an expression that the shell expands: of a name here, or of one in front of
    /// the value. Its bracket may be written as an escape that `echo -e` or a reader of JSON knows.
    private static final Pattern SUBSCRIPT = Pattern.compile("(?:^|[A-Za-z0-9_])\\[|\\\\(?:x5[bB]|[uU]0*5[bB]|0?133)");
    /// What may run a command or more, now or when quotes and escapes are read. That of a mere variable is
    /// judged by its name.
    private static final Pattern EXPANSION = Pattern.compile("\\$[({\\[\"'\\\\]|`|\\\\[xuU0-7]");

    private static final Pattern NAME = Pattern.compile("(?<![A-Za-z0-9_])[A-Za-z_][A-Za-z0-9_]*");
    /// What stands behind a variable that is assigned, or an element of which may be.
    private static final Pattern ASSIGNED = Pattern.compile("\\s*(?:\\[|\\+\\+|--|(?:[-+*/%&|^]|<<|>>)?=(?!=))");
    /// Hold what the latest commands, or the script, consist of.
    private static final Pattern COMMANDS = Pattern.compile("_|BASH_.*");
    /// The shell goes by these whether a script mentions them or not.
    private static final Set<String> OF_THE_SHELL = Set.of(
            "BASHOPTS",
            "CDPATH",
            "ENV",
            "EXECIGNORE",
            "FUNCNEST",
            "GLOBIGNORE",
            "HOME",
            "IFS",
            "LANG",
            "MAPFILE",
            "OPTARG",
            "OPTERR",
            "OPTIND",
            "PATH",
            "POSIXLY_CORRECT",
            "PS4",
            "REPLY",
            "SHELLOPTS",
            "TIMEFORMAT",
            "TMOUT",
            "TMPDIR");

    private final String script;
    private final Map<Integer, Reference> references = new LinkedHashMap<>();
    private final ShellRequest request;
    private final Tokens tokens = new Tokens();

    /// @param references the values in the script
    EvaluatedValues(String script, List<Reference> references, ShellRequest request) {
        this.script = script;
        this.request = request;
        references.forEach(each -> this.references.put(each.start(), each));
    }

    /// @throws Refusal when a value may be evaluated as more than arithmetic
    void check() {
        var names = references.values().stream().map(Reference::name).collect(Collectors.toSet());
        var scanner = ShellScanner.scan(
                script,
                request.dialect(),
                body -> names.contains(body) ? new Fill.Data("") : new Fill.Foreign(),
                tokens);
        var flow = new IntegerFlow(script, tokens.all(), scanner.assigned().keySet(), scanner.integers());
        var found = starts(scanner.draft().holes());
        // A value that was not found again might be anywhere.
        var reaching = found.containsAll(references.keySet()) ? starts(flow.values()) : references.keySet();
        var evaluated = references.values().stream()
                .filter(each -> reaching.contains(each.start()))
                .toList();
        if (!evaluated.isEmpty()) {
            subscripts(evaluated);
            names(evaluated, new Variables(flow));
        }
    }

    private static Set<Integer> starts(List<Hole> holes) {
        return holes.stream().map(hole -> hole.blank().start()).collect(Collectors.toSet());
    }

    /// One value may stand in front of another one, so that each has no more than a part of the code.
    private static void subscripts(List<Reference> evaluated) {
        for (var each : evaluated) {
            boolean besideCode = evaluated.stream()
                    .anyMatch(other -> !other.equals(each)
                            && EXPANSION.matcher(other.value()).find());
            boolean hasSubscript = readings(each.value())
                    .anyMatch(value -> SUBSCRIPT.matcher(value).find());
            if (hasCode(each.value()) || (besideCode && hasSubscript)) {
                throw Guard.notAnInteger(each.value(), each.offset());
            }
        }
    }

    private static boolean hasCode(String value) {
        return readings(value).anyMatch(reading -> {
            var subscript = SUBSCRIPT.matcher(reading);
            return subscript.find() && EXPANSION.matcher(reading).find(subscript.start());
        });
    }

    /// @return the value as it is, and as `read` without `-r` takes it
    private static Stream<String> readings(String value) {
        return value.indexOf('\\') < 0 ? Stream.of(value) : Stream.of(value, value.replace("\\", ""));
    }

    private static void names(List<Reference> evaluated, Variables variables) {
        for (var each : evaluated) {
            if (variables.makeCode(each.value())) {
                throw Guard.notAnInteger(each.value(), each.offset());
            }
        }
        if (evaluated.size() > 1
                && variables.makeCode(evaluated.stream().map(Reference::value).collect(Collectors.joining()))) {
            throw Guard.notAnInteger(
                    evaluated.getFirst().value(), evaluated.getFirst().offset());
        }
    }

    /// What names in an expression stand for.
    private final class Variables {
        private final Set<String> known;
        private final Set<String> unforeseen;
        private @Nullable Boolean code;

        Variables(IntegerFlow flow) {
            this.known = new HashSet<>(flow.mentioned());
            this.unforeseen = flow.unforeseen();
            known.addAll(request.plainNames().keySet());
            known.addAll(request.environment().keySet());
            known.addAll(OF_THE_SHELL);
            references.values().forEach(each -> known.add(each.name()));
        }

        /// @return whether to evaluate the text is to assign a variable, or to evaluate one that may hold code
        boolean makeCode(String text) {
            return readings(text).anyMatch(reading -> names(reading, true));
        }

        private boolean names(String text, boolean follow) {
            var name = NAME.matcher(text);
            while (name.find()) {
                var variable = name.group();
                boolean isAssigned = known.contains(variable) && isAssigned(text, name.start(), name.end());
                boolean isCode = unforeseen.contains(variable)
                        || COMMANDS.matcher(variable).matches();
                if (isAssigned || isCode || (follow && known.contains(variable) && holdCode())) {
                    return true;
                }
            }
            return false;
        }

        /// @return whether any variable does, be it through others
        private boolean holdCode() {
            if (code == null) {
                code = Stream.of(
                                references.values().stream().map(Reference::value),
                                request.plainNames().values().stream(),
                                request.environment().values().stream())
                        .flatMap(values -> values)
                        .anyMatch(
                                value -> hasCode(value) || readings(value).anyMatch(reading -> names(reading, false)));
            }
            return code;
        }
    }

    private static boolean isAssigned(String text, int start, int end) {
        int before = start;
        while (before > 0 && Character.isWhitespace(text.charAt(before - 1))) {
            before--;
        }
        return text.startsWith("++", before - 2)
                || text.startsWith("--", before - 2)
                || ASSIGNED.matcher(text).region(end, text.length()).lookingAt();
    }
}
