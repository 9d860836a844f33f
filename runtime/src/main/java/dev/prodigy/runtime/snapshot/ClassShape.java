package dev.prodigy.runtime.snapshot;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The fields of one of our classes, in a fixed order, and how to take an object apart and put it
/// together again. Transient fields belong to a process, not to the journal: they are left as a new
/// object has them.
final class ClassShape {
    private final Class<?> type;
    private final List<Field> fields;
    private final Constructor<?> constructor;
    private final boolean isRecord;

    private ClassShape(Class<?> type, List<Field> fields, Constructor<?> constructor) {
        this.type = type;
        this.fields = fields;
        this.constructor = constructor;
        this.isRecord = type.isRecord();
    }

    /// @throws Unimaginable when objects of the class cannot be taken apart
    static ClassShape of(Class<?> type) {
        if (!type.getName().startsWith("dev.prodigy.")) {
            throw new Unimaginable("no image of a " + type.getName());
        }
        try {
            var shape = type.isRecord() ? ofRecord(type) : ofClass(type);
            AccessibleObject.setAccessible(shape.fields.toArray(AccessibleObject[]::new), true);
            shape.constructor.setAccessible(true);
            return shape;
        } catch (NoSuchMethodException | NoSuchFieldException e) {
            throw new Unimaginable("no image of a " + type.getName() + ": " + e.getMessage());
        }
    }

    /// @return what must be the same in the program that reads an image
    String describe() {
        var text = new StringBuilder(type.getName());
        fields.forEach(field -> text.append(' ')
                .append(field.getName())
                .append(':')
                .append(field.getType().getName()));
        return text.toString();
    }

    int size() {
        return fields.size();
    }

    @Nullable
    Object get(Object of, int field) {
        try {
            return fields.get(field).get(of);
        } catch (IllegalAccessException e) {
            throw new Unimaginable("no look into " + type.getName());
        }
    }

    Object make(@Nullable Object[] values) {
        try {
            if (isRecord) {
                return constructor.newInstance(values);
            }
            var made = constructor.newInstance(nothing(constructor.getParameterTypes()));
            for (int i = 0; i < values.length; i++) {
                fields.get(i).set(made, values[i]);
            }
            return made;
        } catch (InstantiationException | IllegalAccessException | InvocationTargetException e) {
            throw new Unimaginable("no " + type.getName() + " out of an image: " + e);
        }
    }

    private static ClassShape ofRecord(Class<?> type) throws NoSuchMethodException, NoSuchFieldException {
        var components = type.getRecordComponents();
        var fields = new Field[components.length];
        for (int i = 0; i < components.length; i++) {
            fields[i] = type.getDeclaredField(components[i].getName());
        }
        var types = Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        return new ClassShape(type, List.of(fields), type.getDeclaredConstructor(types));
    }

    private static ClassShape ofClass(Class<?> type) {
        if (type.getSuperclass() != Object.class || type.isHidden() || type.isSynthetic()) {
            throw new Unimaginable("no image of a " + type.getName());
        }
        var fields = Arrays.stream(type.getDeclaredFields())
                .filter(field ->
                        !Modifier.isStatic(field.getModifiers()) && !Modifier.isTransient(field.getModifiers()))
                .sorted(Comparator.comparing(Field::getName))
                .toList();
        return new ClassShape(type, fields, constructor(type));
    }

    /// @return the one that takes least
    private static Constructor<?> constructor(Class<?> type) {
        return Arrays.stream(type.getDeclaredConstructors())
                .min(Comparator.comparingInt(Constructor::getParameterCount))
                .orElseThrow(() -> new Unimaginable("no way to make a " + type.getName()));
    }

    /// Every field is set behind the constructor, so it does not matter what it is given.
    private static @Nullable Object[] nothing(Class<?>[] types) {
        var values = new @Nullable Object[types.length];
        for (int i = 0; i < types.length; i++) {
            values[i] = types[i].isPrimitive() ? Array.get(Array.newInstance(types[i], 1), 0) : null;
        }
        return values;
    }
}
