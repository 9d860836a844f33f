package dev.prodigy.lang.shell;

import dev.prodigy.lang.shell.command.SimpleCommand;
import dev.prodigy.lang.shell.command.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Finds the places outside of the working directory that a command goes to or writes to (spec 05 §3,
/// ESCAPES_WORKTREE). Reading elsewhere is common and harmless.
public final class Escapes {
    private static final Set<String> GOING = Set.of("cd", "pushd");
    private static final Set<String> WRITING =
            Set.of("cp", "install", "ln", "mkdir", "mv", "rm", "rmdir", "rsync", "tee", "touch", "truncate");
    /// Only what stands last is written.
    private static final Set<String> COPYING = Set.of("cp", "install", "ln", "rsync");
    /// Made for everybody to write to.
    private static final List<String> COMMON = List.of("/dev/", "/tmp/", "/var/tmp/", "/proc/self/");

    private Escapes() {}

    /// @return the words that name such places
    static List<Word> of(SimpleCommand command) {
        var found = new ArrayList<Word>();
        command.written().stream().filter(Escapes::isOutside).forEach(found::add);
        if (GOING.contains(command.name())) {
            operands(command).stream().filter(Escapes::leaves).forEach(found::add);
        } else if (WRITING.contains(command.name())) {
            var operands = operands(command);
            int first = COPYING.contains(command.name()) ? Math.max(0, operands.size() - 1) : 0;
            operands.stream().skip(first).filter(Escapes::isOutside).forEach(found::add);
        }
        return found;
    }

    private static List<Word> operands(SimpleCommand command) {
        return command.arguments().stream()
                .filter(word -> !word.text().startsWith("-"))
                .toList();
    }

    private static boolean leaves(Word word) {
        var text = word.literal();
        return isOutside(word) || (text != null && (text.equals("..") || text.startsWith("../")));
    }

    private static boolean isOutside(Word word) {
        var text = word.literal();
        return text != null && isOutside(text);
    }

    /// @return whether a path names a place that is neither below the working directory nor made for everybody
    public static boolean isOutside(String path) {
        return path.startsWith("/") && COMMON.stream().noneMatch((path + "/")::startsWith);
    }
}
