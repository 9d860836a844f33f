package dev.prodigy.lang.shell.input;

/// The next thing to read, as the shell sees it behind the backslashes of the backquotes it stands in.
///
/// @param ch a character, {@link Input#END} or {@link Input#HOLE}
/// @param length how many characters of the input make it up: `\$` inside backquotes is one `$` of length 2
/// @param closes for a backquote that ends a substitution: at which level; else 0
public record Unit(int ch, int length, int closes) {

    /// @return whether this is that character and does not end a backquote
    public boolean is(char other) {
        return ch == other && closes == 0;
    }

    /// @return whether a value has its place here
    public boolean isHole() {
        return ch == Input.HOLE;
    }
}
