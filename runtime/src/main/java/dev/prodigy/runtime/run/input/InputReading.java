package dev.prodigy.runtime.run.input;

import dev.prodigy.engine.environment.SecretValues;
import dev.prodigy.engine.environment.Secrets;
import dev.prodigy.engine.environment.StepScope;
import dev.prodigy.lang.decode.Nearest;
import dev.prodigy.lang.decode.env.EnvFile;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.workflow.Header;
import dev.prodigy.runtime.home.FileKind;
import dev.prodigy.runtime.home.RunId;
import dev.prodigy.runtime.run.request.InputProblem;
import dev.prodigy.runtime.run.request.InputProblems;
import dev.prodigy.runtime.run.request.InputValues;
import dev.prodigy.runtime.run.request.ProfileChoice;
import dev.prodigy.runtime.run.request.RunOptions;
import dev.prodigy.runtime.run.request.RunRequest;
import dev.prodigy.runtime.run.request.RunnableWorkflow;
import dev.prodigy.runtime.world.Halt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Reads what comes into a run from outside, before anything is written (spec 01 §12, §13, 05 §2.1).
public final class InputReading {
    private final RunRequest.Host host;
    private final @Nullable RunId run;
    private final @Nullable Halt halt;
    private final InputProblems problems;

    /// @param run that has the values, or null where there is none
    /// @param halt ends the commands of secrets; null where none is executed
    private InputReading(RunRequest.Host host, @Nullable RunId run, @Nullable Halt halt, InputProblems problems) {
        this.host = host;
        this.run = run;
        this.halt = halt;
        this.problems = problems;
    }

    /// @param run that begins
    /// @param halt ends the commands of secrets
    public static ReadInputs of(RunRequest request, RunRequest.Host host, RunId run, Halt halt) {
        return new InputReading(host, run, halt, new InputProblems()).read(request, furtherSecrets(request, host));
    }

    /// Executes nothing: secrets that a command prints stay unknown.
    public static ReadInputs withoutCommands(RunRequest request, RunRequest.Host host) {
        return new InputReading(host, null, null, new InputProblems()).read(request, furtherSecrets(request, host));
    }

    /// Of a run that goes on.
    ///
    /// @param halt ends the commands of secrets; null where none is executed
    public static ReadInputs again(RunRequest request, RunRequest.Host host, RunId run, @Nullable Halt halt) {
        return new InputReading(host, run, halt, new InputProblems(true)).read(request, furtherSecrets(request, host));
    }

    /// Likewise, of a workflow that will be called, and without what it calls itself.
    static ReadInputs ofCalled(RunnableWorkflow workflow, ProfileChoice profile, RunRequest.Host host) {
        return new InputReading(host, null, null, new InputProblems())
                .read(new RunRequest(workflow, Map.of(), RunOptions.DEFAULT.in(profile)), SecretValues.NONE);
    }

    /// Of a workflow that was called, for its secrets; what the call gave is not known.
    ///
    /// @param halt ends the commands of secrets
    static ReadInputs ofCalledAgain(RunnableWorkflow workflow, ProfileChoice profile, RunRequest.Host host, Halt halt) {
        return new InputReading(host, null, halt, new InputProblems())
                .read(new RunRequest(workflow, Map.of(), RunOptions.DEFAULT.in(profile)), SecretValues.NONE);
    }

    /// @return the secrets of the runs around: the caller's, and those of the workflows that it calls
    private static SecretValues furtherSecrets(RunRequest request, RunRequest.Host host) {
        var further = CalledSecrets.of(request.loaded(), request.options().profile(), host);
        return request.caller() == null
                ? further
                : further.with(request.caller().secrets());
    }

    private ReadInputs read(RunRequest request, SecretValues further) {
        var header = request.workflow().header();
        var profile = profile(header, request.options().profile());
        var entries = profile == null ? null : header.environment().profiles().get(profile);
        var around = new GivenParameters.Around(
                host.settings().variables(), entries == null ? Map.of() : entries, host.environment(), run);
        var given = GivenParameters.of(request, around, problems);
        var files = files(header, given);
        var declared = header.environment().secrets();
        var secrets = declared.isEmpty()
                ? new Secrets(Map.of(), Set.of(), further)
                : secrets(request, below(request, given, files, profile), files).read(declared, further);
        var read = new ReadInputs(request, host, new InputValues(given, files, secrets, profile), problems);
        if (!problems.isEmpty()) {
            problems.mask(read.redactor());
        }
        return read;
    }

    private SecretReading secrets(RunRequest request, StepScope names, Map<String, String> files) {
        var commands = halt == null ? null : new SecretCommands(host, halt, names, request.timeout());
        return new SecretReading(host, files, names, commands, problems);
    }

    /// What the texts of secrets may name.
    private StepScope below(
            RunRequest request, Map<String, Binding> given, Map<String, String> files, @Nullable String profile) {
        var declared = request.workflow().header().environment().secrets().keySet();
        var unread = new Secrets(Map.of(), declared, SecretValues.NONE);
        return InputScope.of(request, new InputValues(given, files, unread, profile), host)
                .scope();
    }

    private @Nullable String profile(Header header, ProfileChoice choice) {
        var name = choice.in(header);
        var declared = new TreeSet<>(header.environment().profiles().keySet());
        if (name != null && !declared.contains(name)) {
            var near = Nearest.to(name, declared);
            problems.add(new InputProblem(
                    ProblemCode.UNDEFINED_REFERENCE,
                    "there is no profile `" + name + "`; "
                            + (declared.isEmpty()
                                    ? "the workflow declares none"
                                    : "declared: " + String.join(", ", declared))
                            + (near == null ? "" : "; did you mean `" + near + "`?")));
        }
        return name;
    }

    private Map<String, String> files(Header header, Map<String, Binding> given) {
        var variables = new LinkedHashMap<String, String>();
        for (var file : header.environment().files()) {
            var written = file.path();
            var names = new GivenNames(given, header.environment().env().keySet(), host.environment());
            var path = problems.filled("env file " + written.source(), written, names);
            if (path == null) {
                continue;
            }
            var places = HeldFile.of(path, written.span(), host);
            var name = places.name();
            if (name != null) {
                variables.putAll(file(host.directory().resolve(name), name, written));
            } else if (file.required()) {
                problems.add(
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
                file.problems().forEach(each -> problems.add(each.code(), each.message(), each.span()));
                return file.variables();
            }
            problems.add(
                    ProblemCode.UNREADABLE,
                    "env file " + name + " cannot be read: " + FileKind.whyNoFile(path),
                    written.span());
        } catch (IOException e) {
            problems.add(
                    ProblemCode.UNREADABLE, "env file " + name + " cannot be read: " + e.getMessage(), written.span());
        }
        return Map.of();
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
}
