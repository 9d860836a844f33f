package dev.prodigy.runtime.snapshot;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/// Takes an object apart. Every value is JSON's null, boolean or string, or a list that begins with
/// what it is.
final class ImageWriter {
    private final Map<Class<?>, Integer> numbers = new HashMap<>();
    private final List<ClassShape> shapes = new ArrayList<>();

    /// @return the classes of our own that were met, with their fields
    List<String> shapes() {
        return shapes.stream().map(ClassShape::describe).toList();
    }

    Value write(@Nullable Object object) {
        return switch (object) {
            case null -> Value.Null.NULL;
            case String text -> new Value.Text(text);
            case Boolean truth -> Value.of(truth);
            case Integer number -> tagged("i", Value.of(number));
            case Long number -> tagged("l", Value.of(number));
            case Short number -> tagged("h", Value.of(number));
            case Byte number -> tagged("b", Value.of(number));
            case BigDecimal number -> tagged("n", Value.of(number.toString()));
            case Instant moment -> tagged("t", Value.of(moment.getEpochSecond()), Value.of(moment.getNano()));
            case Duration span -> tagged("d", Value.of(span.getSeconds()), Value.of(span.getNano()));
            case Enum<?> constant ->
                tagged("e", Value.of(constant.getDeclaringClass().getName()), Value.of(constant.name()));
            case BitSet bits -> tagged("B", Value.of(Packed.pack(bits.toByteArray())));
            case byte[] bytes -> tagged("b[", Value.of(Packed.pack(bytes)));
            case short[] numbers -> shorts(numbers);
            case int[] numbers -> ints(numbers);
            case long[] numbers -> longs(numbers);
            case Object[] constants -> enums(constants);
            case List<?> list -> list(isImmutable(list) ? "L!" : "L", list);
            case Set<?> set -> set(set);
            case Map<?, ?> map -> map(map);
            case Object other -> own(other);
        };
    }

    private Value own(Object object) {
        var number = numbers.get(object.getClass());
        if (number == null) {
            number = shapes.size();
            shapes.add(ClassShape.of(object.getClass()));
            numbers.put(object.getClass(), number);
        }
        var shape = shapes.get(number);
        var values = new ArrayList<Value>();
        values.add(Value.of("o"));
        values.add(Value.of(number));
        for (int i = 0; i < shape.size(); i++) {
            values.add(write(shape.get(object, i)));
        }
        return new Value.Items(values);
    }

    private Value list(String tag, Iterable<?> list) {
        var values = new ArrayList<Value>();
        values.add(Value.of(tag));
        list.forEach(each -> values.add(write(each)));
        return new Value.Items(values);
    }

    /// What has no order of its own is written in that of its images: equal states have equal images.
    private Value set(Set<?> set) {
        if (set instanceof SortedSet<?> sorted && sorted.comparator() != null) {
            throw new Unimaginable("no image of a set in an order of its own");
        }
        if (set instanceof SortedSet || set instanceof LinkedHashSet) {
            return list(set instanceof SortedSet ? "S<" : "S>", set);
        }
        var values = new ArrayList<Value>();
        set.forEach(each -> values.add(write(each)));
        values.sort(Comparator.comparing(Json::write));
        values.addFirst(Value.of(isImmutable(set) ? "S!" : "S"));
        return new Value.Items(values);
    }

    private Value map(Map<?, ?> map) {
        if (map instanceof SortedMap<?, ?> sorted && sorted.comparator() != null) {
            throw new Unimaginable("no image of a map in an order of its own");
        }
        var entries = new ArrayList<Value>();
        map.forEach((key, value) -> entries.add(new Value.Items(List.of(write(key), write(value)))));
        var tag = switch (map) {
            case EnumMap<?, ?> _ -> "M#";
            case SortedMap<?, ?> _ -> "M<";
            case LinkedHashMap<?, ?> _ -> "M>";
            case Map<?, ?> other when isImmutable(other) -> "M!";
            case HashMap<?, ?> _ -> "M";
            default -> "M>!";
        };
        if (tag.equals("M") || tag.equals("M!")) {
            entries.sort(Comparator.comparing(Json::write));
        }
        entries.addFirst(Value.of(tag));
        return new Value.Items(entries);
    }

    private static boolean isImmutable(Object collection) {
        return collection.getClass().getName().startsWith("java.util.ImmutableCollections");
    }

    @SuppressWarnings("EnumOrdinal") // an image is read by the very program that wrote it
    private static Value enums(Object[] constants) {
        var bytes = new byte[constants.length];
        for (int i = 0; i < constants.length; i++) {
            if (!(constants[i] instanceof Enum<?> constant)) {
                throw new Unimaginable(
                        "no image of a list of " + constants.getClass().getComponentType());
            }
            bytes[i] = (byte) constant.ordinal();
        }
        return tagged("e[", Value.of(constants.getClass().getComponentType().getName()), Value.of(Packed.pack(bytes)));
    }

    private static Value shorts(short[] numbers) {
        var bytes = ByteBuffer.allocate(numbers.length * Short.BYTES);
        bytes.asShortBuffer().put(numbers);
        return tagged("h[", Value.of(Packed.pack(bytes.array())));
    }

    private static Value ints(int[] numbers) {
        var bytes = ByteBuffer.allocate(numbers.length * Integer.BYTES);
        bytes.asIntBuffer().put(numbers);
        return tagged("i[", Value.of(Packed.pack(bytes.array())));
    }

    private static Value longs(long[] numbers) {
        var bytes = ByteBuffer.allocate(numbers.length * Long.BYTES);
        bytes.asLongBuffer().put(numbers);
        return tagged("l[", Value.of(Packed.pack(bytes.array())));
    }

    private static Value tagged(String tag, Value... values) {
        var all = new ArrayList<Value>();
        all.add(Value.of(tag));
        all.addAll(List.of(values));
        return new Value.Items(all);
    }
}
