package dev.prodigy.runtime.home;

import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/// The modes of what nobody but its owner may read (spec 05 §9): 0600 for files, 0700 for folders.
///
/// What is made with an attribute can only lose bits to the umask; who needs all of the owner's sets the permissions
/// afterwards.
public final class OwnerOnly {
    /// Of a file.
    public static final Set<PosixFilePermission> FILE = Set.copyOf(PosixFilePermissions.fromString("rw-------"));

    /// Of a folder.
    public static final Set<PosixFilePermission> FOLDER = Set.copyOf(PosixFilePermissions.fromString("rwx------"));

    private OwnerOnly() {}

    /// @return what a file is made with
    public static FileAttribute<Set<PosixFilePermission>> file() {
        return PosixFilePermissions.asFileAttribute(FILE);
    }

    /// @return what a folder is made with
    public static FileAttribute<Set<PosixFilePermission>> folder() {
        return PosixFilePermissions.asFileAttribute(FOLDER);
    }
}
