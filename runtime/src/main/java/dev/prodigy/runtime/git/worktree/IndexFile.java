package dev.prodigy.runtime.git.worktree;

import dev.prodigy.runtime.git.Git;
import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitCommand;
import dev.prodigy.runtime.git.WorkTree;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The index of a worktree, read without a process: it is looked at once or twice for every item. git is asked only
/// where the file is not whole by itself (a split index) or of a format unknown here.
final class IndexFile {
    private static final int SIGNATURE = 0x44495243; // DIRC
    private static final int SPLIT = 0x6c696e6b; // link
    private static final int COMPRESSED = 4;
    private static final int BEFORE_MODE = 24;
    private static final int BEHIND_MODE = 12;
    private static final int PADDING = 8;
    private static final int ASSUMED_UNCHANGED = 0x8000;
    private static final int EXTENDED = 0x4000;
    private static final int SKIPPED = 0x4000;

    private final ByteBuffer bytes;
    private final Hash kind;
    private final int hash;
    private byte[] name = {};

    private IndexFile(byte[] content, Hash kind) {
        this.bytes = ByteBuffer.wrap(content);
        this.kind = kind;
        this.hash = kind.length;
    }

    /// What names objects, and closes the file. Which one it is the file does not say.
    private enum Hash {
        SHA1("SHA-1", 20),
        SHA256("SHA-256", 32);

        private final String algorithm;
        private final int length;

        Hash(String algorithm, int length) {
            this.algorithm = algorithm;
            this.length = length;
        }

        MessageDigest digest() {
            try {
                return MessageDigest.getInstance(algorithm);
            } catch (NoSuchAlgorithmException e) {
                throw new AssertionError("every Java has it", e);
            }
        }
    }

    /// @return what is in the index; nothing where there is none, or one that git cannot read either
    static List<IndexEntry> of(Git git, WorkTree tree) {
        var file = tree.own("index");
        try {
            if (!Files.isRegularFile(file)) {
                return List.of();
            }
            var content = Files.readAllBytes(file);
            for (var kind : Hash.values()) {
                var entries = new IndexFile(content, kind).entries();
                if (entries != null) {
                    return entries;
                }
            }
        } catch (IOException e) {
            // git says what is wrong with it, if anything is
        }
        return asGitSays(git, tree);
    }

    private @Nullable List<IndexEntry> entries() {
        try {
            if (bytes.getInt() != SIGNATURE) {
                return null;
            }
            int version = bytes.getInt();
            int count = bytes.getInt();
            if (version < 2 || version > COMPRESSED || count < 0) {
                return null;
            }
            var entries = new ArrayList<IndexEntry>(Math.min(count, bytes.remaining()));
            for (int i = 0; i < count; i++) {
                entries.add(entry(version));
            }
            return isWhole() ? entries : null;
        } catch (BufferUnderflowException | IllegalArgumentException | IndexOutOfBoundsException e) {
            return null;
        }
    }

    private IndexEntry entry(int version) {
        int start = bytes.position();
        skip(BEFORE_MODE);
        int mode = bytes.getInt();
        skip(BEHIND_MODE + hash);
        int flags = bytes.getShort();
        int more = (flags & EXTENDED) == 0 ? 0 : bytes.getShort();
        if (version == COMPRESSED) {
            int kept = name.length - strippedBytes();
            var rest = upToNul();
            var whole = Arrays.copyOf(name, kept + rest.length);
            System.arraycopy(rest, 0, whole, kept, rest.length);
            name = whole;
        } else {
            name = upToNul();
            int length = bytes.position() - 1 - start;
            bytes.position(start + (length / PADDING + 1) * PADDING);
        }
        var path = new String(name, StandardCharsets.UTF_8);
        return new IndexEntry(path, mode, (flags & ASSUMED_UNCHANGED) != 0, (more & SKIPPED) != 0);
    }

    /// How many bytes at the end of the name before do not stand in this one too, in git's own variable width.
    private int strippedBytes() {
        int next = bytes.get();
        int value = next & 0x7f;
        while ((next & 0x80) != 0) {
            next = bytes.get();
            value = ((value + 1) << 7) | (next & 0x7f);
        }
        return value;
    }

    private byte[] upToNul() {
        int start = bytes.position();
        int end = start;
        while (bytes.get(end) != 0) {
            end++;
        }
        var text = new byte[end - start];
        bytes.get(text);
        bytes.get();
        return text;
    }

    /// Extensions must come out even, and the checksum must be of the kind that was taken for granted.
    private boolean isWhole() {
        while (bytes.remaining() > hash) {
            if (bytes.getInt() == SPLIT) {
                return false;
            }
            skip(bytes.getInt());
        }
        return bytes.remaining() == hash && isSealed();
    }

    /// git leaves the checksum out (zeros) where it is told to (`index.skipHash`).
    private boolean isSealed() {
        var sum = new byte[hash];
        bytes.get(bytes.position(), sum);
        var digest = kind.digest();
        digest.update(bytes.array(), 0, bytes.position());
        return Arrays.equals(sum, new byte[hash]) || Arrays.equals(sum, digest.digest());
    }

    private void skip(int count) {
        bytes.position(Math.addExact(bytes.position(), count));
    }

    /// Each field is a tag, mode, object name, stage and path. The tag is lower case where the file is assumed to be
    /// unchanged.
    private static List<IndexEntry> asGitSays(Git git, WorkTree tree) {
        var listed = git.run(GitCommand.at(tree, "ls-files", "-z", "--stage", "-v", "--full-name", "--", ":/"))
                .orThrow(GitCode.WORKTREE_ERROR);
        return listed.fields().stream()
                .map(field -> {
                    String tag = field.substring(0, 1);
                    int mode = Integer.parseInt(field.substring(2, field.indexOf(' ', 2)), 8);
                    boolean assumed = tag.equals(tag.toLowerCase(Locale.ROOT));
                    boolean skipped = tag.equalsIgnoreCase("S");
                    return new IndexEntry(field.substring(field.indexOf('\t') + 1), mode, assumed, skipped);
                })
                .toList();
    }
}
