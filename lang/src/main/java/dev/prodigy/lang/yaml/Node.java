package dev.prodigy.lang.yaml;

import dev.prodigy.model.source.Span;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What the user wrote at one place of a file: a scalar, a sequence or a mapping, with its position (spec 01 §1).
///
/// Aliases and `<<` merges are already followed, so the tree is a plain tree; what an alias stands for keeps the
/// position of its definition. Equality is by what is written, not by where: spans and quotes are ignored.
public sealed interface Node {

    /// @return where it stands in its file
    Span span();

    /// @return the local tag without its `!`, such as `exponential`; null when there is none
    @Nullable
    String tag();

    /// @return the word for this kind of node in messages
    String describe();

    /// @return the same without its tag
    Node untagged();

    /// @return the elements of a list; of anything else itself alone, where a single element needs no list
    default List<Node> elements() {
        return List.of(this);
    }

    /// What an unquoted scalar is by the YAML 1.2 core schema; anything quoted, tagged or in a block is a string.
    enum Kind {
        STRING,
        INTEGER,
        FLOAT,
        BOOLEAN,
        NULL
    }

    /// How a scalar is written.
    enum Style {
        PLAIN,
        SINGLE_QUOTED,
        DOUBLE_QUOTED,
        LITERAL,
        FOLDED
    }

    /// One text, as written: `1.10` stays `1.10`, `yes` stays `yes`.
    ///
    /// @param text the content; of a plain scalar its source spelling, otherwise with quotes and escapes resolved
    record Scalar(
            String text, Kind kind, Style style, @Nullable String tag, Span span) implements Node {

        /// @return whether nothing, `~` or `null` is written
        public boolean isNull() {
            return kind == Kind.NULL;
        }

        @Override
        public String describe() {
            return switch (kind) {
                case STRING -> "a text";
                case INTEGER, FLOAT -> "a number";
                case BOOLEAN -> "a boolean";
                case NULL -> "nothing";
            };
        }

        @Override
        public Scalar untagged() {
            return new Scalar(text, kind, style, null, span);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Scalar that
                    && text.equals(that.text)
                    && kind == that.kind
                    && Objects.equals(tag, that.tag);
        }

        @Override
        public int hashCode() {
            return Objects.hash(text, kind, tag);
        }
    }

    /// A list.
    record Sequence(List<Node> items, @Nullable String tag, Span span) implements Node {
        public Sequence {
            items = List.copyOf(items);
        }

        @Override
        public String describe() {
            return "a list";
        }

        @Override
        public Sequence untagged() {
            return new Sequence(items, null, span);
        }

        @Override
        public List<Node> elements() {
            return items;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Sequence that && items.equals(that.items) && Objects.equals(tag, that.tag);
        }

        @Override
        public int hashCode() {
            return Objects.hash(items, tag);
        }
    }

    /// A map. Keys are unique and keep the order of the file.
    record Mapping(List<Entry> entries, @Nullable String tag, Span span) implements Node {
        public Mapping {
            entries = List.copyOf(entries);
        }

        /// @return the value written for a key, or null when the key is absent; takes time linear in the entries
        public @Nullable Node get(String key) {
            for (var entry : entries) {
                if (entry.key().equals(key)) {
                    return entry.value();
                }
            }
            return null;
        }

        @Override
        public String describe() {
            return "a map";
        }

        @Override
        public Mapping untagged() {
            return new Mapping(entries, null, span);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Mapping that && entries.equals(that.entries) && Objects.equals(tag, that.tag);
        }

        @Override
        public int hashCode() {
            return Objects.hash(entries, tag);
        }
    }

    /// One `key: value` of a map.
    ///
    /// @param key the key's text; an unquoted `7` is the text `7`
    /// @param keySpan where the key stands
    record Entry(String key, Span keySpan, Node value) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Entry that && key.equals(that.key) && value.equals(that.value);
        }

        @Override
        public int hashCode() {
            return 31 * key.hashCode() + value.hashCode();
        }
    }
}
