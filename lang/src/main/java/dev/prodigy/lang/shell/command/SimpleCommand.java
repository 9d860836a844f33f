package dev.prodigy.lang.shell.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The words of one simple command as they are read, without assignments in front and redirections.
public final class SimpleCommand {
    /// Run the builtin that follows them.
    private static final Set<String> PREFIXES = Set.of("command", "builtin", "exec", "noglob", "nocorrect", "-");

    private final List<Word> words = new ArrayList<>();
    private final List<Fed> input = new ArrayList<>();
    private final List<Word> written = new ArrayList<>();
    private final List<Word> sources = new ArrayList<>();
    private boolean duplicates;
    private boolean prefixed;
    private String name = "";
    private int nameIndex = -1;
    /// The letters of the words that begin with a dash, one bit each.
    private long options;

    /// Notes an assignment in front of it.
    public void prefix() {
        prefixed = true;
    }

    /// Takes its next word, which has ended.
    public void add(Word word) {
        words.add(word);
        String literal = word.literal();
        boolean leading = literal != null && (PREFIXES.contains(literal) || literal.startsWith("-"));
        if (nameIndex < 0 && !leading) {
            name = literal == null ? "" : literal;
            nameIndex = words.size() - 1;
        } else if (literal != null && literal.startsWith("-")) {
            literal.chars().filter(c -> c > 64 && c < 128).forEach(c -> options |= 1L << (c - 64));
        }
    }

    /// Notes a here-document or here-string as its input.
    public void feed(Fed read) {
        input.add(read);
    }

    /// Notes a file that its output goes to.
    public void write(Word target) {
        written.add(target);
    }

    /// Notes a file, or `<(…)`, as its input.
    public void source(Word file) {
        sources.add(file);
    }

    /// Notes that it reads what a descriptor is open for.
    public void duplicate() {
        duplicates = true;
    }

    /// @return the files that it reads, `<(…)` among them
    public List<Word> sources() {
        return sources;
    }

    /// @return whether it reads what some descriptor is open for
    public boolean duplicates() {
        return duplicates;
    }

    /// @return the files that its output goes to
    public List<Word> written() {
        return written;
    }

    /// @return its here-documents and here-strings
    public List<Fed> fed() {
        return input;
    }

    /// @return the values in its here-documents and here-strings
    public List<Hole> input() {
        return input.stream().flatMap(read -> read.holes().stream()).toList();
    }

    /// @return whether a reserved word may come next
    public boolean isFresh() {
        return words.isEmpty() && !prefixed;
    }

    /// @return whether it has no word yet
    public boolean isEmpty() {
        return words.isEmpty();
    }

    /// @return whether an assignment may come next
    public boolean isNameless() {
        return words.isEmpty();
    }

    /// @return the command's name after `command`, `builtin` and the like; "" while it is unknown
    public String name() {
        return name;
    }

    /// @return its words so far, the name among them
    public List<Word> words() {
        return words;
    }

    /// @return the words behind the name
    public List<Word> arguments() {
        return nameIndex < 0 ? List.of() : words.subList(nameIndex + 1, words.size());
    }

    /// @return whether an option with this letter was given so far
    public boolean hasOption(char letter) {
        return (options & 1L << (letter - 64)) != 0;
    }

    /// @return the literal text of the word before the latest one, or ""
    public String previous() {
        String literal = words.size() < 2 ? null : words.get(words.size() - 2).literal();
        return literal == null ? "" : literal;
    }

    /// @return whether the latest word was the command's last although nothing separates it from the next command
    public boolean isOver() {
        return switch (name) {
            case "function" -> words.size() == 2;
            case "for", "select" -> words.size() == 3 && words.getLast().plain().equals("do");
            default -> false;
        };
    }
}
