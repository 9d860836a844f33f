package dev.prodigy.lang.expr.scope;

import dev.prodigy.lang.expr.value.ListStyle;
import dev.prodigy.model.value.Value;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The way to a value, such as `item.tags[0].name` (spec 01 §8.1).
///
/// @param segments the steps; the first is a {@link Segment.Name} in every path that is looked up in a scope, and
///     there may be none at all in a path that starts from a value
public record Path(List<Segment> segments) {
    private static final Segment EXISTS = new Segment.Name("exists");

    public Path {
        segments = List.copyOf(segments);
    }

    /// @return the path a text consists of, or null when it is none
    public static @Nullable Path parse(String text) {
        var reader = new PathReader(text, 0, text.length());
        var path = reader.path();
        return reader.position() == text.length() ? path : null;
    }

    /// @return the path of one plain name
    public static Path of(String name) {
        return new Path(List.of(new Segment.Name(name)));
    }

    /// @return the first name; empty for a path without one
    public String first() {
        return !segments.isEmpty() && segments.getFirst() instanceof Segment.Name(String name) ? name : "";
    }

    /// @return whether this is a name alone
    public boolean isPlain() {
        return segments.size() == 1;
    }

    /// @return whether this path leads to, or to something below, the place that these names lead to; `state` alone
    ///     does not lead to `state._last_error`
    public boolean isAtOrBelow(String... names) {
        if (segments.size() < names.length) {
            return false;
        }
        for (int i = 0; i < names.length; i++) {
            if (!names[i].equals(name(i))) {
                return false;
            }
        }
        return true;
    }

    /// Whether the first name belongs to the workflow here (spec 01 §7, "Owned names").
    ///
    /// @return true for a plain name that is declared, and for a namespace that a `.` follows
    public boolean isOwnedIn(Scope scope) {
        return switch (scope.find(first())) {
            case Binding.NotOwned _ -> false;
            case Binding.Missing _, Binding.Present _ -> true;
            case Binding.Namespace _ -> segments.size() > 1 && segments.get(1) instanceof Segment.Name;
        };
    }

    /// Looks the path up: the first name in the scope, the rest by walking. `.exists` at the end asks whether what
    /// stands before it is defined, unless that has such a member (spec 01 §10.1).
    ///
    /// @throws UnstoredRead when a secret that the value contained was not stored
    public Lookup in(Scope scope) {
        var found = whetherIn(scope);
        if (found instanceof Lookup.Found(var value, var _, var _)) {
            UnstoredRead.checked(value);
        }
        return found;
    }

    /// Looks the path up as {@link #in(Scope)} does, for those who ask whether there is a value and do not read it.
    public Lookup whetherIn(Scope scope) {
        var found = lookUp(scope);
        var asked = found instanceof Lookup.Missing ? asked() : null;
        return asked == null ? found : Lookup.Found.of(Value.of(!(asked.lookUp(scope) instanceof Lookup.Missing)));
    }

    /// Walks from a value: members of objects, elements of lists; a string that is JSON can be walked into.
    ///
    /// @return what is there, or null when it is undefined
    public @Nullable Value in(Value value) {
        var found = PathWalk.from(value, segments, 0);
        var asked = found == null ? asked() : null;
        return asked == null ? found : Value.of(PathWalk.from(value, asked.segments, 0) != null);
    }

    /// @return the path before a final `.exists`, null when there is none
    public @Nullable Path asked() {
        boolean asks = segments.size() > 1 && segments.getLast().equals(EXISTS);
        return asks ? new Path(segments.subList(0, segments.size() - 1)) : null;
    }

    private Lookup lookUp(Scope scope) {
        return follow(scope.find(first()), 1);
    }

    /// @param i the first segment after the one that is bound
    private Lookup follow(Binding binding, int i) {
        return switch (binding) {
            case Binding.NotOwned _ -> new Lookup.NotOwned();
            case Binding.Missing(String reason) -> new Lookup.Missing(reason, List.of());
            case Binding.Namespace(Members members) -> {
                if (i == segments.size()) {
                    yield i == 1 ? new Lookup.Group(members) : Lookup.Found.of(members.whole());
                }
                boolean owned = i > 1 || segments.get(i) instanceof Segment.Name;
                yield owned ? member(members, i, i, members.names()) : new Lookup.NotOwned();
            }
            case Binding.Present present -> {
                var found = PathWalk.from(present.value(), segments, i);
                if (found != null) {
                    var style = i == segments.size() ? present.style() : ListStyle.JSON;
                    yield new Lookup.Found(found, present.nature(), style);
                }
                var end = PathWalk.endOf(present.value(), segments, i);
                yield member(present.members(), i, end.index(), names(present.members(), i, end));
            }
        };
    }

    /// @param lost the segment to name when there is no such member, and what could stand in its place
    private Lookup member(Members members, int i, int lost, Collection<String> names) {
        String name = name(i);
        var binding = name == null ? Binding.notOwned() : members.find(name);
        return switch (binding) {
            case Binding.NotOwned _ -> noMember(lost, names);
            case Binding.Missing(String reason) -> new Lookup.Missing(reason, near(lost, names));
            case Binding.Present _, Binding.Namespace _ -> follow(binding, i + 1);
        };
    }

    /// What can stand in the place of a name that leads nowhere: behind a value that has members these too.
    private static Collection<String> names(Members members, int i, PathWalk.End end) {
        var names = new ArrayList<>(PathWalk.names(end.value()));
        if (end.index() == i) {
            names.addAll(members.names());
        }
        return names;
    }

    private Lookup noMember(int i, Collection<String> names) {
        String name = name(i);
        return new Lookup.Missing(
                "`" + upTo(i) + "` has no `" + (name == null ? segments.get(i).toString() : name) + "`",
                near(i, names));
    }

    /// @return the paths that may have been meant; none where the name exists, though it has no value
    private List<String> near(int i, Collection<String> names) {
        String name = name(i);
        if (name == null || names.contains(name)) {
            return List.of();
        }
        String prefix = upTo(i) + ".";
        return NearNames.of(name, names).stream().map(prefix::concat).toList();
    }

    private String upTo(int end) {
        return new Path(segments.subList(0, end)).toString();
    }

    /// @return the name at a place of the path; null where there is none
    private @Nullable String name(int i) {
        return i < 0 || i >= segments.size()
                ? null
                : switch (segments.get(i)) {
                    case Segment.Name(String name) -> name;
                    case Segment.Key(String name) -> name;
                    case Segment.Index _, Segment.Each _ -> null;
                };
    }

    @Override
    public String toString() {
        String text = segments.stream().map(Segment::toString).collect(Collectors.joining());
        return text.startsWith(".") ? text.substring(1) : text;
    }
}
