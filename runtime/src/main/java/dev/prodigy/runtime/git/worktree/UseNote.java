package dev.prodigy.runtime.git.worktree;

import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.ItemAttempt;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.WorkTree;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Optional;

/// A line beside a slot's index that says for which attempt the slot was last made ready, and whether
/// everything worth keeping was taken out again. After a crash the next user learns from it under which name
/// to save what is there.
///
/// @param start the commit the attempt began with
/// @param settled whether nothing of it is left to save
public record UseNote(ItemAttempt user, ObjectId start, boolean settled) {
    private static final String FILE = "prodigy-use";
    private static final int WORDS = 5;

    /// Writes the note, in place of an older one.
    ///
    /// @throws GitFailure WORKTREE_ERROR
    public void write(WorkTree tree) {
        var line = String.join(
                " ",
                user.runId(),
                user.itemId(),
                Integer.toString(user.attempt()),
                start.hex(),
                settled ? "settled" : "busy");
        try {
            Files.writeString(tree.own(FILE), line);
        } catch (IOException e) {
            throw GitFailure.of(GitCode.WORKTREE_ERROR, "cannot write to " + tree.gitDir(), e);
        }
    }

    /// @return this, saying that nothing is left to save
    public UseNote settle() {
        return new UseNote(user, start, true);
    }

    /// @return the note of a worktree; nothing when there is none that can be read
    public static Optional<UseNote> of(WorkTree tree) {
        try {
            String[] words = Files.readString(tree.own(FILE)).split(" ", -1);
            if (words.length != WORDS || !ObjectId.isName(words[3])) {
                return Optional.empty();
            }
            var user = new ItemAttempt(words[0], words[1], Integer.parseInt(words[2]));
            return Optional.of(new UseNote(user, new ObjectId(words[3]), words[4].equals("settled")));
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }
}
