package dev.prodigy.testkit.tree;

import dev.prodigy.engine.world.Call;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.engine.world.Ran;
import dev.prodigy.engine.world.Tree;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.testkit.time.VirtualClock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A working tree in memory, with as much of git as steps can see: commits hold the files there were.
public final class MemoryTree implements Tree {
    /// Where the tree stands.
    public static final String ROOT = "/work";

    private static final String HOME = "/home/user";

    private final VirtualClock clock;
    private final boolean git;
    private final Map<String, File> files = new TreeMap<>();
    private final TreeSet<String> folders = new TreeSet<>();
    private final Map<String, String> links = new LinkedHashMap<>();
    private @Nullable String hook;
    private final List<Commit> commits = new ArrayList<>();

    /// @param git whether git knows the tree
    public MemoryTree(VirtualClock clock, boolean git) {
        this.clock = clock;
        this.git = git;
        folders.add("/");
        makeFolder(ROOT);
        makeFolder(HOME);
    }

    /// A file.
    ///
    /// @param writtenAt milliseconds since the epoch
    public record File(String content, int mode, long writtenAt) {}

    /// A commit.
    public record Commit(String id, String message, Map<String, File> files) {}

    private record Remembered(int commits, Map<String, File> files) implements Mark {}

    @Override
    public String directory() {
        return ROOT;
    }

    @Override
    public String root() {
        return ROOT;
    }

    @Override
    public @Nullable String resolveDirectory(String base, String path) {
        var folder = real(base, path);
        return folders.contains(folder) ? folder : null;
    }

    @Override
    public @Nullable String write(
            String base, String path, String content, int mode, boolean createDirs, boolean confined) {
        var obstacle = obstacle(base, path, confined);
        if (obstacle != null) {
            return obstacle;
        }
        var file = real(base, path);
        var folder = parent(file);
        if (createDirs) {
            makeFolder(folder);
        }
        if (!folders.contains(folder)) {
            return "the folder of `" + path + "` does not exist";
        }
        files.put(file, new File(content, mode, clock.now().now().toEpochMilli()));
        return null;
    }

    @Override
    public @Nullable String obstacle(String base, String path, boolean confined) {
        var file = real(base, path);
        if (folders.contains(file)) {
            return "`" + path + "` is a directory";
        }
        return confined && !file.startsWith(ROOT + "/") ? "`" + path + "` leads out of the working tree" : null;
    }

    @Override
    public @Nullable String read(String base, String path) {
        var file = files.get(real(base, path));
        return file == null ? null : file.content();
    }

    @Override
    public @Nullable Long writtenAt(String base, String path) {
        var file = files.get(real(base, path));
        return file == null ? null : Long.valueOf(file.writtenAt());
    }

    @Override
    public @Nullable String head() {
        return commits.isEmpty() ? null : commits.getLast().id();
    }

    @Override
    public Mark mark() {
        return new Remembered(commits.size(), new TreeMap<>(files));
    }

    @Override
    public @Nullable String written(Mark mark) {
        return mark instanceof Remembered before ? String.valueOf(before.commits()) : null;
    }

    @Override
    public @Nullable Mark mark(String written) {
        int before = Integer.parseInt(written);
        return new Remembered(before, committed(before));
    }

    @Override
    public Mark origin() {
        return new Remembered(0, Map.of());
    }

    @Override
    public Changes since(Mark mark) {
        if (!git || !(mark instanceof Remembered before)) {
            return Changes.NONE;
        }
        var added = new ArrayList<String>();
        var modified = new ArrayList<String>();
        var deleted = new ArrayList<String>();
        files.forEach((path, file) -> {
            var old = before.files().get(path);
            if (old == null) {
                added.add(relative(path));
            } else if (!old.content().equals(file.content())) {
                modified.add(relative(path));
            }
        });
        before.files().keySet().stream()
                .filter(path -> !files.containsKey(path))
                .forEach(path -> deleted.add(relative(path)));
        var made = commits.subList(before.commits(), commits.size());
        return new Changes(
                added,
                modified,
                deleted,
                made.stream().map(Commit::id).toList(),
                added.size() + modified.size(),
                modified.size() + deleted.size(),
                !made.isEmpty()
                        && !contents(committed(before.commits()))
                                .equals(contents(made.getLast().files())));
    }

