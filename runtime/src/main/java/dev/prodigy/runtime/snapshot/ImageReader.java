package dev.prodigy.runtime.snapshot;

import dev.prodigy.model.value.Value;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Puts together what an {@link ImageWriter} took apart.
final class ImageReader {
    private final List<ClassShape> shapes = new ArrayList<>();

    /// @param descriptions of the classes in the image
    /// @throws Unimaginable when one of them has other fields in this program
    ImageReader(List<String> descriptions) {
        for (var description : descriptions) {
            int end = description.indexOf(' ');
            var shape = ClassShape.of(type(end < 0 ? description : description.substring(0, end)));
            if (!shape.describe().equals(description)) {
                throw new Unimaginable("other fields: " + description);
            }
            shapes.add(shape);
        }
    }

    @Nullable
    Object read(Value image) {
        return switch (image) {
            case Value.Null _ -> null;
            case Value.Text(var text) -> text;
            case Value.Bool truth -> truth.isTrue();
            case Value.Items(var parts) -> read(text(parts.getFirst()), parts.subList(1, parts.size()));
            case Value.Num _, Value.Fields _ -> throw new Unimaginable("not an image: " + image);
        };
    }

    private Object read(String tag, List<Value> parts) {
        return switch (tag) {
            case "o" -> own(parts);
            case "i" -> Math.toIntExact(number(parts.getFirst()));
            case "l" -> number(parts.getFirst());
            case "h" -> (short) number(parts.getFirst());
            case "b" -> (byte) number(parts.getFirst());
            case "n" -> new BigDecimal(text(parts.getFirst()));
            case "t" -> Instant.ofEpochSecond(number(parts.getFirst()), number(parts.getLast()));
            case "d" -> Duration.ofSeconds(number(parts.getFirst()), number(parts.getLast()));
            case "e" -> constant(text(parts.getFirst()), text(parts.getLast()));
            case "B" -> BitSet.valueOf(bytes(parts.getFirst()));
            case "b[" -> bytes(parts.getFirst());
            case "h[" -> shorts(bytes(parts.getFirst()));
            case "i[" -> ints(bytes(parts.getFirst()));
            case "l[" -> longs(bytes(parts.getFirst()));
            case "e[" -> constants(text(parts.getFirst()), bytes(parts.getLast()));
            case "L" -> all(parts, new ArrayList<>());
            case "L!" -> List.copyOf(all(parts, new ArrayList<>()));
            case "S" -> all(parts, new HashSet<>());
            case "S>" -> all(parts, new LinkedHashSet<>());
            case "S<" -> all(parts, new TreeSet<>());
            case "S!" -> Set.copyOf(all(parts, new HashSet<>()));
            case "M" -> entries(parts, new HashMap<>());
            case "M>" -> entries(parts, new LinkedHashMap<>());
            case "M<" -> entries(parts, new TreeMap<>());
            case "M!" -> Map.copyOf(entries(parts, new HashMap<>()));
            case "M>!" -> Collections.unmodifiableMap(entries(parts, new LinkedHashMap<>()));
            case "M#" -> enumMap(parts);
            default -> throw new Unimaginable("not an image: " + tag);
        };
    }

    private Object own(List<Value> parts) {
        var shape = shapes.get(Math.toIntExact(number(parts.getFirst())));
        var values = new @Nullable Object[shape.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = read(parts.get(i + 1));
        }
        return shape.make(values);
    }

    private <C extends Collection<@Nullable Object>> C all(List<Value> parts, C into) {
        parts.forEach(part -> into.add(read(part)));
        return into;
    }

    private Map<@Nullable Object, @Nullable Object> entries(
            List<Value> parts, Map<@Nullable Object, @Nullable Object> into) {
        for (var part : parts) {
            if (part instanceof Value.Items(var entry)) {
                into.put(read(entry.getFirst()), read(entry.getLast()));
            }
        }
        return into;
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // the key tells which enum it is
    private Object enumMap(List<Value> parts) {
        var entries = entries(parts, new LinkedHashMap<>());
        if (entries.isEmpty()) {
            throw new Unimaginable("an empty map of constants");
        }
        return new EnumMap((Map) entries);
    }

    private static Class<?> type(String name) {
        try {
            if (name.startsWith("dev.prodigy.")) {
                return Class.forName(name);
            }
        } catch (ClassNotFoundException _) {
            // told below
        }
        throw new Unimaginable("no class " + name);
    }

    private static Object constant(String type, String name) {
        for (var constant : type(type).getEnumConstants()) {
            if (constant instanceof Enum<?> each && each.name().equals(name)) {
                return each;
            }
        }
        throw new Unimaginable("no " + name + " in " + type);
    }

    private static Object constants(String type, byte[] ordinals) {
        var all = type(type).getEnumConstants();
        var array = (Object[]) java.lang.reflect.Array.newInstance(type(type), ordinals.length);
        for (int i = 0; i < ordinals.length; i++) {
            array[i] = all[ordinals[i]];
        }
        return array;
    }

    private static short[] shorts(byte[] bytes) {
        var numbers = new short[bytes.length / Short.BYTES];
        ByteBuffer.wrap(bytes).asShortBuffer().get(numbers);
        return numbers;
    }

    private static int[] ints(byte[] bytes) {
        var numbers = new int[bytes.length / Integer.BYTES];
        ByteBuffer.wrap(bytes).asIntBuffer().get(numbers);
        return numbers;
    }

    private static long[] longs(byte[] bytes) {
        var numbers = new long[bytes.length / Long.BYTES];
        ByteBuffer.wrap(bytes).asLongBuffer().get(numbers);
        return numbers;
    }

    private static byte[] bytes(Value value) {
        return Packed.unpack(text(value));
    }

    private static String text(Value value) {
        if (value instanceof Value.Text(var text)) {
            return text;
        }
        throw new Unimaginable("not an image: " + value);
    }

    private static long number(Value value) {
        if (value instanceof Value.Num(var number)) {
            return number.longValueExact();
        }
        throw new Unimaginable("not an image: " + value);
    }
}
