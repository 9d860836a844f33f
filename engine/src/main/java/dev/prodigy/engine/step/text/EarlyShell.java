package dev.prodigy.engine.step.text;

import dev.prodigy.engine.environment.StepScope;
import dev.prodigy.lang.expr.scope.Sources;
import dev.prodigy.lang.expr.value.ValueText;
import dev.prodigy.lang.shell.ShellText;
import dev.prodigy.lang.shell.request.Dialect;
import dev.prodigy.lang.shell.request.ShellRequest;
import dev.prodigy.lang.shell.request.ValueLimits;
import dev.prodigy.model.text.Text;
import java.util.LinkedHashMap;
import java.util.Map;

/// Shell texts that run before there is a run: those of secrets (spec 01 §9, §13).
public final class EarlyShell {
    private EarlyShell() {}

    /// @param names what the text may name, none of it brought forth by a step
    /// @param dialect of the shell that will run it
    /// @return the text in which no value is code, with the variables that it needs; or why it cannot be run
    public static ShellText of(Text text, StepScope names, Dialect dialect) {
        var plain = new LinkedHashMap<String, String>();
        names.plainNames().forEach((name, value) -> plain.put(name, ValueText.of(value.value(), value.style())));
        var fill = new ShellFill(names, Sources.none());
        return ShellText.of(new ShellRequest(text.source(), dialect, fill, Map.of(), plain, ValueLimits.STANDARD));
    }
}
