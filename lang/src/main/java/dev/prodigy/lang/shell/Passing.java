package dev.prodigy.lang.shell;

import dev.prodigy.lang.shell.command.Observer;
import dev.prodigy.lang.shell.grammar.ShellScanner;
import dev.prodigy.lang.shell.request.Fill;
import dev.prodigy.lang.shell.request.Identifier;
import dev.prodigy.lang.shell.request.Refusal;
import dev.prodigy.lang.shell.request.Resolver;
import dev.prodigy.lang.shell.request.ShellCode;
import dev.prodigy.lang.shell.request.ShellRequest;
import dev.prodigy.lang.shell.request.ValueLimits;
import dev.prodigy.lang.shell.script.Rewriting;
import dev.prodigy.lang.shell.script.ScriptDraft;
import dev.prodigy.lang.shell.script.ValueNames;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/// Decides which variables of a script go through its environment and which through files (spec 01 §9.3, §9.4).
final class Passing {
    private final ValueLimits limits;
    private final SequencedMap<String, String> exported = new LinkedHashMap<>();
    private final SequencedMap<String, String> spilled = new LinkedHashMap<>();
    private final ExportRoom room;

    private Passing(ValueLimits limits) {
        this.limits = limits;
        this.room = new ExportRoom(limits);
    }

    /// @throws Refusal when the text cannot be run
    static ShellText.Ready of(ShellRequest request) {
        String text = request.text();
        if (text.indexOf('\0') >= 0) {
            throw new Refusal(
                    ShellCode.VALUE_HAS_NUL, "a NUL character cannot stand in a shell text", text.indexOf('\0'));
        }
        Passing passing = new Passing(request.limits());
        passing.addNames(request.plainNames(), text);
        if (!text.contains("${")) {
            return new ShellText.Ready(text, passing.exported, passing.spilled);
        }
        Noting resolver = new Noting(request.resolver());
        ShellScanner scanner = ShellScanner.scan(text, request.dialect(), resolver, Observer.NONE);
        ScriptDraft draft = scanner.draft();
        if (!resolver.anyOurs && !text.contains("$${")) {
            return new ShellText.Ready(text, passing.exported, passing.spilled); // byte for byte as written
        }
        List<String> taken = new ArrayList<>(Rewriting.texts(draft));
        taken.addAll(request.plainNames().keySet());
        ValueNames variables = ValueNames.avoiding(request.limits().value(), taken);
        Rewriting rewriting = new Rewriting(draft, variables);
        String script = rewriting.write();
        if (!Collections.disjoint(scanner.integers(), scanner.assigned().keySet())) {
            new EvaluatedValues(script, rewriting.references(), request).check();
        }
        variables.values().entrySet().forEach(passing::add);
        return new ShellText.Ready(script, passing.exported, passing.spilled);
    }

    /// Knows whether any placeholder was the workflow's.
    private static final class Noting implements Resolver {
        private final Resolver resolver;
        private boolean anyOurs;

        Noting(Resolver resolver) {
            this.resolver = resolver;
        }

        @Override
        public Fill fill(String body) {
            Fill fill = resolver.fill(body);
            anyOurs |= !(fill instanceof Fill.Foreign);
            return fill;
        }
    }

    /// Exports a value if there is room.
    private void add(Map.Entry<String, String> variable) {
        (room.takes(variable) ? exported : spilled).put(variable.getKey(), variable.getValue());
    }

    /// Exports the plain names as far as there is room: what is not exported is still a variable of the script,
    /// but not of the programs it starts.
    private void addNames(Map<String, String> names, String text) {
        var variables = new LinkedHashMap<String, String>();
        names.forEach((name, value) -> {
            if (Identifier.is(name) && canBePassed(name, value, text)) {
                variables.put(name, value);
            }
        });
        room.inOrder(variables).forEach(this::add);
    }

    /// A value that no variable can hold only matters to a text that mentions its name.
    private boolean canBePassed(String name, String value, String text) {
        if (value.indexOf('\0') < 0 && value.length() <= limits.value()) {
            return true;
        }
        int mention = text.indexOf(name);
        if (mention >= 0) {
            ValueNames.check(value, "the value of `" + name + "`", limits.value(), mention);
        }
        return false;
    }
}
