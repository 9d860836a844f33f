package dev.prodigy.runtime.git;

import dev.prodigy.runtime.time.Waiter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Reads and moves references. Moves are compare-and-swap transactions through one long-lived
/// `git update-ref --stdin`, without hooks; all changes of a call happen, or none.
public final class Refs implements AutoCloseable {
    private static final Duration LOCK_PATIENCE = Duration.ofSeconds(10);

    /// Waiting is ours, which a stop cuts off: git alone would wait for a second each time, and all changes with it.
    private static final List<String> PACKED_REFS_PATIENCE = List.of("-c", "core.packedRefsTimeout=100");

    private final Git git;
    private final GitCommand place;
    private final Path commonDir;
    private final ObjectReader objects;
    private final Waiter waiter;
    private final ReentrantLock turn = new ReentrantLock();
    private @Nullable GitDialogue dialogue;

    /// @param git what runs the commands
    /// @param repository the worktree whose repository is meant
    /// @param commonDir the git directory of that repository
    /// @param waiter how to wait for another process's lock
    public Refs(Git git, WorkTree repository, Path commonDir, ObjectReader objects, Waiter waiter) {
        this.git = git;
        this.place = GitCommand.at(repository);
        this.commonDir = commonDir;
        this.objects = objects;
        this.waiter = waiter;
    }

    /// @param name full name
    /// @return the commit it points to
    public Optional<ObjectId> find(String name) {
        return objects.resolve(name);
    }

    /// @param prefix such as `refs/heads/prodigy/`
    /// @return the references below it with what they point to, by name
    public Map<String, ObjectId> below(String prefix) {
        var listed = git.run(place.and("for-each-ref", "--format=%(objectname) %(refname)", prefix))
                .orThrow(GitCode.GIT_ERROR);
        var found = new LinkedHashMap<String, ObjectId>();
        listed.output().lines().forEach(line -> {
            int blank = line.indexOf(' ');
            found.put(line.substring(blank + 1), new ObjectId(line.substring(0, blank)));
        });
        return found;
    }

    /// @param prefix such as `refs/heads/prodigy-items/`
    /// @return the branches below it that a commit reaches and no worktree has checked out, with what they point to
    public Map<String, ObjectId> merged(String prefix, ObjectId commit) {
        var format = "--format=%(objectname) %(refname) %(worktreepath)";
        var listed = git.run(place.and("for-each-ref", format, "--merged=" + commit.hex(), prefix))
                .orThrow(GitCode.GIT_ERROR);
        var found = new LinkedHashMap<String, ObjectId>();
        listed.output().lines().map(line -> line.split(" ", 3)).forEach(words -> {
            if (words[2].isEmpty()) {
                found.put(words[1], new ObjectId(words[0]));
            }
        });
        return found;
    }

    /// Makes the changes.
    ///
    /// @return false when a reference was not what a change expects; then nothing happened
    /// @throws GitFailure GIT_LOCK when another process holds a reference's lock for longer than 10 s, or
    ///     while the run is being ended; GIT_ERROR
    public boolean change(List<RefChange> changes) {
        var patience = new Patience(waiter, LOCK_PATIENCE, git::isHurried);
        while (true) {
            // Had one that was killed made the changes, the next would find other values and say so.
            var refusal = DialogueEnded.askedAgain(() -> attempt(changes));
            if (refusal.isEmpty()) {
                return true;
            }
            if (LockTrouble.in(refusal.get()).isPresent()) {
                if (!patience.wearsOn()) {
                    throw failure(GitCode.GIT_LOCK, changes, refusal.get());
                }
            } else if (isMismatch(refusal.get())) {
                return false;
            } else {
                throw failure(GitCode.GIT_ERROR, changes, refusal.get());
            }
        }
    }

    /// Makes one change; see {@link #change(List)}.
    public boolean change(RefChange change) {
        return change(List.of(change));
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

    /// @return git's words when it refused
    private Optional<String> attempt(List<RefChange> changes) {
        String transaction =
                changes.stream().map(RefChange::instruction).collect(Collectors.joining("", "start\n", "commit\n"));
        turn.lock();
        try {
            var open = dialogue;
            if (open == null) {
                open = git.open(place.and("-c", "core.fsyncMethod=fsync")
                        .and(PACKED_REFS_PATIENCE)
                        .and("update-ref", "-m", "prodigy", "--stdin"));
                dialogue = open;
            }
            var locks = RefLocks.before(commonDir, changes);
            try {
                open.send(transaction);
                open.readLine(); // start: ok
                open.readLine(); // commit: ok
                return Optional.empty();
            } catch (IOException e) {
                // git ends at the first refusal; the next call starts it anew.
                var words = open.lastWords();
                hangUp();
                if (words.isBlank()) {
                    locks.remove();
                    throw open.failure("git update-ref", e);
                }
                return Optional.of(words);
            }
        } finally {
            turn.unlock();
        }
    }

    private static boolean isMismatch(String words) {
        return words.contains("but expected")
                || words.contains("reference already exists")
                || words.contains("unable to resolve reference")
                || words.contains("reference is missing");
    }

    private RuntimeException failure(GitCode code, List<RefChange> changes, String words) {
        var names = changes.stream().map(RefChange::name).collect(Collectors.joining(", "));
        String lock = LockTrouble.in(words).map(LockTrouble::advice).orElse("");
        return GitFailure.told(code, "cannot change " + names + lock, words, place.directory());
    }

    private void hangUp() {
        if (dialogue != null) {
            dialogue.close();
            dialogue = null;
        }
    }
}
