package dev.prodigy.runtime.journal;

import dev.prodigy.runtime.home.StorageFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The files that one writer appends to: the journal, and a segment for large values. Only the writer's thread is
/// here.
final class JournalOutput {
    private final Path folder;
    private final JournalSettings settings;
    private Optional<JournalFile> newest;
    private @Nullable PatientFile file;
    private @Nullable PatientFile segment;
    /// Bytes of the file that were acknowledged.
    private long acknowledged;
    private boolean unforced;
    private boolean trusted = true;

    /// Goes on in the newest file if there is one that can be appended to.
    JournalOutput(Path folder, JournalSettings settings) {
        this.folder = folder;
        this.settings = settings;
        this.newest = JournalFile.list(folder).reversed().stream().findFirst();
        var last = newest.filter(each -> !each.archived());
        if (last.isPresent()) {
            file = open(last.get().path(), false);
            acknowledged = file.size();
        }
    }

    /// Writes large values, forced, and then the lines that refer to them. Where there is no line there is nothing to
    /// force: a force of what is on the disk already costs as much as any other.
    void write(LargeValues values, Bytes lines) {
        if (lines.length() == 0) {
            return;
        }
        if (values.bytes().length() > 0) {
            var target = segment(folder.resolve(values.file()));
            target.write(values.bytes());
            force(target);
        }
        var current = file;
        if (current == null || current.size() >= settings.rotateSize()) {
            current = rotate();
        }
        unforced = true;
        current.write(lines);
    }

    /// Makes everything written durable.
    void force() {
        if (file != null && unforced) {
            force(file);
            unforced = false;
        }
    }

    /// Notes that what is written now is acknowledged.
    void acknowledge() {
        acknowledged = file == null ? 0 : file.size();
    }

    /// @return whether something is written but not forced
    boolean isUnforced() {
        return unforced;
    }

    /// @return whether the files may be appended to: no force failed and nothing unacknowledged is left in them
    boolean isTrusted() {
        return trusted;
    }

    /// Takes away what was written but never acknowledged. After a failed force this matters: the bytes may be in
    /// the system's memory only, and a later reader must not build on them.
    void cut() {
        if (file != null) {
            try {
                file.truncate(acknowledged);
            } catch (StorageFailure e) {
                trusted = false;
            }
        }
    }

    /// Begins a new file, durable in its folder.
    PatientFile rotate() {
        force();
        if (file != null) {
            file.close();
        }
        var path = JournalFile.next(folder, newest, settings.clock().instant());
        file = null;
        acknowledged = 0;
        var created = open(path, true);
        file = created;
        newest = JournalFile.of(path);
        return created;
    }

    void close() {
        if (file != null) {
            file.close();
        }
        if (segment != null) {
            segment.close();
        }
    }

    private PatientFile segment(Path path) {
        if (segment != null && segment.path().equals(path)) {
            return segment;
        }
        if (segment != null) {
            segment.close();
        }
        var created = open(path, true);
        segment = created;
        return created;
    }

    private PatientFile open(Path path, boolean isNew) {
        try {
            var opened = isNew ? settings.disk().create(path) : settings.disk().open(path);
            if (isNew) {
                trusted = false;
                settings.disk().forceFolder(folder);
                trusted = true;
            }
            return new PatientFile(path, opened, settings.pause());
        } catch (IOException e) {
            throw StorageFailure.of(isNew ? "create" : "open", path, e);
        }
    }

    private void force(PatientFile forced) {
        trusted = false;
        forced.force();
        trusted = true;
    }
}
