package dev.prodigy.lang.shell.flow;

import dev.prodigy.lang.shell.command.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/// The arguments of `git` that git has a shell run: aliases, programs of the configuration, and the commands of
/// `rebase --exec`, `submodule foreach` and the like.
final class GitShellArguments {
    private static final Pattern PROGRAM = Pattern.compile("(alias|core|filter|pager|sequence|uploadpack)\\..*"
            + "|.*\\.(command|cmd|helper|driver|textconv|program|editor|external|clean|smudge|process|update)");
    private static final Set<String> EXECUTED = Set.of("-x", "--exec");
    private static final Set<String> EXECUTING = Set.of("rebase", "filter-branch", "difftool", "grep");

    private GitShellArguments() {}

    /// @param words behind `git`
    /// @return those that hold code
    static List<Word> of(List<Word> words) {
        var code = new ArrayList<Word>();
        int at = 0;
        while (at < words.size() && words.get(at).text().startsWith("-")) {
            boolean takesNext = Set.of("-c", "-C", "--git-dir", "--work-tree", "--namespace", "--config-env")
                    .contains(words.get(at).text());
            if (words.get(at).text().equals("-c") && at + 1 < words.size() && setsProgram(words.get(at + 1))) {
                code.add(words.get(at + 1));
            }
            at += takesNext ? 2 : 1;
        }
        if (at < words.size()) {
            command(words.get(at).text(), words.subList(at + 1, words.size()), code);
        }
        return code;
    }

    private static void command(String command, List<Word> arguments, List<Word> code) {
        if (command.equals("submodule")
                && arguments.stream().anyMatch(word -> word.text().equals("foreach"))) {
            code.addAll(arguments);
        }
        for (int i = 0; i < arguments.size(); i++) {
            String option = arguments.get(i).text();
            boolean executed = EXECUTED.contains(option) || option.endsWith("-filter");
            if (EXECUTING.contains(command) && executed && i + 1 < arguments.size()) {
                code.add(arguments.get(i + 1));
            } else if (EXECUTING.contains(command) && option.startsWith("--exec=")) {
                code.add(arguments.get(i));
            }
        }
        if (command.equals("config")) {
            var operands = arguments.stream()
                    .filter(word -> !word.text().startsWith("-") && !word.text().equals("set"))
                    .toList();
            if (!operands.isEmpty() && isProgram(operands.getFirst().text())) {
                code.addAll(operands);
            }
        }
    }

    /// @return whether `KEY=VALUE` sets a program, or a key that is not known here
    private static boolean setsProgram(Word setting) {
        int equals = setting.text().indexOf('=');
        return isProgram(equals < 0 ? setting.text() : setting.text().substring(0, equals));
    }

    private static boolean isProgram(String key) {
        return key.indexOf('\0') >= 0
                || PROGRAM.matcher(key.toLowerCase(Locale.ROOT)).matches();
    }
}
