package dev.prodigy.runtime.home;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Where everything lies that the program owns (spec 05 §5.1). Says paths; creates and reads nothing.
///
/// @param root the absolute path of the home
public record Home(Path root) {

    /// @param prodigyHome the variable `PRODIGY_HOME`; null or empty means `~/.prodigy`
    /// @param userHome the user's home folder
    /// @param directory what a relative `PRODIGY_HOME` is relative to
    public static Home locate(@Nullable String prodigyHome, Path userHome, Path directory) {
        var root = prodigyHome == null || prodigyHome.isEmpty() ? userHome.resolve(".prodigy") : Path.of(prodigyHome);
        return new Home(directory.resolve(root).toAbsolutePath().normalize());
    }

    /// @return `home.json`, which tells the version of the layout
    public Path homeFile() {
        return root.resolve("home.json");
    }

    /// @return the user's `config.yml`; never written by the program
    public Path config() {
        return root.resolve("config.yml");
    }

    /// @return the folder of the claims of repository names
    public Path repos() {
        return root.resolve("repos");
    }

    /// @return who owns a repository name
    public Path repo(String repo) {
        return repos().resolve(repo + ".json");
    }

    /// @return the folder of all journals
    public Path events() {
        return root.resolve("events");
    }

    /// @return the folder of a repository's journals
    public Path events(String repo) {
        return events().resolve(repo);
    }

    /// @return the folder of a run's journal, segments and `workflow.json`: the truth of the run
    public Path events(String repo, RunId run) {
        return events(repo).resolve(run.text());
    }

    /// @return the file whose lock is held by whoever appends to the run's journal
    public Path runLock(String repo, RunId run) {
        return events(repo, run).resolve("run.lock");
    }

    /// @return the folder of the run's checkpoint and snapshots
    public Path state(String repo, RunId run) {
        return states(repo, run.kind()).resolve(run.text());
    }

    /// @return the folder of those folders of all runs of a kind
    public Path states(String repo, RunId.Kind kind) {
        return root.resolve("state").resolve(repo).resolve(kind.mode()).resolve("jobs");
    }

    /// @return the folder of the run's dead letter records
    public Path dlq(String repo, RunId run) {
        return root.resolve("dlq").resolve(repo).resolve(run.text());
    }

    /// @return the folder of all session records
    public Path sessions() {
        return root.resolve("sessions");
    }

    /// @return the run's session record
    public Path session(RunId run) {
        return sessions().resolve(run.text() + ".json");
    }

    /// @return the folder of the output of the run's executions
    public Path logs(String repo, RunId run) {
        return root.resolve("logs").resolve(repo).resolve(run.text());
    }

    /// @return the folder of the run's artifacts
    public Path artifacts(String repo, RunId run) {
        return root.resolve("artifacts").resolve(repo).resolve(run.text());
    }

    /// @return the folder of requests to the live run
    public Path control(RunId run) {
        return root.resolve("control").resolve(run.text());
    }

    /// @return the folder of a repository's worktrees
    public Path worktrees(String repo) {
        return root.resolve("worktrees").resolve(repo);
    }

    /// The home may have been elsewhere when a run began.
    ///
    /// @param recorded where a step of a run of that repository worked
    /// @return where that is now, if it is the worktree of a run; else the same
    public String worktreeNow(String repo, String recorded) {
        var path = Path.of(recorded);
        return isSession(repo, path)
                ? worktrees(repo).resolve(path.getFileName()).toString()
                : recorded;
    }

    /// @return whether a folder is the session worktree of a run of the repository, in this home or where it was before
    public static boolean isSession(String repo, Path folder) {
        var above = folder.getParent();
        return above != null
                && above.endsWith(Path.of("worktrees", repo))
                && RunId.parse(String.valueOf(folder.getFileName())).isPresent();
    }

    /// @return the folder of a template
    public Path template(String name) {
        return root.resolve("templates").resolve(name);
    }

    /// @return the folder of locks that concern a whole repository
    public Path locks() {
        return root.resolve("locks");
    }

    /// Nothing makes it anew, so it lies beside the journal that names what is in it, and not among the views.
    ///
    /// @return the folder for git objects of what a run's steps have not committed; it goes with the run, or when
    ///     that has ended for good
    public Path objects(String repo, RunId run) {
        return events(repo, run).resolve("objects");
    }

    /// @return the folder for temporary files
    public Path tmp() {
        return root.resolve("tmp");
    }

    /// @return the folder for the temporary files of a live run; it goes with the run
    public Path tmp(RunId run) {
        return tmp().resolve(run.text());
    }
}
