package dev.prodigy.runtime.git;

import dev.prodigy.runtime.time.Waiter;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The repository that prodigy was started in, seen from the user's checkout (spec 03 §9). Its readers are long-lived
/// git processes, which closing ends.
public final class Repository implements AutoCloseable {
    private final Git git;
    private final RepositoryPaths paths;
    private final Host host;
    private final ObjectReader objects;
    private final Refs refs;
    private final CommitWriter commits;
    private @Nullable Identity identity;

    /// @param git runs the commands; should be patient with other processes' locks
    public Repository(Git git, RepositoryPaths paths, Host host) {
        this.git = git;
        this.paths = paths;
        this.host = host;
        this.objects = new ObjectReader(git, paths.checkout());
        this.refs = new Refs(git, paths.checkout(), paths.commonDir(), objects, host.waiter());
        this.commits = new CommitWriter(git, paths.checkout(), this::identity, host);
    }

    /// @return what runs git commands
    public Git git() {
        return git;
    }

    /// @return the user's checkout; prodigy only reads there, except to merge at the end (spec 03 §11)
    public WorkTree checkout() {
        return paths.checkout();
    }

    /// @return the git directory that all worktrees share
    public Path commonDir() {
        return paths.commonDir();
    }

    /// @return the subdirectory prodigy was started from, relative to the checkout; empty for its top
    public Path prefix() {
        return paths.prefix();
    }

    /// @return reads commits
    public ObjectReader objects() {
        return objects;
    }

    /// @return reads and moves references
    public Refs refs() {
        return refs;
    }

    /// @return makes commits
    public CommitWriter commits() {
        return commits;
    }

    /// @return an existing directory for temporary files
    public Path scratch() {
        return host.scratch();
    }

    /// @return the inherited environment
    public Map<String, String> environment() {
        return host.environment();
    }

    /// @return how to wait for other processes
    public Waiter waiter() {
        return host.waiter();
    }

    /// @return who prodigy's own commits are by; git is asked at the first use, many runs make no commit
    public synchronized Identity identity() {
        if (identity == null) {
            identity = Identity.of(git, paths.checkout(), host.environment());
        }
        return identity;
    }

    /// @return the commit checked out now; nothing in a repository without a commit
    public Optional<ObjectId> head() {
        return objects.resolve("HEAD");
    }

    /// @return the commit a worktree of this repository has checked out; nothing on a branch without a commit
    public Optional<ObjectId> headOf(WorkTree tree) {
        if (tree.gitDir().equals(checkout().gitDir())) {
            return head();
        }
        return refs.find(tree.gitDir().equals(commonDir()) ? "main-worktree/HEAD" : tree.foreignName("HEAD"));
    }

    /// @return the branch checked out now, without `refs/heads/`; nothing when HEAD is detached
    public Optional<String> branch() {
        return behind("HEAD").map(RefNames::shortBranch);
    }

    /// @param name full name of a branch
    /// @return the full name of the branch that moves with it: another where it is a symbolic reference
    public String branchBehind(String name) {
        return behind(name).orElse(name);
    }

    private Optional<String> behind(String name) {
        var named = git.run(GitCommand.at(checkout(), "symbolic-ref", "-q", name));
        return named.ok() ? Optional.of(named.line()) : Optional.empty();
    }

    /// @param name a branch as a user writes it
    /// @return whether it is a local branch
    public boolean isLocalBranch(String name) {
        return refs.find("refs/heads/" + name).isPresent();
    }

    @Override
    public void close() {
        commits.close();
        refs.close();
        objects.close();
    }
}
