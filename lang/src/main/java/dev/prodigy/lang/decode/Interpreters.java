package dev.prodigy.lang.decode;

import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.value.Value;
import java.util.List;

/// The shells that may run shell texts (spec 01 §2).
public final class Interpreters {
    private static final List<String> SHELLS = List.of("sh", "bash", "dash", "ksh", "mksh", "zsh");

    /// Name or path of a shell, possibly with options: `sh`, `bash -euo pipefail`.
    public static final Shape<String> INTERPRETER = Given.path(
            new ScalarShape<>(
                    "a shell, such as sh or bash -euo pipefail",
                    Schemas.pattern("^\\s*(\\S*/)?(" + String.join("|", SHELLS) + ")(\\s|$)"),
                    (scalar, place) -> {
                        var text = scalar.text().strip();
                        int blank = text.indexOf(' ');
                        var program = blank < 0 ? text : text.substring(0, blank);
                        var name = program.substring(program.lastIndexOf('/') + 1);
                        if (!SHELLS.contains(name)) {
                            var message = "\"" + scalar.text() + "\" is no shell that can run these texts";
                            place.report(Problem.error(
                                            ProblemCode.INVALID_VALUE,
                                            message,
                                            scalar.span(),
                                            place.path().toString())
                                    .suggesting(Nearest.to(name, SHELLS))
                                    .hinting("Use one of " + String.join(", ", SHELLS)
                                            + ", or call the program in a shell step."));
                            return null;
                        }
                        return text;
                    },
                    Value::of),
            "sh");

    private Interpreters() {}
}
