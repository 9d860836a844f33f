package dev.prodigy.testkit.fuzz;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// What generated texts are put together from.
final class Pieces {
    /// Of expressions and placeholders: names, literals, operators, calls, and what begins or ends one of these alone.
    static final List<String> EXPRESSION =
            Stream.concat(words("""
            a b.c item x[0] [*] ['k'] _index value 1 -2.5 1e3 1e999 't' "u" '${a}' true null ␣ ( ) [ ] , ==
            != < >= && || ! - + * / % ␣and␣ ␣or␣ ␣not␣ ␣in␣ ␣contains␣ ␣matches␣ '^(a|b)*$' '(a*)*' ${ } {
            \\ :- | count( upper( where(a,␣' if( default( exists( sum( sort( group_by(x,␣' split(a,␣'b')
            round(1.5) replace('aaa',␣'a',␣'aa') ' " 😀 @. $. .exists = . ? ␣␣ '^[a-z]+$' $ $$ \\} :
            |default: upper json words *.rs uuid date:%Y file:x cmd:y json:k:from:a @ # x.exists $${ {}
            item.k item.t list [0] [-1] ["k"] :? :0:3 %.* lower csv q raw length basename src/**/*
            date:%Y-%m-%d date: cmd:ls json:k:from:item $1 $HOME x
            """), Stream.of("\n", "\uD83D", "\u0000")).toList();

    private Pieces() {}

    /// @param text pieces between blanks; `␣` stands for a blank within one
    private static Stream<String> words(String text) {
        return Arrays.stream(text.strip().split("\\s+", -1)).map(word -> word.replace('␣', ' '));
    }
}
