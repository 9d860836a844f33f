package dev.prodigy.runtime.git;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Makes commit objects through one long-lived `git hash-object`: no process per commit. They are unsigned, by the
/// user's git identity (spec 03 §10).
public final class CommitWriter implements AutoCloseable {
    private static final String FILE = "commit";

    private final Git git;
    private final WorkTree repository;
    private final Supplier<Identity> identity;
    private final Host host;
    private final ReentrantLock turn = new ReentrantLock();
    private @Nullable Desk desk;

    CommitWriter(Git git, WorkTree repository, Supplier<Identity> identity, Host host) {
        this.git = git;
        this.repository = repository;
        this.identity = identity;
        this.host = host;
    }

    /// Makes a commit that nothing points to yet.
    ///
    /// @param message whole text, subject first
    /// @throws GitFailure GIT_ERROR
    public ObjectId write(ObjectId tree, List<ObjectId> parents, String message) {
        turn.lock();
        try {
            return DialogueEnded.askedAgain(() -> written(tree, parents, message));
        } finally {
            turn.unlock();
        }
    }

    private ObjectId written(ObjectId tree, List<ObjectId> parents, String message) {
        var open = desk;
        if (open == null) {
            open = open();
            desk = open;
        }
        try {
            return open.write(text(open, tree, parents, message));
        } catch (IOException e) {
            hangUp();
            throw open.dialogue.failure("git hash-object", e);
        }
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

    private String text(Desk open, ObjectId tree, List<ObjectId> parents, String message) {
        long now = host.clock().instant().getEpochSecond();
        var text = new StringBuilder("tree ").append(tree).append('\n');
        parents.forEach(parent -> text.append("parent ").append(parent).append('\n'));
        text.append("author ").append(open.author.at(now)).append('\n');
        text.append("committer ").append(open.committer.at(now)).append("\n\n");
        return text.append(message).append(message.endsWith("\n") ? "" : "\n").toString();
    }

    private Desk open() {
        var author = Person.read(git, repository, identity.get(), "GIT_AUTHOR_IDENT");
        var committer = Person.read(git, repository, identity.get(), "GIT_COMMITTER_IDENT");
        var folder = Scratch.folder(host.scratch(), "commits");
        var dialogue = git.open(GitCommand.at(repository, "hash-object", "-w", "-t", "commit", "--stdin-paths")
                .runIn(folder));
        return new Desk(dialogue, folder, author, committer);
    }

    private void hangUp() {
        if (desk != null) {
            desk.dialogue.close();
            try {
                Files.deleteIfExists(desk.folder.resolve(FILE));
                Files.deleteIfExists(desk.folder);
            } catch (IOException e) {
                // A leftover in the scratch directory, which its owner empties.
            }
            desk = null;
        }
    }

    private record Desk(GitDialogue dialogue, Path folder, Person author, Person committer) {

        ObjectId write(String text) throws IOException {
            var file = folder.resolve(FILE);
            Files.writeString(file, text);
            // by its full name: where the scratch directory lies in a working tree, git goes up to its root
            dialogue.send(quoted(file.toAbsolutePath().toString()) + "\n");
            return new ObjectId(dialogue.readLine());
        }
    }

    /// Git reads one path a line, and takes one in quotes for a string as C writes it.
    private static String quoted(String path) {
        return '"' + path.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }

    /// @param name and mail address, as in a commit
    private record Person(String name, String zone) {

        /// git knows where names come from and how they must look.
        static Person read(Git git, WorkTree repository, Identity identity, String variable) {
            String line = git.run(GitCommand.at(repository, "var", variable).with(identity.variables()))
                    .orThrow(GitCode.GIT_ERROR)
                    .line();
            int end = line.lastIndexOf('>') + 1;
            return new Person(line.substring(0, end), line.substring(line.lastIndexOf(' ') + 1));
        }

        String at(long epochSecond) {
            return name + " " + epochSecond + " " + zone;
        }
    }
}
