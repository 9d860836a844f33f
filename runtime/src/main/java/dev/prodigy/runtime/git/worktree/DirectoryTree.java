package dev.prodigy.runtime.git.worktree;

import dev.prodigy.runtime.home.OwnerOnly;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A directory with all below it. Symbolic links are never followed.
public final class DirectoryTree {
    private static final long BLOCK = 4096;
    private static final String MODE = "unix:mode";
    private static final int OF_FOLDER = 0700;
    private static final int OF_FILE = 0600;
    private static final Set<PosixFilePermission> READ = Set.of(PosixFilePermission.OWNER_READ);

    private DirectoryTree() {}

    /// Makes a directory and its missing parents, for the owner alone (spec 05 §9).
    public static void make(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(directory, OwnerOnly.folder());
        }
    }

    /// Deletes a folder of the scratch directory. What cannot be deleted stays for whoever empties that one.
    ///
    /// @param folder null for none
    public static void discard(@Nullable Path folder) {
        try {
            if (folder != null) {
                delete(folder);
            }
        } catch (IOException e) {
            // A leftover in the scratch directory, which its owner empties.
        }
    }

    /// Deletes a file or directory, if it is there; folders that are closed to their owner are opened first.
    public static void delete(Path top) throws IOException {
        if (!Files.exists(top, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Files.walkFileTree(top, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                grant(folder, OwnerOnly.FOLDER);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path folder, IOException problem) throws IOException {
                if (!isClosed(folder, problem) || !grant(folder, OwnerOnly.FOLDER)) {
                    throw problem;
                }
                delete(folder);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException problem) throws IOException {
                if (problem != null) {
                    throw problem;
                }
                Files.delete(folder);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /// Opens what a step has closed to its owner: every folder, and every file for reading.
    ///
    /// @return whether anything was closed
    public static boolean open(Path top) throws IOException {
        var opened = new boolean[1];
        Files.walkFileTree(top, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                opened[0] |= grant(folder, OwnerOnly.FOLDER);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                opened[0] |= attributes.isRegularFile() && !Files.isReadable(file) && grant(file, READ);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path folder, IOException problem) throws IOException {
                if (isClosed(folder, problem) && grant(folder, OwnerOnly.FOLDER)) {
                    opened[0] = true;
                    open(folder);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return opened[0];
    }

    /// Gives the owner back what steps have taken away: the use of every folder, reading and writing of every file.
    /// What belongs to somebody else stays as it is.
    public static void giveBack(Path top) throws IOException {
        Files.walkFileTree(top, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                giveBack(folder, OF_FOLDER);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                // a mode is read ten times slower than this is asked
                if (attributes.isRegularFile() && !(Files.isWritable(file) && Files.isReadable(file))) {
                    giveBack(file, OF_FILE);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path place, IOException problem) throws IOException {
                if (isClosed(place, problem) && giveBack(place, OF_FOLDER)) {
                    giveBack(place);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException problem) {
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /// @return whether anything was lacking that the owner has now
    private static boolean giveBack(Path place, int wanted) {
        try {
            int mode = (int) Files.getAttribute(place, MODE, LinkOption.NOFOLLOW_LINKS);
            if ((mode & wanted) != wanted) {
                Files.setAttribute(place, MODE, mode | wanted, LinkOption.NOFOLLOW_LINKS);
                return true;
            }
            return false;
        } catch (IOException e) {
            return false;
        }
    }

    /// Opens a folder, but nothing in it, to its owner. One that is not there or another user's stays as it is.
    public static void openTop(Path top) {
        try {
            if (Files.isDirectory(top, LinkOption.NOFOLLOW_LINKS)) {
                grant(top, OwnerOnly.FOLDER);
            }
        } catch (IOException e) {
            // What is to be done there fails, and says why.
        }
    }

    private static boolean isClosed(Path folder, IOException problem) {
        return problem instanceof AccessDeniedException && Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS);
    }

    /// @return whether anything was lacking that the owner has now
    private static boolean grant(Path place, Set<PosixFilePermission> wanted) throws IOException {
        if (Files.isReadable(place)
                && (wanted.equals(READ) || (Files.isWritable(place) && Files.isExecutable(place)))) {
            return false;
        }
        var permissions = Files.getPosixFilePermissions(place, LinkOption.NOFOLLOW_LINKS);
        if (!permissions.addAll(wanted)) {
            return false;
        }
        Files.setPosixFilePermissions(place, permissions);
        return true;
    }

    /// @return the bytes its files take on disk, rounded up to blocks; what vanishes meanwhile counts 0
    public static long bytes(Path top) throws IOException {
        var sum = new long[1];
        if (!Files.exists(top, LinkOption.NOFOLLOW_LINKS)) {
            return 0;
        }
        Files.walkFileTree(top, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                sum[0] += BLOCK;
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                sum[0] += Math.ceilDiv(attributes.size(), BLOCK) * BLOCK;
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException problem) {
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException problem) {
                return FileVisitResult.CONTINUE;
            }
        });
        return sum[0];
    }

    /// @return a folder below that is a repository's or a submodule's working tree, or null. What cannot be read is
    ///     passed over
    public static @Nullable Path repositoryBelow(Path top) throws IOException {
        var found = new Path[1];
        Files.walkFileTree(top, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                if (folder.equals(top) || !Files.exists(folder.resolve(".git"), LinkOption.NOFOLLOW_LINKS)) {
                    return FileVisitResult.CONTINUE;
                }
                found[0] = folder;
                return FileVisitResult.TERMINATE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException problem) {
                return FileVisitResult.CONTINUE;
            }
        });
        return found[0];
    }
}
