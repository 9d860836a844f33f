package dev.prodigy.runtime.run;

import dev.prodigy.engine.environment.Secrets;
import dev.prodigy.engine.environment.StepScope;
import dev.prodigy.lang.decode.Nearest;
import dev.prodigy.lang.decode.env.EnvFile;
import dev.prodigy.lang.expr.Resolution;
import dev.prodigy.lang.expr.Template;
import dev.prodigy.lang.expr.TextPlace;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.lang.expr.scope.Sources;
import dev.prodigy.lang.expr.scope.Sources.Reading;
import dev.prodigy.model.env.Secret;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.source.Span;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.workflow.Header;
import dev.prodigy.runtime.home.FileKind;
import dev.prodigy.runtime.world.Halt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Reads what comes into a run from outside, before anything is written (spec 01 §12, §13, 05 §2.1).
/// Everything that is missing is told at once.
final class InputReading {
    private static final int SHORTEST_SECRET = 4;

    private final RunRequest.Host host;
    private final Halt halt;
    private final boolean runsCommands;
    private final List<InputProblem> problems = new ArrayList<>();
    /// The variables that secrets lack.
    private final Set<String> unset = new LinkedHashSet<>();

    /// @param halt ends the commands
    InputReading(RunRequest.Host host, Halt halt) {
        this(host, halt, true);
    }

    private InputReading(RunRequest.Host host, Halt halt, boolean runsCommands) {
        this.host = host;
        this.halt = halt;
        this.runsCommands = runsCommands;
    }

    /// @return a reading that executes nothing: secrets that a command prints stay unknown
    static InputReading withoutCommands(RunRequest.Host host) {
        return new InputReading(host, new Halt(), false);
    }

    /// @return the secrets of a workflow, as far as they are known
    Set<String> secrets(RunRequest request) {
        return values(request).secrets().declared();
    }

    /// @throws RunRefused with exit 2 when a value is missing or wrong
    InputValues read(RunRequest request) {
        var values = values(request);
        if (!problems.isEmpty()) {
            throw RunRefused.invalidInput(problems);
        }
        return values;
    }

    /// Reads for a run that goes on: what its workflow marks as secret is not stored, and must be there again (spec 05
    /// §9).
    ///
    /// @param command that takes the run up, as it is entered when the values are there
    /// @throws RunRefused with exit 2 when a value is missing or wrong
    InputValues readAgain(RunRequest request, String command) {
        var values = values(request);
        new MarkedEntries(request, values, host).missing().forEach((name, variable) -> {
            unset.add(variable);
            withoutValue(name, ofVariable(variable));
        });
        if (!problems.isEmpty()) {
            throw RunRefused.invalidInput(
                    problems,
                    (unset.isEmpty() ? "mend this" : "set " + String.join(", ", unset)) + ", then: " + command);
        }
        return values;
    }

    /// Reads what a step gives to its run. What the workflow cannot take where a placeholder stands for a number is
    /// told with everything else that is wrong with it.
    ///
    /// @throws RunRefused with exit 2 when a value is missing or wrong
    Whole readForStep(RunRequest asked) {
        var values = values(asked);
        try {
            var request = asked.completed(values, host);
            if (problems.isEmpty()) {
                return new Whole(request, values);
            }
        } catch (RunRefused refusal) {
            if (problems.isEmpty()) {
                throw refusal;
            }
            problems.addAll(refusal.problems());
        }
        throw RunRefused.invalidInput(problems);
    }

    /// What is asked for, filled with the values that come into it.
    record Whole(RunRequest request, InputValues values) {}

    /// @return everything that is missing or wrong
    List<InputProblem> problems(RunRequest request) {
        values(request);
        return List.copyOf(problems);
    }

    private InputValues values(RunRequest request) {
        var header = request.workflow().header();
        var profile = profile(header, request.options().profile());
        var entries = profile == null ? null : header.environment().profiles().get(profile);
        var around = new GivenParameters.Around(
                host.settings().variables(), entries == null ? Map.of() : entries, host.environment());
        var given = GivenParameters.of(request, around, problems);
        var files = files(header, given);
        var secrets = header.environment().secrets().isEmpty()
                ? Map.<String, String>of()
                : secrets(header, below(request, given, files, profile), files);
        var masked =
                request.caller() == null ? Set.<String>of() : request.caller().masked();
        return new InputValues(given, files, new Secrets(secrets, absent(header, secrets), masked), profile);
    }

