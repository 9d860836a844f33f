package dev.prodigy.lang.shell.command;

import dev.prodigy.lang.shell.input.Blank;
import org.jspecify.annotations.Nullable;

/// A value in its place. What the place demands of it becomes known only while the rest of its command is read.
public final class Hole {
    private final Blank blank;
    private final Place place;
    /// Length of the word's text in front of it.
    final int index;

    private Guard guard;
    private boolean joined;
    private @Nullable String target;

    /// @param blank the values to put here
    /// @param setting what surrounds them
    public Hole(Blank blank, Setting setting) {
        this.blank = blank;
        this.place = setting.place();
        this.index = setting.word() == null ? 0 : setting.word().length();
        this.guard = setting.arithmetic() ? Guard.INTEGER : Guard.NONE;
    }

    /// @return the values to put here
    public Blank blank() {
        return blank;
    }

    /// @return where in the shell's grammar they stand
    public Place place() {
        return place;
    }

    /// Demands at least this much of the value. A pattern only removes text, so what stands in one is never
    /// evaluated.
    public void demand(Guard stricter) {
        if (stricter.compareTo(guard) > 0 && !place.isPattern()) {
            guard = stricter;
        }
    }

    /// Makes several words one: the shell expects a single word here.
    public void join() {
        joined = true;
    }

    /// Notes that the value is assigned to this variable, which may turn out to evaluate what it is given.
    public void assignTo(String name) {
        target = name;
    }

    /// @return the variable that the value is assigned to, or null
    @Nullable
    public String target() {
        return target;
    }

    /// @return what is demanded of the value so far
    public Guard guard() {
        return guard;
    }

    /// @return whether each value becomes a word of its own, be it an element of an array of integers
    public boolean splits() {
        boolean number = guard == Guard.INTEGER && target == null;
        return blank.words() && !joined && place == Place.UNQUOTED && !number;
    }
}
