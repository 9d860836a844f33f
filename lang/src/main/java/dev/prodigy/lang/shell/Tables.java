package dev.prodigy.lang.shell;

import dev.prodigy.lang.shell.command.SimpleCommand;
import dev.prodigy.lang.shell.command.Stretch;
import dev.prodigy.lang.shell.command.Token;
import dev.prodigy.lang.shell.request.Identifier;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The lookup tables of a script (`declare -A`): in `${TABLE[…]}` and `TABLE[…]=` the shell expands the key and
/// evaluates nothing.
///
/// @param names the variables that are declared as tables, and by nothing else
record Tables(String text, Set<String> names) {
    private static final Set<String> DECLARATIONS = Set.of("declare", "typeset", "local", "readonly", "export");

    static Tables of(String text, List<Token> tokens) {
        var tables = new HashSet<String>();
        var others = new HashSet<String>();
        for (var token : tokens) {
            if (token instanceof Token.Simple(var _, SimpleCommand command)) {
                boolean declares = DECLARATIONS.contains(command.name());
                if (declares || command.name().equals("unset")) {
                    var named = declares && command.hasOption('A') ? tables : others;
                    command.arguments().forEach(word -> named.add(String.valueOf(word.declared())));
                }
            }
        }
        tables.removeAll(others);
        return new Tables(text, tables);
    }

    /// @return whether what the shell may evaluate there is the key of a table
    boolean isKey(Stretch stretch) {
        int bracket = text.startsWith("[", stretch.start()) ? stretch.start() : stretch.start() - 1;
        if (bracket < 0 || text.charAt(bracket) != '[') {
            return false;
        }
        int start = bracket;
        while (start > 0 && Identifier.is(text.substring(start - 1, bracket))) {
            start--;
        }
        if (!names.contains(text.substring(start, bracket))) {
            return false;
        }
        int close = text.indexOf(']', stretch.end() - 1);
        boolean assigned = close >= 0 && (text.startsWith("=", close + 1) || text.startsWith("+=", close + 1));
        return text.startsWith("${", start - 2)
                || (assigned && (start == 0 || " \t\n;".indexOf(text.charAt(start - 1)) >= 0));
    }
}
