package dev.prodigy.runtime.git.slot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// Where the slots of a repository and their lock files are.
///
/// @param worktrees the repository's directory of worktrees
/// @param locks the repository's directory of lock files
public record SlotPlaces(Path worktrees, Path locks) {
    private static final Pattern NAME = Pattern.compile("slot-(\\d{2,6})");

    /// @param number from 1
    /// @return such as `slot-01`
    public static String name(int number) {
        return number < 10 ? "slot-0" + number : "slot-" + number;
    }

    /// @return whether a directory's name is that of a slot
    public static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    /// @return the slot's directory, whether it exists or not
    public Path directory(int number) {
        return worktrees.resolve(name(number));
    }

    /// @return the file whose lock is the lease on a slot
    public Path lock(int number) {
        return lock(name(number));
    }

    /// @return the file whose lock is the lease on the slot of a name
    public Path lock(String name) {
        return locks.resolve(name + ".lock");
    }

    /// @return the numbers of the slots that exist, ascending
    public TreeSet<Integer> existing() throws IOException {
        var numbers = new TreeSet<Integer>();
        if (Files.isDirectory(worktrees)) {
            try (var each = Files.newDirectoryStream(worktrees, "slot-*")) {
                for (var directory : each) {
                    var name = NAME.matcher(directory.getFileName().toString());
                    if (name.matches()) {
                        numbers.add(Integer.parseInt(name.group(1)));
                    }
                }
            }
        }
        return numbers;
    }
}
