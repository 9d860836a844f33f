package dev.prodigy.runtime.journal;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.AtomicFile;
import dev.prodigy.runtime.home.Disk;
import dev.prodigy.runtime.home.StorageFailure;
import dev.prodigy.runtime.home.StorageFailure.Reason;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/// What a run runs: `workflow.json` in its folder (spec 05 §5.1, 03 §14).
///
/// The file is `{"version":1,"source":…,"files":{…},"composed":…,"sha256":"…"}`, `files` only of a workflow that is
/// made of several, with `"withheld":true` before the hash where secrets stood in a file, which are not stored; the
/// hash is that of the bytes before `,"sha256":`.
///
/// @param source the workflow file's text
/// @param files the texts of the other files that it is made of, by their absolute paths
/// @param composed its normal form: defaults and imports in it, comments and layout gone
/// @param withheld whether secrets stood in one of them: its text cannot run in its place
/// @param sha256 64 hex digits over both, for `workflow_hash`
public record WorkflowRecord(
        String source, Map<String, String> files, Value composed, boolean withheld, String sha256) {
    public WorkflowRecord {
        files = Map.copyOf(files);
    }

    private static final int VERSION = 1;
    private static final String NAME = "workflow.json";
    private static final int HASH_DIGITS = 64;
    private static final int END_LENGTH = ",\"sha256\":\"\"}".length() + HASH_DIGITS;

    /// Writes the record, durable when this returns.
    ///
    /// @param folder the run's folder, which exists
    /// @throws StorageFailure when it cannot be written
    public static WorkflowRecord write(
            Disk disk, Path folder, String source, Map<String, String> files, Value composed, boolean withheld) {
        var fields = new FieldsWriter().put("version", VERSION).put("source", source);
        if (!files.isEmpty()) {
            var texts = new TreeMap<String, Value>();
            files.forEach((path, text) -> texts.put(path, Value.of(text)));
            fields.put("files", new Value.Fields(texts));
        }
        fields.put("composed", composed);
        if (withheld) {
            fields.put("withheld", true);
        }
        var text = Json.write(fields.done());
        var hashed = text.substring(0, text.length() - 1);
        var sha256 = sha256(hashed.getBytes(UTF_8));
        AtomicFile.write(disk, folder.resolve(NAME), (hashed + ",\"sha256\":\"" + sha256 + "\"}\n").getBytes(UTF_8));
        return new WorkflowRecord(source, files, composed, withheld, sha256);
    }

    /// Reads the record and checks its hash.
    ///
    /// @throws JournalDamaged when it is missing or not what was written
    /// @throws StorageFailure when it cannot be read, or was written by a newer version of the program
    public static WorkflowRecord read(Path folder) {
        var file = folder.resolve(NAME);
        var text = text(file);
        int end = text.length() - END_LENGTH;
        if (end < 0 || !text.startsWith(",\"sha256\":\"", end)) {
            throw damaged(file, "not a workflow record");
        }
        var sha256 = text.substring(text.length() - HASH_DIGITS - 2, text.length() - 2);
        if (!sha256.equals(sha256(text.substring(0, end).getBytes(UTF_8)))) {
            throw damaged(file, "the hash is wrong");
        }
        if (Json.tryParse(text) instanceof Value.Fields fields
                && fields.get("version") instanceof Value.Num(var version)) {
            if (version.compareTo(BigDecimal.valueOf(VERSION)) > 0) {
                var words = file + " was written by a newer version of the program (" + version + ")";
                throw new StorageFailure(Reason.NEWER_VERSION, file, words, null);
            }
            var composed = fields.get("composed");
            if (fields.get("source") instanceof Value.Text(String source) && composed != null) {
                boolean withheld = fields.get("withheld") == Value.Bool.TRUE;
                return new WorkflowRecord(source, files(fields), composed, withheld, sha256);
            }
        }
        throw damaged(file, "not a workflow record");
    }

    private static Map<String, String> files(Value.Fields record) {
        var files = new TreeMap<String, String>();
        if (record.get("files") instanceof Value.Fields(var texts)) {
            texts.forEach((path, text) -> {
                if (text instanceof Value.Text(var content)) {
                    files.put(path, content);
                }
            });
        }
        return files;
    }

    private static String text(Path file) {
        try (var in = new FileInputStream(file.toFile())) {
            return new String(in.readAllBytes(), UTF_8).stripTrailing();
        } catch (FileNotFoundException e) {
            throw damaged(file, "it is missing");
        } catch (IOException e) {
            throw StorageFailure.of("read", file, e);
        }
    }

    private static JournalDamaged damaged(Path file, String detail) {
        return new JournalDamaged(new Damage(file, 0, 0, Damage.Kind.CHECKSUM, detail));
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}
