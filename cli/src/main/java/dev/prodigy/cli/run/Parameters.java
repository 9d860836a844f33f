package dev.prodigy.cli.run;

import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.command.ValueReader.UnreadableValue;
import dev.prodigy.cli.output.Counted;
import dev.prodigy.lang.decode.Nearest;
import dev.prodigy.lang.expr.value.ValueText;
import dev.prodigy.lang.load.ParameterNames;
import dev.prodigy.lang.shell.ShellQuote;
import dev.prodigy.lang.yaml.DataValue;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.lang.yaml.Yaml;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.model.parameter.Parameter;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.Workflow;
import dev.prodigy.runtime.run.request.InputProblem;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The parameters of a run as the command line gives them (spec 05 §2.1, 01 §12).
final class Parameters {
    private static final Pattern INTEGER = Pattern.compile("-?(0|[1-9][0-9]{0,999})");
    private static final Pattern FLOAT =
            Pattern.compile("-?(0|[1-9][0-9]{0,299})(\\.[0-9]{1,300})?([eE][+-]?[0-9]{1,3})?");

    /// One parameter.
    static final Option<Assignment> PARAM =
            Option.values(Assignment::read, "KEY=VALUE", "a parameter; KEY=@FILE takes the file's text", "--param");

    /// Many parameters.
    static final Option<Path> FILE = Option.values(
            Path::of,
            "FILE",
            "parameters as a mapping in JSON or YAML; later files win, --param wins over all",
            "--param-file");

    private final ParameterFiles files;
    private final Map<String, Value> values = new LinkedHashMap<>();
    private final List<InputProblem> problems = new ArrayList<>();
    private boolean isWhole = true;

    private Parameters(ParameterFiles files) {
        this.files = files;
    }

    /// A `--param`.
    record Assignment(String key, String text) {
        static Assignment read(String text) {
            int at = text.indexOf('=');
            if (at < 1) {
                throw new UnreadableValue("KEY=VALUE");
            }
            return new Assignment(text.substring(0, at), text.substring(at + 1));
        }
    }

    /// What was given, and what is wrong with it.
    ///
    /// @param values those of a declared type are read by it when the run starts
    /// @param problems files that cannot be read, names that nothing declares or uses
    /// @param isWhole whether every file could be read: else some of what was given is not known
    record Given(Map<String, Value> values, List<InputProblem> problems, boolean isWhole) {}

    /// @return every parameter that was given
    static Given given(Invocation call, ParameterFiles files, Workflow workflow, Value normalForm) {
        var parameters = new Parameters(files);
        var texts = workflow.header().parameters().stream()
                .filter(each -> each.type() == Parameter.Type.STRING)
                .map(Parameter::name)
                .toList();
        call.values(FILE).forEach(file -> parameters.readFile(file, texts));
        var names = new ParameterNames(workflow, normalForm);
        var typed = workflow.header().parameters().stream()
                .filter(each -> each.type() != Parameter.Type.ANY)
                .map(Parameter::name)
                .toList();
        call.values(PARAM).forEach(assignment -> parameters.assign(assignment, typed.contains(assignment.key())));
        parameters.checkNames(names);
        return new Given(parameters.values, parameters.problems, parameters.isWhole);
    }

    /// A run goes on with the parameters that it began with; only those that held a secret are not recorded and are
    /// given again.
    ///
    /// @param started the run's beginning
    /// @param args how many values of `--args` are not recorded either; they are asked for beside parameters only,
    ///     since a run goes on without them as long as nothing asks for them
    /// @param command that takes parameters, for one that takes none; null for this very command
    /// @throws CommandFailure when one is missing, or one is given that is known
    static Map<String, Value> resumed(
            Invocation call, ParameterFiles files, RunEvent.Started started, int args, @Nullable String command) {
        var parameters = new Parameters(files);
        var values = new LinkedHashMap<>(started.params().members());
        var missing = new LinkedHashSet<>(started.maskedParams());
        for (var assignment : call.values(PARAM)) {
            if (!missing.remove(assignment.key())) {
                throw CommandFailure.usage(
                        "--param " + assignment.key() + ": a resume keeps what was given at the start of the run",
                        null);
            }
            parameters.assign(assignment, true);
        }
        if (!parameters.problems.isEmpty()) {
            throw CommandFailure.usage(InputProblem.joined(parameters.problems), null);
        }
        values.putAll(parameters.values);
        boolean lacksArguments = args > 0 && !started.maskedParams().isEmpty();
        if (!missing.isEmpty() || lacksArguments) {
            throw secretsLacking(missing, started, args, command);
        }
        return values;
    }

