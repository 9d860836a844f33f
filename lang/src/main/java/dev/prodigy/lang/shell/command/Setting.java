package dev.prodigy.lang.shell.command;

import org.jspecify.annotations.Nullable;

/// What surrounds a stretch of shell text, as far as it decides what a value in it becomes.
///
/// @param place how a value is spliced in
/// @param arithmetic whether the shell evaluates the result as arithmetic
/// @param word the word it is part of, if it is part of one
/// @param spelled whether its characters are the word's own, rather than parts of an expansion
public record Setting(
        Place place, boolean arithmetic, @Nullable Word word, boolean spelled) {
    /// Where nothing is expanded and no word is built.
    public static final Setting NONE = new Setting(Place.UNQUOTED, false, null, false);

    /// @return what surrounds the unquoted text of a word
    public static Setting of(Word word) {
        return new Setting(Place.UNQUOTED, false, word, true);
    }

    /// @return the same at another place
    public Setting at(Place other) {
        return new Setting(other, arithmetic, word, spelled);
    }

    /// @return the same inside an expansion, whose text is not the word's
    public Setting expanding() {
        return new Setting(place, arithmetic, word, false);
    }

    /// @return the same where the shell evaluates arithmetic
    public Setting evaluated() {
        return new Setting(place, true, word, false);
    }

    /// Adds a character to the word's own text, if it belongs there.
    public void spell(int ch, boolean escaped) {
        if (word != null && spelled) {
            word.append(ch, escaped || place != Place.UNQUOTED);
        }
    }

    /// Notes that a part of the word is known only when the shell runs.
    public void expand() {
        if (word != null && spelled) {
            word.expand();
        }
    }

    /// Notes that a part of the word is quoted.
    public void quote() {
        if (word != null && spelled) {
            word.quote();
        }
    }
}
