package dev.prodigy.runtime.run.input;

import dev.prodigy.lang.load.FilePlaces;
import dev.prodigy.model.source.Span;
import dev.prodigy.runtime.run.request.RunRequest;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A file of the operator's checkout that a workflow names: an env file, or one with a secret (spec 01 §12, §13).
///
/// @param path as written, without placeholders
/// @param holder the file that names it
/// @param directory where prodigy was started
record HeldFile(String path, String holder, Path directory) {

    /// @param path as written, `~` included
    /// @param span where it is written
    static HeldFile of(String path, Span span, RunRequest.Host host) {
        var home = host.environment().get("HOME");
        var expanded = home != null && path.startsWith("~/") ? home + path.substring(1) : path;
        return new HeldFile(expanded, span.file(), host.directory());
    }

    /// @return the first that is there, or null
    @Nullable
    Path first() {
        var name = name();
        return name == null ? null : directory.resolve(name);
    }

    /// @return the first that is there, as a message names it, or null
    @Nullable
    String name() {
        return places().stream()
                .filter(place -> Files.exists(directory.resolve(place)))
                .findFirst()
                .orElse(null);
    }

    /// @return where it is looked for, as a message names it
    String tried() {
        return String.join(", ", places());
    }

    private List<String> places() {
        var root = Stream.iterate(directory.toAbsolutePath(), Objects::nonNull, Path::getParent)
                .filter(folder -> Files.exists(folder.resolve(".git"), LinkOption.NOFOLLOW_LINKS))
                .findFirst();
        return FilePlaces.of(path, holder, root.map(Path::toString).orElse(null));
    }
}