    private static CommandFailure secretsLacking(
            Collection<String> missing, RunEvent.Started started, int args, @Nullable String command) {
        var again = Stream.concat(
                missing.stream().map(name -> "--param " + name + "=…"), Collections.nCopies(args, "--args …").stream());
        return new CommandFailure(
                ExitCode.USAGE,
                "secret_parameter",
                lacking(missing, args),
                again(missing.size() + args, started, command) + again.collect(Collectors.joining(" ")));
    }

    private static String lacking(Collection<String> missing, int args) {
        var values = Counted.of(args, "value") + " of --args";
        if (missing.isEmpty()) {
            return "a secret was given in " + values + ", which is not recorded";
        }
        return "a secret was given as parameter, which is not recorded: " + String.join(", ", missing)
                + (args == 0 ? "" : "; nor is that in " + values);
    }

    /// A run that a step started is taken up by no command but its caller's.
    private static String again(int missing, RunEvent.Started started, @Nullable String command) {
        if (command != null && started.parentRunId() != null) {
            var file = started.workflowFile();
            return "Run the workflow by itself: prodigy run " + (file == null ? "-" : ShellQuote.word(file)) + " ";
        }
        return (missing == 1 ? "Give it again: " : "Give them again: ") + (command == null ? "" : command + " ");
    }

    /// @return what the command line gives, as text, as far as it can be read; mistakes are told by {@link #given}
    static Map<String, String> texts(Invocation call, ParameterFiles files) {
        var parameters = new Parameters(files);
        call.values(FILE).forEach(file -> parameters.readFile(file, List.of()));
        call.values(PARAM).forEach(assignment -> parameters.assign(assignment, true));
        return texts(parameters.values);
    }

    /// @return the parameters as text; null counts as not given
    static Map<String, String> texts(Map<String, Value> values) {
        var texts = new LinkedHashMap<String, String>();
        values.forEach((name, value) -> {
            if (!value.isNull()) {
                texts.put(name, ValueText.of(value));
            }
        });
        return texts;
    }

    /// @param isTyped whether a declared type will read the text
    private void assign(Assignment assignment, boolean isTyped) {
        var text = assignment.text().startsWith("@")
                ? read(Path.of(assignment.text().substring(1)))
                : assignment.text();
        if (text == null) {
            return;
        }
        boolean literal = !isTyped && !assignment.text().startsWith("@");
        values.put(assignment.key(), literal ? typed(text) : Value.of(text));
    }

    /// @param texts the parameters that are texts: a scalar keeps its spelling there
    private void readFile(Path file, List<String> texts) {
        var text = read(file);
        if (text == null) {
            return;
        }
        var document = Yaml.read(file.toString(), text.getBytes(StandardCharsets.UTF_8));
        var errors = document.problems().stream().filter(Problem::isError).toList();
        errors.forEach(problem -> problems.add(
                new InputProblem(problem.code(), problem.message(), problem.span(), problem.suggestion())));
        if (errors.isEmpty() && document.root() != null) {
            if (document.root() instanceof Node.Mapping map) {
                map.entries().forEach(entry -> values.put(entry.key(), value(entry, texts)));
            } else {
                problems.add(new InputProblem(ProblemCode.WRONG_DOCUMENT, file + " is no mapping of names to values"));
            }
        }
    }

    private static Value value(Node.Entry entry, List<String> texts) {
        return entry.value() instanceof Node.Scalar scalar && !scalar.isNull() && texts.contains(entry.key())
                ? Value.of(scalar.text())
                : DataValue.of(entry.value());
    }

    /// @return the text, or null when it cannot be read, which has been noted
    private @Nullable String read(Path file) {
        try {
            return files.read(file);
        } catch (CharacterCodingException e) {
            problems.add(new InputProblem(ProblemCode.UNREADABLE, "cannot read " + file + ": it is no text in UTF-8"));
            isWhole = false;
            return null;
        } catch (IOException e) {
            problems.add(new InputProblem(ProblemCode.UNREADABLE, "cannot read " + file + ": " + files.whyNot(file)));
            isWhole = false;
            return null;
        }
    }

    /// A misspelt name would silently leave its default.
    private void checkNames(ParameterNames names) {
        for (var name : values.keySet()) {
            if (!names.isKnown(name)) {
                var near = Nearest.to(name, names.declared());
                problems.add(new InputProblem(
                        ProblemCode.UNKNOWN_PARAMETER,
                        "the workflow neither declares nor uses a parameter `" + name + "`"
                                + (near == null ? "" : "; did you mean `" + near + "`?"),
                        null,
                        near));
            }
        }
    }

    /// Integer (no leading zeros), float, `true`, `false`, else a string.
    static Value typed(String text) {
        if (text.equals("true") || text.equals("false")) {
            return Value.of(text.equals("true"));
        }
        return INTEGER.matcher(text).matches() || FLOAT.matcher(text).matches()
                ? new Value.Num(new BigDecimal(text))
                : Value.of(text);
    }
}
