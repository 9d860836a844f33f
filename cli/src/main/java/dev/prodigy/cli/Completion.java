package dev.prodigy.cli;

import dev.prodigy.cli.command.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Scripts by which shells complete command lines, made from the commands' own declarations.
enum Completion {
    BASH {
        @Override
        String script() {
            return bash("# To use it now: source <(prodigy completion bash)\n");
        }
    },
    ZSH {
        @Override
        String script() {
            return bash(
                    "# To use it now: source <(prodigy completion zsh)\nautoload -U +X bashcompinit && bashcompinit\n");
        }
    },
    FISH {
        @Override
        String script() {
            return fish();
        }
    };

    /// @return the whole script
    abstract String script();

    /// @return the names of the shells
    static List<String> shells() {
        return Stream.of(values())
                .map(shell -> shell.name().toLowerCase(Locale.ROOT))
                .toList();
    }

    /// Words of the command are found one after the other; where nothing fits, files are offered.
    private static String bash(String head) {
        return head + """
                _prodigy() {
                  local cur=${COMP_WORDS[COMP_CWORD]} words= command= i
                  for ((i = 1; i < COMP_CWORD; i++)); do
                    case "$command ${COMP_WORDS[i]}" in
                %s    esac
                  done
                  case $command in
                    "") words="%s" ;;
                %s  esac
                  COMPREPLY=($(compgen -W "$words" -- "$cur"))
                }
                complete -o bashdefault -o default -F _prodigy prodigy
                """.formatted(all(Completion::found), words(CommandName.tops()), all(Completion::offered));
    }

    private static String all(Function<CommandName, String> line) {
        return Stream.of(CommandName.values()).map(line).collect(Collectors.joining());
    }

    private static String found(CommandName name) {
        var above = name.isTop() ? "" : first(name);
        var patterns = name.lastWords().stream()
                .map(word -> '"' + above + " " + word + '"')
                .collect(Collectors.joining("|"));
        return "      " + patterns + ") command=\"" + name.text() + "\" ;;\n";
    }

    private static String offered(CommandName name) {
        var words = new ArrayList<>(List.of(words(name.below())));
        words.addAll(options(name).map(Option::name).toList());
        return "    \"" + name.text() + "\") words=\"" + String.join(" ", words).strip() + "\" ;;\n";
    }

    private static String words(List<CommandName> names) {
        return names.stream().flatMap(name -> name.lastWords().stream()).collect(Collectors.joining(" "));
    }

    private static Stream<Option<?>> options(CommandName name) {
        if (!name.runsAlone()) {
            return Stream.of();
        }
        var signature = name.load().signature();
        return Stream.concat(signature.options().stream(), signature.globals().stream());
    }

    private static String fish() {
        var lines = new StringBuilder("# To use it now: prodigy completion fish | source\n");
        for (var name : CommandName.values()) {
            var seen = name.isTop() ? "__fish_use_subcommand" : "__fish_seen_subcommand_from " + first(name);
            lines.append("complete -c prodigy -n '%s' -a '%s' -d '%s'\n"
                    .formatted(seen, String.join(" ", name.lastWords()), quoted(name.summary())));
            var here = (name.isTop() ? "" : "__fish_seen_subcommand_from " + first(name) + "; and ")
                    + "__fish_seen_subcommand_from " + String.join(" ", name.lastWords());
            options(name)
                    .filter(option -> option.name().startsWith("--"))
                    .forEach(option -> lines.append("complete -c prodigy -n '%s' -l %s%s -d '%s'\n"
                            .formatted(
                                    here,
                                    option.name().substring(2),
                                    option.isFlag() ? "" : " -r",
                                    quoted(option.meaning()))));
        }
        return lines.toString();
    }

    private static String first(CommandName name) {
        return name.text().substring(0, name.text().indexOf(' '));
    }

    private static String quoted(String text) {
        return text.replace("\\", "\\\\").replace("'", "\\'");
    }
}
