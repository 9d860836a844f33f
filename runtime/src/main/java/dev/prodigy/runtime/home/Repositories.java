package dev.prodigy.runtime.home;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The names under which repositories keep their runs, each claimed by the exclusive creation of one file (spec
/// 05 §5.1).
///
/// The first repository of a folder name gets the name; another one gets `{folder}-{6 hex digits of its path's
/// SHA-256}`, with more digits in the odd case that this name is taken too.
public final class Repositories {
    private static final int VERSION = 1;
    private static final int FEWEST_DIGITS = 6;
    /// Leaves room for the digits, `.json` and a temporary file's suffix in the 255 bytes of a file name.
    private static final int LONGEST_NAME = 120;

    private static final String SUFFIX = ".json";

    private Repositories() {}

    /// Finds the name of a repository and claims one if it has none yet.
    ///
    /// @param path the canonical path of its main working tree; outside of git, of the folder
    /// @param gitDir its git directory; outside of git the folder again
    /// @throws StorageFailure when the claim cannot be written or read
    public static String claim(Storage storage, Path path, Path gitDir) {
        storage.folder(storage.home().repos());
        return candidates(path)
                .filter(name -> claim(storage, name, path, gitDir))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("64 hex digits do not tell " + path + " from the others"));
    }

    /// @param path the canonical path of a repository's main working tree
    /// @return its name, if it has claimed one; nothing is written
    /// @throws StorageFailure when a claim cannot be read
    public static Optional<String> find(Home home, Path path) {
        return candidates(path)
                .takeWhile(name -> Files.exists(home.repo(name)))
                .filter(name -> isOwner(home.repo(name), path))
                .findFirst();
    }

    /// @return every name that a repository has claimed in a home, sorted
    /// @throws StorageFailure when the claims cannot be read
    public static List<String> names(Home home) {
        try (var claims = Files.newDirectoryStream(home.repos(), "*" + SUFFIX)) {
            var names = new ArrayList<String>();
            for (var claim : claims) {
                var file = String.valueOf(claim.getFileName());
                names.add(file.substring(0, file.length() - SUFFIX.length()));
            }
            names.sort(Comparator.naturalOrder());
            return names;
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException | DirectoryIteratorException e) {
            throw StorageFailure.of("read", home.repos(), e instanceof IOException io ? io : new IOException(e));
        }
    }

    /// @param name as claimed
    /// @return where the repository was when it claimed the name; nothing where the claim is missing or unreadable
    /// @throws StorageFailure when the claim cannot be read
    public static Optional<Path> path(Home home, String name) {
        return content(home.repo(name))
                .flatMap(claim -> claim.get("path") instanceof Value.Text(var path)
                        ? Optional.of(Path.of(path))
                        : Optional.empty());
    }

    private static boolean claim(Storage storage, String name, Path path, Path gitDir) {
        var file = storage.home().repo(name);
        boolean created = !Files.exists(file) && AtomicFile.create(storage.disk(), file, content(name, path, gitDir));
        return created || isOwner(file, path);
    }

    private static Stream<String> candidates(Path path) {
        var folder = folderName(path);
        var digits = sha256(path.toString());
        return Stream.concat(
                Stream.of(folder),
                IntStream.rangeClosed(FEWEST_DIGITS, digits.length())
                        .mapToObj(count -> folder + "-" + digits.substring(0, count)));
    }

    private static String folderName(Path path) {
        var last = path.getFileName();
        var name = last == null ? "root" : last.toString().replaceAll("[^A-Za-z0-9._-]", "-");
        return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME);
    }

    /// An unreadable claim is somebody's, though not ours.
    private static boolean isOwner(Path file, Path path) {
        return content(file)
                .filter(claim -> claim.get("path") instanceof Value.Text(var owner) && owner.equals(path.toString()))
                .isPresent();
    }

    private static Optional<Value.Fields> content(Path file) {
        try {
            return Json.tryParse(new String(Files.readAllBytes(file), StandardCharsets.UTF_8))
                            instanceof Value.Fields fields
                    ? Optional.of(fields)
                    : Optional.empty();
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw StorageFailure.of("read", file, e);
        }
    }

    private static byte[] content(String name, Path path, Path gitDir) {
        var fields = new FieldsWriter()
                .put("version", VERSION)
                .put("name", name)
                .put("path", path.toString())
                .put("git_dir", gitDir.toString())
                .done();
        return (Json.write(fields) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private static String sha256(String text) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}
