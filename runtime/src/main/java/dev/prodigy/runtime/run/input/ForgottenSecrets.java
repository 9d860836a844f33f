package dev.prodigy.runtime.run.input;

import dev.prodigy.engine.environment.SecretValues;
import dev.prodigy.engine.environment.Secrets;
import dev.prodigy.model.env.EnvEntry;
import dev.prodigy.model.env.Secret;
import dev.prodigy.model.env.SecretNames;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.workflow.AllSteps;
import dev.prodigy.runtime.run.request.InputProblems;
import dev.prodigy.runtime.run.request.ProfileChoice;
import dev.prodigy.runtime.run.request.RunRequest;
import dev.prodigy.runtime.run.request.RunnableWorkflow;
import dev.prodigy.runtime.run.request.Warning;
import dev.prodigy.runtime.world.Halt;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// What steps of an earlier process knew as secret because a command printed it to them, and what of it a run that goes
/// on knows again (spec 05 §9). Secrets of called workflows are read anew; commands of steps' entries only steps can
/// run.
public final class ForgottenSecrets {
    private final RunRequest.Host host;
    private final Halt halt;
    private final SecretNames globs;
    private final Set<String> forgotten = new TreeSet<>();
    private SecretValues known = SecretValues.NONE;

    private ForgottenSecrets(RunRequest.Host host, Halt halt) {
        this.host = host;
        this.halt = halt;
        this.globs = host.settings().redaction().secretNames();
    }

    /// What is known again, and a warning of what is not.
    public record Found(SecretValues known, List<Warning> warnings) {}

    /// @param begun reads which calls were begun by now; asked only where that matters
    /// @param isBehind whether a step with this path has come to its end by now
    /// @param halt ends the commands of secrets
    public static Found of(
            RunRequest request,
            Supplier<BegunCalls> begun,
            Predicate<String> isBehind,
            RunRequest.Host host,
            Halt halt) {
        var secrets = new ForgottenSecrets(host, halt);
        secrets.ofSteps(request.loaded(), isBehind, "");
        if (request.loaded().children().values().stream().anyMatch(ForgottenSecrets::hasCommands)) {
            secrets.ofCalls(request.loaded(), request.options().profile(), begun.get());
        }
        return new Found(secrets.known, secrets.warnings());
    }

    private static boolean hasCommands(RunnableWorkflow called) {
        return SecretEntries.all(called.workflow()).stream()
                        .flatMap(entries -> entries.values().stream())
                        .anyMatch(EnvEntry.Printed.class::isInstance)
                || !printed(called).isEmpty()
                || called.children().values().stream().anyMatch(ForgottenSecrets::hasCommands);
    }

    private static List<String> printed(RunnableWorkflow called) {
        return called.workflow().header().environment().secrets().entrySet().stream()
                .filter(each -> each.getValue().source() instanceof Secret.Source.Command)
                .map(Map.Entry::getKey)
                .toList();
    }

    private List<Warning> warnings() {
        return forgotten.isEmpty()
                ? List.of()
                : List.of(new Warning(
                        "SECRET_FORGOTTEN",
                        "what commands gave earlier for these secrets is not stored, so that it is not masked where it"
                                + " shows up again: " + String.join(", ", forgotten)));
    }

    private void ofCalls(RunnableWorkflow workflow, ProfileChoice profile, BegunCalls begun) {
        begun.inner().forEach((file, inner) -> {
            var child = workflow.children().get(file);
            if (child != null) {
                var its = profile.ofCalled(child.workflow().header());
                var where = " of `" + file + "`";
                readAgain(child, its, where);
                ofSteps(child, _ -> true, where);
                ofCalls(child, its, inner);
            }
        });
    }

    /// The commands of marked entries are such as those of secrets are, and run as those do.
    private void readAgain(RunnableWorkflow called, ProfileChoice profile, String where) {
        var printed = printed(called);
        var entries = ofRun(called, profile);
        var marked = new LinkedHashMap<String, Secret>();
        entries.forEach((name, entry) -> {
            if (entry instanceof EnvEntry.Printed(var command, var _, var secret) && secret) {
                marked.put(name, new Secret(new Secret.Source.Command(command), true, command.span()));
            }
        });
        if (!printed.isEmpty() || !marked.isEmpty()) {
            var read = InputReading.ofCalledAgain(called, profile, host, halt);
            take(printed, read.values().secrets(), where);
            var names = InputScope.of(read.request(), read.values(), host).scope();
            var commands = new SecretCommands(host, halt, names, read.request().timeout());
            take(
                    marked.keySet(),
                    new SecretReading(host, read.values().files(), names, commands, new InputProblems())
                            .read(marked, SecretValues.NONE),
                    where);
        }
        entries.keySet().removeAll(marked.keySet());
        note(entries, where);
    }

    private void take(Collection<String> names, Secrets read, String where) {
        known = known.with(new SecretValues(Set.of(), read.declared()));
        names.stream()
                .filter(name -> read.value(name) == null)
                .forEach(name -> forgotten.add("`" + name + "`" + where));
    }

    private static Map<String, EnvEntry> ofRun(RunnableWorkflow called, ProfileChoice profile) {
        var header = called.workflow().header();
        var active = profile.in(header);
        var entries = new LinkedHashMap<>(header.environment().env());
        if (active != null) {
            entries.putAll(header.environment().profiles().getOrDefault(active, Map.of()));
        }
        return entries;
    }

    private void ofSteps(RunnableWorkflow workflow, Predicate<String> isBehind, String where) {
        var agents = workflow.workflow().header().agents();
        for (var step : AllSteps.of(workflow.workflow())) {
            if (isBehind.test(step.path())) {
                note(step.options().surroundings().env(), " of step " + step.label() + where);
                if (step.kind() instanceof StepKind.Agent asked && agents.get(asked.agent()) != null) {
                    note(agents.get(asked.agent()).env(), " of agent " + asked.agent() + where);
                }
            }
        }
    }

    private void note(Map<String, EnvEntry> entries, String where) {
        entries.forEach((name, entry) -> {
            if (entry instanceof EnvEntry.Printed && (entry.secret() || globs.contains(name))) {
                forgotten.add("`" + name + "`" + where);
            }
        });
    }
}
