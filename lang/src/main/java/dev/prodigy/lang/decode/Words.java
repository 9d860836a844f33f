package dev.prodigy.lang.decode;

import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One of a few words.
///
/// @param <T> what the word means
public final class Words<T> implements Shape<T> {
    private final String what;
    private final Map<String, T> words;

    private Words(String what, Map<String, T> words) {
        this.what = what;
        this.words = words;
    }

    /// @param what the words are, for messages: `"x" is no …`
    /// @return the words of an enum in lower case
    public static <E extends Enum<E>> Words<E> of(String what, Class<E> constants) {
        return of(
                what,
                List.of(constants.getEnumConstants()),
                constant -> constant.name().toLowerCase(Locale.ROOT));
    }

    /// @return a word for each meaning
    public static <T> Words<T> of(String what, List<T> meanings, Function<T, String> word) {
        var words = new LinkedHashMap<String, T>();
        meanings.forEach(meaning -> words.put(word.apply(meaning), meaning));
        return new Words<>(what, words);
    }

    /// @return these words with a synonym
    public Words<T> or(String synonym, T meaning) {
        var more = new LinkedHashMap<>(words);
        more.put(synonym, meaning);
        return new Words<>(what, more);
    }

    /// @return the meaning of a word, or null when it is none of these
    public @Nullable T find(String word) {
        return words.get(word);
    }

    /// @return the words, canonical ones first
    public List<String> words() {
        return List.copyOf(words.keySet());
    }

    @Override
    public @Nullable T read(Node node, Place place) {
        place.refuseTag(node);
        if (!(node instanceof Node.Scalar scalar) || scalar.isNull()) {
            place.mismatch(node, expects());
            return null;
        }
        var meaning = words.get(scalar.text());
        if (meaning == null) {
            place.unknownWord(scalar, what, words.keySet());
        }
        return meaning;
    }

    @Override
    public String expects() {
        return "one of " + String.join(", ", words.keySet());
    }

    @Override
    public Value.Fields schema(Definitions definitions) {
        return Schemas.words(words());
    }

    @Override
    public Value normal(Node node, Decoding decoding) {
        return Stream.ofNullable(words.get(((Node.Scalar) node).text()))
                .map(this::written)
                .findFirst()
                .orElseThrow();
    }

    /// @return the canonical word of a meaning
    public Value written(T meaning) {
        return Value.of(words.entrySet().stream()
                .filter(word -> word.getValue().equals(meaning))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow());
    }
}