    /// What the texts of secrets may name.
    private StepScope below(
            RunRequest request, Map<String, Binding> given, Map<String, String> files, @Nullable String profile) {
        var declared = request.workflow().header().environment().secrets().keySet();
        var unread = new Secrets(Map.of(), declared, Set.of());
        return new Foresight(request, new InputValues(given, files, unread, profile), host).scope();
    }

    private @Nullable String profile(Header header, @Nullable String asked) {
        var variable = host.environment().get("PRODIGY_PROFILE");
        var name = asked != null
                ? asked
                : variable != null && !variable.isEmpty()
                        ? variable
                        : header.environment().activeProfile();
        var declared = new TreeSet<>(header.environment().profiles().keySet());
        if (name != null && !declared.contains(name)) {
            var near = Nearest.to(name, declared);
            wrong(
                    ProblemCode.UNDEFINED_REFERENCE,
                    "there is no profile `" + name + "`; "
                            + (declared.isEmpty()
                                    ? "the workflow declares none"
                                    : "declared: " + String.join(", ", declared))
                            + (near == null ? "" : "; did you mean `" + near + "`?"));
        }
        return name;
    }

    private Map<String, String> files(Header header, Map<String, Binding> given) {
        var variables = new LinkedHashMap<String, String>();
        for (var file : header.environment().files()) {
            var written = file.path();
            var names = new GivenNames(given, header.environment().env().keySet(), host.environment());
            var path = filled("env file " + written.source(), written, names);
            if (path == null) {
                continue;
            }
            var places = new HeldFile(fromHome(path), written.span().file(), host.directory());
            var name = places.name();
            if (name != null) {
                variables.putAll(file(host.directory().resolve(name), name, written));
            } else if (file.required()) {
                wrong(
                        ProblemCode.FILE_NOT_FOUND,
                        "env file not found: " + written.source() + "; tried " + places.tried(),
                        written.span());
            }
        }
        return variables;
    }

    /// @param name as problems name it
    private Map<String, String> file(Path path, String name, Text written) {
        try {
            if (Files.isRegularFile(path)) {
                var file = EnvFile.read(Files.readString(path), name);
                file.problems().forEach(each -> wrong(each.code(), each.message(), each.span()));
                return file.variables();
            }
            wrong(
                    ProblemCode.UNREADABLE,
                    "env file " + name + " cannot be read: " + FileKind.whyNoFile(path),
                    written.span());
        } catch (IOException e) {
            wrong(ProblemCode.UNREADABLE, "env file " + name + " cannot be read: " + e.getMessage(), written.span());
        }
        return Map.of();
    }

    private Map<String, String> secrets(Header header, StepScope names, Map<String, String> files) {
        var commands = new SecretCommands(host, halt, names);
        var values = new LinkedHashMap<String, String>();
        header.environment().secrets().forEach((name, secret) -> {
            if (!isAskedFor(secret)) {
                return;
            }
            var source = filled("secret `" + name + "`", secret, names);
            if (source == null) {
                return;
            }
            switch (value(new Secret(source, secret.required(), secret.span()), files, commands)) {
                case Reading.Content(var value) when value.length() >= SHORTEST_SECRET -> values.put(name, value);
                case Reading.Content _ ->
                    wrong(
                            ProblemCode.INVALID_VALUE,
                            "secret `" + name + "` is shorter than 4 characters and could not be masked");
                case Reading.Unavailable(var reason) -> {
                    if (secret.required()) {
                        if (source instanceof Secret.Source.Variable(var variable)) {
                            unset.add(variable);
                        }
                        withoutValue(name, reason);
                    }
                }
            }
        });
        return values;
    }

    /// A secret whose command was not run is not known to be absent.
    private Set<String> absent(Header header, Map<String, String> values) {
        var names = new HashSet<String>();
        header.environment().secrets().forEach((name, secret) -> {
            if (!values.containsKey(name) && isAskedFor(secret)) {
                names.add(name);
            }
        });
        return names;
    }

