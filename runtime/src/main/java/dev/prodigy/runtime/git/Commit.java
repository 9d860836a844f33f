package dev.prodigy.runtime.git;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// A commit as git stores it.
///
/// @param tree what it holds
/// @param parents in their order; none for a root commit
/// @param message whole text, subject first
public record Commit(ObjectId id, ObjectId tree, List<ObjectId> parents, String message) {

    public Commit {
        parents = List.copyOf(parents);
    }

    /// Reads a commit object.
    ///
    /// @param id its name
    /// @param bytes its content
    static Commit parse(ObjectId id, byte[] bytes) {
        String raw = new String(bytes, StandardCharsets.ISO_8859_1);
        int headerEnd = Math.max(raw.indexOf("\n\n"), 0);
        ObjectId tree = id;
        var parents = new ArrayList<ObjectId>();
        Charset charset = StandardCharsets.UTF_8;
        for (String line : raw.substring(0, headerEnd).split("\n", -1)) {
            int blank = Math.max(line.indexOf(' '), 0);
            String value = line.substring(Math.min(blank + 1, line.length()));
            switch (line.substring(0, blank)) {
                case "tree" -> tree = new ObjectId(value);
                case "parent" -> parents.add(new ObjectId(value));
                case "encoding" -> charset = charset(value);
                default -> {
                    // A signature or another header that says nothing here.
                }
            }
        }
        int bodyStart = Math.min(headerEnd + 2, bytes.length);
        String message = new String(bytes, bodyStart, bytes.length - bodyStart, charset);
        return new Commit(id, tree, parents, message);
    }

    /// @return the first paragraph on one line, as `git log` shows it
    public String subject() {
        return message.strip()
                .lines()
                .takeWhile(line -> !line.isBlank())
                .map(String::strip)
                .collect(Collectors.joining(" "));
    }

    private static Charset charset(String name) {
        try {
            return Charset.forName(name);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            return StandardCharsets.UTF_8;
        }
    }
}
