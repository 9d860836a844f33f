package dev.prodigy.runtime.workspace;

import dev.prodigy.runtime.git.FewNames;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.salvage.Saved;

/// Says in words what became of work that would have been lost.
public final class SavedWords {
    private SavedWords() {}

    /// @return such as `a.txt, b.txt in refs/prodigy/salvage/…`
    public static String of(Saved saved) {
        return switch (saved) {
            case Saved.Kept kept ->
                (kept.paths().isEmpty() ? "commits" : FewNames.of(kept.paths())) + " in " + kept.ref();
            case Saved.Retired retired ->
                "the whole directory, now " + retired.where().root() + ", because " + retired.reason();
            case Saved.Nothing _ -> "nothing";
        };
    }

    /// @param who left them, such as `item-001`
    /// @return which files were saved, and that they are not merged
    public static String leftovers(String who, Saved.Kept kept) {
        return who + " left uncommitted files, which were saved and not merged: " + FewNames.of(kept.paths()) + " in "
                + kept.ref();
    }

    /// @param who left them, such as `item-001`
    /// @return where the directory with them is, why, and that they are not merged
    public static String leftovers(String who, Saved.Retired retired) {
        return who + " left uncommitted files, which are not merged; kept is " + of(retired);
    }

    /// @param who made them, such as `item-001`
    /// @return which commits were saved, and that they are not merged
    public static String commits(String who, Saved.Kept kept) {
        var names = kept.lost().stream().map(ObjectId::abbreviated).toList();
        return who + " made commits and took them out of the history again; they were saved and not merged: "
                + FewNames.of(names) + " in " + kept.ref();
    }
}
