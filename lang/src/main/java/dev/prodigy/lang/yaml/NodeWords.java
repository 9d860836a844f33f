package dev.prodigy.lang.yaml;

import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;

/// The words in a piece of a document, whatever it means: a name that is given there is one of them.
public final class NodeWords {
    private static final Pattern WORD = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]*");

    private NodeWords() {}

    /// @return the words of keys and values
    public static Set<String> of(Node node) {
        var words = new HashSet<String>();
        add(node, words);
        return words;
    }

    private static void add(Node node, Set<String> words) {
        switch (node) {
            case Node.Scalar scalar -> add(scalar.text(), words);
            case Node.Sequence list -> list.items().forEach(each -> add(each, words));
            case Node.Mapping map ->
                map.entries().forEach(entry -> {
                    add(entry.key(), words);
                    add(entry.value(), words);
                });
        }
    }

    private static void add(String text, Set<String> words) {
        var word = WORD.matcher(text);
        while (word.find()) {
            words.add(word.group());
        }
    }
}
