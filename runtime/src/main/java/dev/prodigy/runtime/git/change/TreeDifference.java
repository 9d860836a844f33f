package dev.prodigy.runtime.git.change;

import dev.prodigy.runtime.git.ObjectId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/// Reads the output of `git diff-tree -z --raw --numstat --no-renames`: for each path `:<modes> <ids>
/// <letter>` and the path, then for each `<insertions>\t<deletions>\t<path>`.
final class TreeDifference {
    private static final Comparator<String> BYTE_ORDER = (one, other) ->
            Arrays.compareUnsigned(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));

    private final Set<String> leftOut;
    private final List<String> added = new ArrayList<>();
    private final List<String> modified = new ArrayList<>();
    private final List<String> deleted = new ArrayList<>();
    private long insertions;
    private long deletions;

    /// @param leftOut paths that count as unchanged
    TreeDifference(Set<String> leftOut) {
        this.leftOut = leftOut;
    }

    void read(List<String> fields) {
        for (int i = 0; i < fields.size(); i++) {
            String field = fields.get(i);
            if (field.startsWith(":") && i + 1 < fields.size()) {
                i++;
                if (!leftOut.contains(fields.get(i))) {
                    listFor(field.charAt(field.length() - 1)).add(fields.get(i));
                }
            } else {
                String[] words = field.split("\t", 3);
                if (!leftOut.contains(words[2])) {
                    insertions += count(words[0]);
                    deletions += count(words[1]);
                }
            }
        }
    }

    Changes with(List<ObjectId> commits) {
        var changed = new ArrayList<String>();
        changed.addAll(added);
        changed.addAll(modified);
        changed.addAll(deleted);
        for (var list : List.of(added, modified, deleted, changed)) {
            list.sort(BYTE_ORDER);
        }
        return new Changes(added, modified, deleted, changed, commits, insertions, deletions);
    }

    /// A changed type (a file became a link) is a modification.
    private List<String> listFor(char letter) {
        return switch (letter) {
            case 'A' -> added;
            case 'D' -> deleted;
            default -> modified;
        };
    }

    /// `-` stands for a binary file.
    private static long count(String number) {
        return number.equals("-") ? 0 : Long.parseLong(number);
    }
}
