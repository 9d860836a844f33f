package dev.prodigy.runtime.git.merge;

import dev.prodigy.runtime.git.ItemAttempt;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.RefChange;
import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.WorkTree;
import dev.prodigy.runtime.git.session.SessionBranch;
import dev.prodigy.runtime.git.session.SessionNotice;
import java.util.ArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// Merges items into the session branch, one at a time and in order of completion, without a
/// checkout (spec 03 §10). The first-parent history of the branch then holds exactly one merge
/// commit per item with commits. Safe for concurrent use.
public final class ItemMerge {
    private final Repository repository;
    private final SessionBranch branch;
    private final Consumer<SessionNotice> notices;
    private final UnaryOperator<String> masker;
    private final OffTreeMerge offTree;
    private final ReentrantLock turn = new ReentrantLock(true);
    private ObjectId recorded;

    /// @param branch to merge into
    /// @param recorded its tip as the journal knows it; a branch that is deleted or moved is put back there
    /// @param notices hears of that
    /// @param masker takes secrets out of what is repeated of an item's own messages
    public ItemMerge(
            Repository repository,
            SessionBranch branch,
            ObjectId recorded,
            Consumer<SessionNotice> notices,
            UnaryOperator<String> masker) {
        this.repository = repository;
        this.branch = branch;
        this.recorded = recorded;
        this.notices = notices;
        this.masker = masker;
        this.offTree = new OffTreeMerge(repository);
    }

    /// @return full name of the branch that items are merged into
    public String branch() {
        return branch.name();
    }

    /// Merges one item.
    ///
    /// @param slot where the item's files are
    /// @param start the commit the attempt began with
    /// @param head the item's last commit
    /// @param log makes the intent durable; called again when the branch moved meanwhile
    /// @throws GitFailure GIT_ERROR, GIT_LOCK
    public ItemMergeResult merge(
            ItemAttempt item, WorkTree slot, ObjectId start, ObjectId head, ItemMergeIntent.Log log) {
        if (head.equals(start)) {
            return new ItemMergeResult.NothingToMerge();
        }
        String subject = masker.apply(repository.objects().commit(head).subject());
        String message = Trailers.itemMessage(item, subject);
        turn.lock();
        try {
            while (true) {
                var tip = tip();
                switch (offTree.merge(slot, tip, head)) {
                    case OffTreeMerge.Result.Conflicting(var files) -> {
                        return new ItemMergeResult.Conflict(tip, files);
                    }
                    case OffTreeMerge.Result.Clean(var tree) -> {
                        var commit = offTree.commit(tree, tip, head, message);
                        log.record(new ItemMergeIntent(head, tip, commit));
                        if (moved(tip, commit)) {
                            recorded = commit;
                            return new ItemMergeResult.Merged(commit);
                        }
                    }
                }
            }
        } finally {
            turn.unlock();
        }
    }

    /// @return the tip of the session branch, which is put back first when it was deleted or moved elsewhere
    public ObjectId tip() {
        var heard = new ArrayList<SessionNotice>();
        turn.lock();
        try {
            recorded = branch.mend(recorded, heard);
            heard.forEach(notices);
            return recorded;
        } finally {
            turn.unlock();
        }
    }

    /// The answer to a move can get lost with the process that gives it: then the branch itself says
    /// whether it moved.
    private boolean moved(ObjectId tip, ObjectId commit) {
        return repository.refs().change(new RefChange.Move(branch.name(), tip, commit))
                || branch.tip().filter(commit::equals).isPresent();
    }
}
