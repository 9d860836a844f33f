package dev.prodigy.runtime.home;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The machine did not let us store: disk full, I/O error, unusable home. A command ends with exit 75 (spec 05
/// §5.3). The message names the path and the reason.
public final class StorageFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    /// What kind of failure it is. Its code is the `reason` of `workflow_interrupted` (spec 05 §6).
    public enum Reason {
        /// No space left, or the quota is used up, or less space than `storage.min_free`.
        DISK_FULL,
        /// The file may not become larger (`ulimit -f`).
        FILE_LIMIT,
        /// Processes, memory or open files of the machine, or of this process, are used up.
        OUT_OF_RESOURCES,
        /// Somebody killed a program that did prodigy's own work, such as git; a machine without memory does.
        KILLED,
        /// Any other failed read, write or force.
        IO_ERROR,
        /// The home cannot be created or used.
        HOME_UNUSABLE,
        /// Written by a newer version of the program.
        NEWER_VERSION,
        /// The journal's writer was closed before this could be written.
        CLOSED;

        /// @return the name in events and JSON, such as `disk_full`
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// Bytes below which a disk counts as full.
    private static final long FULL = 64 << 10;

    private static final Map<Reason, Pattern> WORDS = new EnumMap<>(Map.of(
            Reason.DISK_FULL, words("No space left on device|Disk quota exceeded|Out of diskspace"),
            Reason.FILE_LIMIT, words("File too large"),
            Reason.OUT_OF_RESOURCES,
                    words("Too many open files(?: in system)?|Cannot allocate memory|Resource temporarily unavailable"),
            Reason.IO_ERROR, words("Input/output error|Read-only file system")));

    /// What git says of a file that it could open and not write. Only the machine keeps it from that.
    private static final Pattern UNEXPLAINED = words("error: unable to write file [^:\\n]+");

    private static final Pattern QUOTED = Pattern.compile("'(/[^'\\x00]+)'");

    private final Reason reason;
    private final transient @Nullable Path path;

    /// A failure.
    ///
    /// @param path where, if it was at a file or folder
    public StorageFailure(Reason reason, @Nullable Path path, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
        this.path = path;
    }

    /// @param action what was tried, such as `write`
    /// @return the failure of a call of the file system, with a reason read from it
    public static StorageFailure of(String action, Path path, IOException failure) {
        var detail = detail(failure);
        return new StorageFailure(reason(detail, path), path, "cannot " + action + " " + path + ": " + detail, failure);
    }

    /// Reads what the operating system said, in the C locale: of the machine's faults each has words of its own.
    ///
    /// @param words of a failed call, or of a program that could not go on
    /// @return the fault; nothing when they tell of something else, such as a missing file
    public static Optional<Reason> told(String words) {
        return WORDS.entrySet().stream()
                .filter(each -> each.getValue().matcher(words).find())
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /// Reads what a program said that could not go on. Some keep to themselves what the system told them: then a disk
    /// without room, where it worked or that it names in quotes, is taken for the reason. So this is asked before
    /// anything is tidied up.
    ///
    /// @param directory where it ran
    /// @return the fault; nothing when the words tell of something else
    public static Optional<Reason> told(String words, Path directory) {
        return told(words, directory, StorageFailure::isFull);
    }

    static Optional<Reason> told(String words, Path directory, Predicate<Path> isFull) {
        var places = Stream.concat(
                Stream.of(directory.resolve("any")),
                QUOTED.matcher(words).results().map(found -> Path.of(found.group(1))));
        return told(words)
                .or(() -> places.anyMatch(isFull) ? Optional.of(Reason.DISK_FULL) : Optional.empty())
                .or(() -> UNEXPLAINED.matcher(words).find() ? Optional.of(Reason.IO_ERROR) : Optional.empty());
    }

    private static Pattern words(String alternatives) {
        return Pattern.compile("(?:" + alternatives + ")\\)?[.]?\\s*$", Pattern.MULTILINE);
    }

    /// @return what kind of failure this is
    public Reason reason() {
        return reason;
    }

    /// @return the file or folder concerned, if there is one
    public @Nullable Path path() {
        return path;
    }

    /// @return the operating system's words, without the path that `java.nio` puts before them
    public static String detail(IOException failure) {
        return switch (failure) {
            case NoSuchFileException _ -> "no such file or folder";
            case AccessDeniedException _ -> "permission denied";
            case FileAlreadyExistsException _ -> "it exists";
            case FileSystemException e when e.getReason() != null -> e.getReason();
            default -> failure.getMessage() == null ? failure.toString() : failure.getMessage();
        };
    }

    private static Reason reason(String detail, Path path) {
        return told(detail).orElseGet(() -> isFull(path) ? Reason.DISK_FULL : Reason.IO_ERROR);
    }

    /// The system's words are in the user's language, so they alone do not tell.
    private static boolean isFull(Path path) {
        var folder = path.toAbsolutePath().getParent();
        try {
            var store = folder == null ? null : Files.getFileStore(folder);
            // of what is no disk, such as /proc, there is never any space
            return store != null && store.getTotalSpace() > 0 && store.getUsableSpace() < FULL;
        } catch (IOException e) {
            return false;
        }
    }
}
