package dev.prodigy.runtime.run.input;

import dev.prodigy.engine.environment.SecretValues;
import dev.prodigy.engine.environment.Secrets;
import dev.prodigy.engine.environment.StepScope;
import dev.prodigy.lang.expr.scope.Sources.Reading;
import dev.prodigy.lang.expr.value.LineEnds;
import dev.prodigy.model.env.Secret;
import dev.prodigy.model.env.Secret.Source;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.text.Text;
import dev.prodigy.runtime.run.request.InputProblems;
import dev.prodigy.runtime.run.request.RunRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads the secrets of a workflow (spec 01 §13).
final class SecretReading {
    private static final int SHORTEST = 4;

    private final RunRequest.Host host;
    private final Map<String, String> files;
    private final StepScope names;
    private final @Nullable SecretCommands commands;
    private final InputProblems problems;

    /// @param files the variables of env files
    /// @param names what lies below the secrets
    /// @param commands runs commands; null where nothing is executed, and what they would print stays unknown
    /// @param problems receives what is missing or wrong
    SecretReading(
            RunRequest.Host host,
            Map<String, String> files,
            StepScope names,
            @Nullable SecretCommands commands,
            InputProblems problems) {
        this.host = host;
        this.files = files;
        this.names = names;
        this.commands = commands;
        this.problems = problems;
    }

    /// @param declared by name
    /// @param further values of the runs around, which have no name here
    Secrets read(Map<String, Secret> declared, SecretValues further) {
        var values = new LinkedHashMap<String, String>();
        var absent = new HashSet<String>();
        declared.forEach((name, secret) -> {
            // one whose command was not run is not known to be absent
            if (commands != null || !(secret.source() instanceof Source.Command)) {
                var value = value(name, secret);
                if (value == null) {
                    absent.add(name);
                } else {
                    values.put(name, value);
                }
            }
        });
        return new Secrets(values, absent, further);
    }

    /// @return null where there is none, which is told if it is needed
    private @Nullable String value(String name, Secret secret) {
        var source = filled("secret `" + name + "`", secret);
        return switch (source == null ? null : reading(source, secret)) {
            case null -> null;
            case Reading.Content(var value) when value.length() >= SHORTEST -> value;
            case Reading.Content _ -> {
                problems.add(
                        ProblemCode.INVALID_VALUE,
                        "secret `" + name + "` is shorter than 4 characters and could not be masked",
                        secret.span());
                yield null;
            }
            case Reading.Unavailable(var reason, var _) -> {
                if (secret.required()) {
                    problems.lacking(
                            name,
                            reason,
                            secret.span(),
                            source instanceof Source.Variable(var variable) ? variable : null);
                }
                yield null;
            }
        };
    }

    /// @return null where a placeholder of its key has no value, which is told
    private @Nullable Source filled(String what, Secret secret) {
        return switch (secret.source()) {
            case Source.Variable(var key) -> {
                var name = problems.filled(what, new Text(key, secret.span()), names);
                yield name == null ? null : new Source.Variable(name);
            }
            case Source.File(var key) -> {
                var path = problems.filled(what, new Text(key, secret.span()), names);
                yield path == null ? null : new Source.File(path);
            }
            case Source.Literal literal -> literal;
            case Source.Command command -> command;
        };
    }

    private @Nullable Reading reading(Source source, Secret secret) {
        return switch (source) {
            case Source.Variable(var name) -> {
                var inFile = files.get(name);
                yield found(inFile == null ? host.environment().get(name) : inFile, variable(name));
            }
            case Source.Literal(var value) -> new Reading.Content(value);
            case Source.File(var path) -> {
                var places = HeldFile.of(path, secret.span(), host);
                yield found(content(places), "file " + path + "; tried " + places.tried());
            }
            case Source.Command(var command) -> commands == null ? null : commands.run(command);
        };
    }

    /// @return how messages name a variable that a secret is the value of
    static String variable(String name) {
        return "variable " + name + " of the environment or an env file";
    }

    private static Reading found(@Nullable String value, String where) {
        return value == null ? new Reading.Unavailable(where) : new Reading.Content(value);
    }

    private static @Nullable String content(HeldFile places) {
        var path = places.first();
        try {
            return path == null ? null : LineEnds.stripped(Files.readString(path));
        } catch (IOException e) {
            return null;
        }
    }
}
