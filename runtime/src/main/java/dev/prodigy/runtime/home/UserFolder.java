package dev.prodigy.runtime.home;

import java.nio.file.Path;

/// The home folder of the user, as a shell would find it.
public final class UserFolder {
    private UserFolder() {}

    /// @return the path with a leading `~` replaced by `$HOME`, where that is set, else by the account's folder
    public static Path expanded(String path) {
        if (!path.equals("~") && !path.startsWith("~/")) {
            return Path.of(path);
        }
        var home = System.getenv("HOME");
        return Path.of((home == null || home.isEmpty() ? System.getProperty("user.home") : home) + path.substring(1));
    }
}
