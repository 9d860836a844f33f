package dev.prodigy.runtime.git;

/// One change of a reference, with what the reference must be for it to happen (compare-and-swap).
public sealed interface RefChange {

    /// @return the full name, such as `refs/heads/main`
    String name();

    /// @return the lines that tell `git update-ref --stdin` to make the change
    String instruction();

    /// Makes a reference that must not exist.
    record Create(String name, ObjectId to) implements RefChange {
        @Override
        public String instruction() {
            return "create " + name + " " + to + "\n";
        }
    }

    /// Moves a reference that must point to a commit.
    record Move(String name, ObjectId from, ObjectId to) implements RefChange {
        @Override
        public String instruction() {
            return "update " + name + " " + to + " " + from + "\n";
        }
    }

    /// Deletes a reference that must point to a commit.
    record Delete(String name, ObjectId from) implements RefChange {
        @Override
        public String instruction() {
            return "delete " + name + " " + from + "\n";
        }
    }

    /// Makes a reference, or moves it, whatever it was.
    record Put(String name, ObjectId to) implements RefChange {
        @Override
        public String instruction() {
            return "update " + name + " " + to + "\n";
        }
    }

    /// Points a HEAD at a commit and at no branch, whatever it was. No file of the worktree changes.
    record Detach(String name, ObjectId to) implements RefChange {
        @Override
        public String instruction() {
            return "option no-deref\nupdate " + name + " " + to + "\n";
        }
    }
}
