package dev.prodigy.runtime.git;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Reads commits and references through one long-lived `git cat-file --batch`: an answer takes some 50 µs and
/// starts no process. Objects and references are read anew each time, so that what other processes write is
/// seen.
public final class ObjectReader implements AutoCloseable {
    /// Histories of one attempt are short; a longer walk is left to git, which has an index for it.
    private static final int WALK_LIMIT = 64;

    private final Git git;
    private final GitCommand place;
    private final ReentrantLock turn = new ReentrantLock();
    private @Nullable GitDialogue dialogue;

    /// @param git what runs the commands
    /// @param repository the worktree whose repository is read
    public ObjectReader(Git git, WorkTree repository) {
        this.git = git;
        this.place = GitCommand.at(repository);
    }

    /// Reads the commit that a name stands for.
    ///
    /// @param name an object name, a full reference or any revision
    /// @return the commit, tags followed; nothing when there is none
    public Optional<Commit> commit(String name) {
        if (name.isBlank() || name.indexOf('\n') >= 0) {
            return Optional.empty();
        }
        turn.lock();
        try {
            // `:/text` takes everything behind it for text.
            return ask(name.startsWith(":/") ? name : name + "^{commit}");
        } finally {
            turn.unlock();
        }
    }

    /// @return the commit, which must be there
    /// @throws GitFailure WORKTREE_ERROR naming the commit when its object is gone
    public Commit commit(ObjectId id) {
        return commit(id.hex())
                .orElseThrow(() -> new GitFailure(GitCode.WORKTREE_ERROR, "the commit " + id + " is gone"));
    }

    /// @return what a reference or revision points to, as a commit
    public Optional<ObjectId> resolve(String name) {
        return commit(name).map(Commit::id);
    }

    /// @return whether the first commit is the second or can be reached from it
    public boolean isAncestor(ObjectId ancestor, ObjectId descendant) {
        var seen = new HashSet<ObjectId>();
        var next = new ArrayDeque<ObjectId>();
        next.add(descendant);
        while (!next.isEmpty()) {
            var id = next.remove();
            if (id.equals(ancestor)) {
                return true;
            }
            if (seen.size() == WALK_LIMIT) {
                return gitSaysAncestor(ancestor, descendant);
            }
            if (seen.add(id)) {
                commit(id.hex()).ifPresent(found -> next.addAll(found.parents()));
            }
        }
        return false;
    }

    @Override
    public void close() {
        turn.lock();
        try {
            hangUp();
        } finally {
            turn.unlock();
        }
    }

    private boolean gitSaysAncestor(ObjectId ancestor, ObjectId descendant) {
        var result = git.run(place.and("merge-base", "--is-ancestor", ancestor.hex(), descendant.hex()));
        if (result.exit() > 1) {
            throw result.failure(GitCode.GIT_ERROR);
        }
        return result.ok();
    }

    private Optional<Commit> ask(String name) {
        return DialogueEnded.askedAgain(() -> asked(name));
    }

    private Optional<Commit> asked(String name) {
        var open = dialogue;
        if (open == null) {
            open = git.open(place.and("cat-file", "--batch"));
            dialogue = open;
        }
        try {
            return answer(open, name);
        } catch (IOException e) {
            hangUp();
            throw open.failure("git cat-file --batch", e);
        }
    }

    private static Optional<Commit> answer(GitDialogue open, String name) throws IOException {
        open.send(name + "\n");
        // "<id> commit <size>", or "<name> missing" and the like
        String head = open.readLine();
        String[] words = head.split(" ", -1);
        if (words.length != 3 || !ObjectId.isName(words[0])) {
            return Optional.empty();
        }
        byte[] content = open.readBytes(Integer.parseInt(words[2]));
        open.readBytes(1);
        return words[1].equals("commit")
                ? Optional.of(Commit.parse(new ObjectId(words[0]), content))
                : Optional.empty();
    }

    private void hangUp() {
        if (dialogue != null) {
            dialogue.close();
            dialogue = null;
        }
    }
}
