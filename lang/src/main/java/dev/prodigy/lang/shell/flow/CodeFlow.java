package dev.prodigy.lang.shell.flow;

import dev.prodigy.lang.shell.command.Expansions;
import dev.prodigy.lang.shell.command.Hole;
import dev.prodigy.lang.shell.command.Stretch;
import dev.prodigy.lang.shell.command.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Follows what reaches a shell as code: through arguments, pipes, groups, functions, substitutions, files and
/// the script's own variables (spec 01 §9.3). It rather follows too much: nothing is decided on its findings
/// but a warning.
public final class CodeFlow {
    /// Print nothing of what they are given.
    private static final Set<String> SILENT = Set.of(
            "test",
            "[",
            "cd",
            "pushd",
            "mkdir",
            "rm",
            "touch",
            "cp",
            "mv",
            "ln",
            "chmod",
            "exit",
            "return",
            "wc",
            "export",
            "local",
            "declare",
            "typeset",
            "readonly",
            "read",
            "set",
            "sleep",
            "kill",
            ":",
            "true",
            "false");
    private static final Set<String> READERS = Set.of("source", ".");
    /// The environment variables whose values programs run.
    private static final Set<String> COMMANDS_OF_PROGRAMS = Set.of(
            "GIT_SSH_COMMAND",
            "GIT_EDITOR",
            "GIT_SEQUENCE_EDITOR",
            "GIT_PAGER",
            "GIT_EXTERNAL_DIFF",
            "EDITOR",
            "VISUAL",
            "PAGER",
            "MANPAGER",
            "LESSOPEN",
            "RSYNC_RSH",
            "PROMPT_COMMAND");

    private final String text;
    private final Reach reach;
    private final List<Hole> values = new ArrayList<>();

    /// @param tokens of the text
    public CodeFlow(String text, List<Token> tokens) {
        this.text = text;
        this.reach = new Reach(text, tokens, command -> !SILENT.contains(command));
        reach.stages().forEach(this::look);
        for (var value : reach.assignments()) {
            if (COMMANDS_OF_PROGRAMS.contains(value.name())) {
                reach.reached(value.word(), value.around());
            }
        }
        reach.follow();
        values.addAll(reach.values());
    }

    /// @return the values that become code
    public List<Hole> values() {
        return values;
    }

    /// @return the variables of the shell whose values become code
    public List<Expansions.Read> expansions() {
        return reach.expansions();
    }

    /// @return the words that are assigned to a variable of the script's own
    public List<Stages.Assigned> assigned(String name) {
        return reach.assigned(name);
    }

    /// @return the substitutions that stand in a stretch and in no other one there
    List<Stage> substitutions(Stretch stretch) {
        return reach.substitutions(stretch);
    }

    private void look(Stage stage) {
        var command = stage.command;
        if (command == null) {
            return;
        }
        var code = CodeArguments.of(text, command);
        values.addAll(code.values());
        code.shellCode().forEach(word -> reach.reached(word, stage));
        if (READERS.contains(command.name()) || code.readsScript()) {
            if (READERS.contains(command.name())) {
                command.fed().forEach(input -> reach.reached(input, stage));
            }
            command.arguments().forEach(reach::script);
        }
        if (code.readsInput()) {
            command.fed().forEach(input -> reach.reached(input, stage));
        }
        if (code.readsInput() || code.fillsCode()) {
            reach.upstream(stage);
        }
        reach.written(command.words().isEmpty() ? null : command.words().getFirst());
    }
}
