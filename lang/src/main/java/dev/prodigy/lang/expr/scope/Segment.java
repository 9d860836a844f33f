package dev.prodigy.lang.expr.scope;

/// One step of a {@link Path} (spec 01 §8.1).
public sealed interface Segment {

    /// `.name`, also `.0`; and the first name of a path.
    record Name(String name) implements Segment {
        @Override
        public String toString() {
            return "." + name;
        }
    }

    /// `["any key"]`.
    record Key(String name) implements Segment {
        @Override
        public String toString() {
            return "[\"" + name + "\"]";
        }
    }

    /// `[n]`; negative counts from the end.
    record Index(int index) implements Segment {
        @Override
        public String toString() {
            return "[" + index + "]";
        }
    }

    /// `[*]`: each element.
    record Each() implements Segment {
        @Override
        public String toString() {
            return "[*]";
        }
    }
}
