package dev.prodigy.lang.expr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.expr.scope.Sources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the placeholders in the examples of spec 01 §9.5 come to; how a shell text is rewritten with them is tested
/// there.
class WorkedExamplesTest {

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiterString = " => ", quoteCharacter = '~', textBlock = """
            1  => item.name                      => DATA PLAIN a b
            4  => item.evil                      => DATA PLAIN x'; touch C; '$(touch C)
            6  => item.path                      => DATA PLAIN src/a b.txt
            13 => f%%.*                          => foreign
            13 => f:0:1                          => foreign
            13 => #f                             => foreign
            14 => arr[@]                         => foreign
            14 => local:-0                       => foreign
            15 => DIR                            => TEXT PLAIN my dir
            16 => FLAGS                          => TEXT PLAIN -l -a
            19 => DIR%r                          => foreign
            20 => item.tags:words                => DATA WORDS p q r
            22 => item.tags                      => DATA PLAIN ["p q","r"]
            23 => step.files_changed:*.rs:words  => DATA WORDS a.rs lib/d.rs
            24 => step.files_changed             => DATA PLAIN a.rs b c.md lib/d.rs
            25 => item.path:raw                  => DATA RAW src/a b.txt
            26 => item.none                      => DATA PLAIN
            27 => item.missing                   => undefined
            28 => item.missing:-no note          => TEXT PLAIN no note
            29 => item.empty:-none               => TEXT PLAIN none
            30 => item.missing:-${item.name}     => DATA PLAIN a b
            31 => item.n                         => DATA PLAIN 7
            35 => item.tpl                       => DATA PLAIN ${env.HOME} $HOME
            36 => project.version                => foreign
            37 => DEST:-${item.evil}             => foreign
            39 => item.name:q                    => DATA QUOTED 'a b'
            41 => tests.success                  => DATA PLAIN true
            42 => API_KEY                        => DATA PLAIN s3cret
            """)
    void placeholder(int row, String body, String expected) {
        var placeholder = Placeholder.parse(body, TextPlace.SHELL);
        Resolution resolution = placeholder == null
                ? new Resolution.Foreign()
                : placeholder.resolve(TestScopes.ofTheWorkedExamples(), Sources.none());
        String outcome = switch (resolution) {
            case Resolution.Foreign _ -> "foreign";
            case Resolution.Filled filled -> filled.nature() + " " + filled.shape() + " " + filled.text();
            case Resolution.Undefined _ -> "undefined";
            case Resolution.Failed _ -> "failed";
        };
        assertThat(outcome.strip()).as("row %d", row).isEqualTo(expected);
    }
}
