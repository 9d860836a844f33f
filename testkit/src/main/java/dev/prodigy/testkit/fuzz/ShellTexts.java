package dev.prodigy.testkit.fuzz;

import dev.prodigy.lang.shell.PlaceholderNature;
import dev.prodigy.lang.shell.ShellLint;
import dev.prodigy.lang.shell.ShellText;
import dev.prodigy.lang.shell.request.Dialect;
import dev.prodigy.lang.shell.request.Fill;
import dev.prodigy.lang.shell.request.ShellRequest;
import java.util.List;

/// The shell scanner: every text is rewritten or refused, always alike, and what is the shell's alone stays byte for
/// byte.
final class ShellTexts implements FuzzTarget {
    private static final List<PlaceholderNature> NATURES = List.of(PlaceholderNature.values());

    private static final List<String> PIECES = List.of(
            "'",
            "\"",
            "`",
            "\\",
            "$",
            "(",
            ")",
            "((",
            "))",
            "$(",
            "$((",
            "${",
            "}",
            "{",
            "[",
            "]",
            "[[ ",
            " ]]",
            "$[",
            "<<",
            "<<-",
            "<<<",
            "<",
            ">",
            ">&",
            "&",
            ";",
            ";;",
            "|",
            "#",
            " ",
            "\n",
            "\t",
            "EOF",
            "<<EOF\n",
            "\nEOF\n",
            "<<'EOF'\n",
            "case x in ",
            "esac",
            "for x in ",
            "do ",
            "done",
            "if ",
            "then ",
            "fi",
            "f() ",
            "a=",
            "a[",
            "=(",
            "$'",
            "$\"",
            "echo ",
            "eval ",
            "[[ a -gt ",
            "let ",
            "declare -i ",
            "${d}",
            "${t}",
            "${w}",
            "${x:-",
            "${x%",
            "${#",
            "!",
            "~",
            "*",
            "?",
            "-",
            "cd .. ",
            "é",
            "\u0000",
            "=",
            "a",
            "1",
            "EOF\n",
            "'EOF'\n",
            "case ",
            " in ",
            "for ",
            "-gt",
            ":",
            "%",
            "/",
            "@",
            "x=(",
            "$$",
            "$${",
            "\\`",
            "\\\n",
            "${x:",
            "${f}");

    @Override
    public String name() {
        return "shell";
    }

    @Override
    public List<String> pieces() {
        return PIECES;
    }

    @Override
    public void take(String input) {
        for (var dialect : Dialect.values()) {
            var request = ShellRequest.bash(input, ShellTexts::fill).in(dialect);
            var rewritten = ShellText.of(request);
            if (!rewritten.equals(ShellText.of(request))) {
                throw new IllegalStateException("not rewritten alike twice: " + rewritten);
            }
        }
        ShellLint.study(input, body -> NATURES.get(body.length() % NATURES.size()));
        var own = ShellText.of(ShellRequest.bash(input, _ -> new Fill.Foreign()));
        if (!input.contains("$${")
                && own instanceof ShellText.Ready ready
                && !ready.text().equals(input)) {
            throw new IllegalStateException("the shell's own text was changed to " + ready.text());
        }
    }

    private static Fill fill(String body) {
        return switch (body) {
            case "d" -> new Fill.Data("'$(x)\"\n`");
            case "t" -> new Fill.Text("'\n(");
            case "w" -> new Fill.Words(List.of("a b", ""));
            case "f" -> new Fill.Fallback("\\}'${d} $${t} ${w}\\");
            case "x:-" -> new Fill.Data("7");
            default -> new Fill.Foreign();
        };
    }
}