    @Override
    public @Nullable Trouble complete(Commits wanted, Mark since, Runner runner) throws Cut {
        if (!git || !(since instanceof Remembered before)) {
            return wanted.required() ? missing("outside of git nothing can be committed") : null;
        }
        if (wanted.auto() && !contents(files).equals(contents(committed(commits.size())))) {
            if (hook != null && !passes(hook, runner)) {
                return new Trouble(KnownCode.GIT_ERROR.name(), "the automatic commit was refused");
            }
            commit(wanted.message());
        }
        if (wanted.required() && !since(since).moved()) {
            return missing("HEAD did not move forward to a different tree");
        }
        var pattern = wanted.pattern();
        return commits.subList(before.commits(), commits.size()).stream()
                .filter(each -> pattern != null
                        && !Pattern.compile(pattern).matcher(each.message()).find())
                .map(each -> new Trouble(
                        KnownCode.VALIDATION_ERROR.name(), "commit message `" + each.message() + "` does not match"))
                .findFirst()
                .orElse(null);
    }

    /// Writes a file as a program would, in folders that are made when they are missing.
    public void put(String path, String content) {
        write(ROOT, path, content, 0644, true, false);
    }

    /// Removes a file as a program would.
    public void remove(String path) {
        files.remove(real(ROOT, path));
    }

    /// Makes a folder and those around it.
    public void makeFolder(String path) {
        for (var folder = real(ROOT, path); !folder.equals("/"); folder = parent(folder)) {
            folders.add(folder);
        }
    }

    /// Makes a symbolic link to a folder.
    public void link(String path, String target) {
        links.put(absolute(ROOT, path), absolute(ROOT, target));
    }

    /// Lets automatic commits run a hook, and be refused where it fails.
    public void hook(String path) {
        hook = path;
    }

    private static boolean passes(String hook, Runner runner) throws Cut {
        var ran = runner.run(new Call.Program.Direct(List.of(hook), null, null), ROOT, Map.of());
        return ran.end() instanceof Ran.End.Exited(int code) && code == 0;
    }

    /// Loses what is not committed: the tree is made anew of the last commit.
    public void makeAnew() {
        var kept = committed(commits.size());
        files.clear();
        files.putAll(kept);
    }

    /// Commits everything there is.
    public void commit(String message) {
        commits.add(new Commit("c" + (commits.size() + 1), message, new TreeMap<>(files)));
    }

    /// @return the commits, oldest first
    public List<Commit> commits() {
        return List.copyOf(commits);
    }

    /// @return a file, or null when there is none
    public @Nullable File file(String path) {
        return files.get(real(ROOT, path));
    }

    private Map<String, File> committed(int count) {
        return count == 0 ? Map.of() : commits.get(count - 1).files();
    }

    private static Map<String, String> contents(Map<String, File> files) {
        var contents = new TreeMap<String, String>();
        files.forEach((path, file) -> contents.put(path, file.content()));
        return contents;
    }

    private static Trouble missing(String message) {
        return new Trouble(KnownCode.COMMIT_MISSING.name(), message);
    }

    private static String relative(String path) {
        return path.startsWith(ROOT + "/") ? path.substring(ROOT.length() + 1) : path;
    }

    private String real(String base, String path) {
        var file = absolute(base, path);
        for (var link : links.entrySet()) {
            if (file.equals(link.getKey()) || file.startsWith(link.getKey() + "/")) {
                return link.getValue() + file.substring(link.getKey().length());
            }
        }
        return file;
    }

    private static String absolute(String base, String path) {
        var expanded = path.equals("~") || path.startsWith("~/") ? HOME + path.substring(1) : path;
        var parts = new ArrayList<String>();
        for (var part : (expanded.startsWith("/") ? expanded : base + "/" + expanded).split("/", -1)) {
            if (part.equals("..")) {
                if (!parts.isEmpty()) {
                    parts.removeLast();
                }
            } else if (!part.isEmpty() && !part.equals(".")) {
                parts.add(part);
            }
        }
        return "/" + String.join("/", parts);
    }

    private static String parent(String path) {
        int slash = path.lastIndexOf('/');
        return slash <= 0 ? "/" : path.substring(0, slash);
    }
}