    private void withoutValue(String secret, String reason) {
        wrong(ProblemCode.INVALID_VALUE, "secret `" + secret + "` has no value (" + reason + ")");
    }

    private static String ofVariable(String name) {
        return "variable " + name + " of the environment or an env file";
    }

    private void wrong(ProblemCode code, String message) {
        problems.add(new InputProblem(code, message));
    }

    private void wrong(ProblemCode code, String message, Span span) {
        problems.add(new InputProblem(code, message, span, null));
    }

    private boolean isAskedFor(Secret secret) {
        return runsCommands || !(secret.source() instanceof Secret.Source.Command);
    }

    /// @return null where a placeholder of its key has no value, which is told
    private Secret.@Nullable Source filled(String what, Secret secret, Scope names) {
        return switch (secret.source()) {
            case Secret.Source.Variable(var key) -> {
                var name = filled(what, new Text(key, secret.span()), names);
                yield name == null ? null : new Secret.Source.Variable(name);
            }
            case Secret.Source.File(var key) -> {
                var path = filled(what, new Text(key, secret.span()), names);
                yield path == null ? null : new Secret.Source.File(path);
            }
            case Secret.Source.Literal literal -> literal;
            case Secret.Source.Command command -> command;
        };
    }

    private Reading value(Secret secret, Map<String, String> files, SecretCommands commands) {
        return switch (secret.source()) {
            case Secret.Source.Variable(var name) -> {
                var inFile = files.get(name);
                yield found(inFile == null ? host.environment().get(name) : inFile, ofVariable(name));
            }
            case Secret.Source.Literal(var value) -> new Reading.Content(value);
            case Secret.Source.File(var path) -> {
                var places = held(path, secret);
                yield found(content(places), "file " + path + "; tried " + places.tried());
            }
            case Secret.Source.Command(var command) -> commands.run(command);
        };
    }

    private static Reading found(@Nullable String value, String where) {
        return value == null ? new Reading.Unavailable(where) : new Reading.Content(value);
    }

    private HeldFile held(String path, Secret secret) {
        return new HeldFile(fromHome(path), secret.span().file(), host.directory());
    }

    private static @Nullable String content(HeldFile places) {
        var path = places.first();
        try {
            return path == null ? null : withoutLineEnds(Files.readString(path));
        } catch (IOException e) {
            return null;
        }
    }

    /// @param what whose path it is, for messages
    /// @return null where a placeholder has no value, which is told
    private @Nullable String filled(String what, Text text, Scope names) {
        return switch (Template.parse(text.source(), TextPlace.PATH).render(names, Sources.none())) {
            case Resolution.Filled filled -> filled.text();
            case Resolution.Undefined undefined -> {
                wrong(ProblemCode.UNDEFINED_REFERENCE, what + ": " + undefined.message(), text.span());
                yield null;
            }
            case Resolution.Failed failed -> {
                wrong(ProblemCode.INVALID_VALUE, what + ": " + failed.message(), text.span());
                yield null;
            }
        };
    }

    /// What is known before the env files are: parameters, and the environment.
    ///
    /// @param later names of entries of `env`, which stand above the env files
    private record GivenNames(Map<String, Binding> given, Set<String> later, Map<String, String> process)
            implements Scope {
        @Override
        public Binding find(String name) {
            var known = given.get(name);
            if (known != null) {
                return known;
            }
            return later.contains(name) && !process.containsKey(name)
                    ? new Binding.Missing("paths of env files see no entries of `env`")
                    : Binding.notOwned();
        }

        @Override
        public @Nullable String environment(String name) {
            return process.get(name);
        }
    }

    private String fromHome(String path) {
        var home = host.environment().get("HOME");
        return home != null && path.startsWith("~/") ? home + path.substring(1) : path;
    }

    /// @return the text without the line ends at its end
    static String withoutLineEnds(String text) {
        int end = text.length();
        while (end > 0 && (text.charAt(end - 1) == '\n' || text.charAt(end - 1) == '\r')) {
            end--;
        }
        return text.substring(0, end);
    }
}
