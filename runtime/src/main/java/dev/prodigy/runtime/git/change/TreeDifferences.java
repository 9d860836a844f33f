package dev.prodigy.runtime.git.change;

import dev.prodigy.runtime.git.DialogueEnded;
import dev.prodigy.runtime.git.Git;
import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitCommand;
import dev.prodigy.runtime.git.GitDialogue;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.ObjectId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Compares trees through one long-lived `git diff-tree`: no process per comparison.
final class TreeDifferences implements AutoCloseable {
    /// git echoes a line that names no trees, which marks the end of an answer. No record begins with this letter.
    private static final String END = "END";

    private final Git git;
    private final GitCommand command;
    private final ReentrantLock turn = new ReentrantLock();
    private @Nullable GitDialogue dialogue;

    /// @param place where and with which objects to compare
    TreeDifferences(Git git, GitCommand place) {
        this.git = git;
        this.command = place.and("diff-tree", "--stdin", "-r", "-z", "--raw", "--numstat")
                .and("--no-renames", "--no-ext-diff", "--no-textconv", "--ignore-submodules=none");
    }

    /// @return the records of the difference; see {@link TreeDifference}
    /// @throws GitFailure GIT_ERROR
    List<String> between(ObjectId before, ObjectId after) {
        turn.lock();
        try {
            return DialogueEnded.askedAgain(() -> asked(before, after));
        } finally {
            turn.unlock();
        }
    }

    private List<String> asked(ObjectId before, ObjectId after) {
        var open = dialogue;
        if (open == null) {
            open = git.open(command);
            dialogue = open;
        }
        try {
            return answer(open, before, after);
        } catch (IOException e) {
            hangUp();
            throw open.failure("git diff-tree", e);
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

    private static List<String> answer(GitDialogue open, ObjectId before, ObjectId after) throws IOException {
        open.send(before + " " + after + "\n" + END + "\n");
        var echo = open.readLine(); // the two trees again, where git knows both
        if (echo.equals(END)) {
            throw new GitFailure(GitCode.GIT_ERROR, "the repository lacks a tree: " + before + " or " + after);
        }
        var fields = new ArrayList<String>();
        while (open.peek() != END.charAt(0)) {
            boolean raw = open.peek() == ':';
            fields.add(field(open));
            if (raw) {
                fields.add(field(open));
            }
        }
        open.readLine();
        return fields;
    }

    private static String field(GitDialogue open) throws IOException {
        return new String(open.readUntil('\0'), StandardCharsets.UTF_8);
    }

    private void hangUp() {
        if (dialogue != null) {
            dialogue.close();
            dialogue = null;
        }
    }
}
