package dev.prodigy.lang.expr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prodigy.lang.expr.modifier.ShellShape;
import dev.prodigy.lang.expr.scope.Nature;
import dev.prodigy.lang.expr.scope.Path;
import dev.prodigy.lang.expr.scope.Sources;
import dev.prodigy.model.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlaceholderFormTest {

    private static Resolution resolve(String body, TextPlace place) {
        var placeholder = Placeholder.parse(body, place);
        return placeholder == null
                ? new Resolution.Foreign()
                : placeholder.resolve(TestScopes.ofTheWorkedExamples(), Sources.none());
    }

    private static Resolution.Filled filled(String body, TextPlace place) {
        return (Resolution.Filled) resolve(body, place);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "VERSION%.*",
                "VERSION%%.*",
                "VERSION#1",
                "VERSION##*.",
                "#VERSION",
                "!VERSION*",
                "VERSION:0:3",
                "VERSION:?x",
                "VERSION:=x",
                "VERSION:+x",
                "VERSION: -1",
                "VERSION/a/b",
                "VERSION//a/b",
                "VERSION^^",
                "VERSION,,",
                "VERSION@Q",
                "VERSION-x",
                "VERSION?x",
                "VERSION+x",
                "VERSION=x",
                "VERSION[@]",
                "VERSION:unknown",
                "VERSION|unknown",
                "VERSION:upper:nope",
                "VERSION.",
                "VERSION[",
                "VERSION[x]",
                "VERSION:",
                "VERSION|",
                "VERSION upper",
                "",
                " ",
                "1",
                "@",
                "*",
                "#",
                "?",
                "$",
                "-",
                "foo(VERSION)",
                "file:-x",
                "cmd:0:3",
                "date: x",
                "file:=x",
                "json:+x"
            })
    void bodiesOfAnotherFormAreNotOursEvenIfTheirNameIs(String body) {
        assertThat(resolve(body, TextPlace.SHELL)).isEqualTo(new Resolution.Foreign());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "VERSION%.*",
                "#VERSION",
                "VERSION:0:3",
                "VERSION:?x",
                "VERSION/a/b",
                "1",
                "VERSION[x]",
                "VERSION:unknown",
                "42",
                "1+2",
                "1-"
            })
    void norInTextThatNoShellRuns(String body) {
        assertThat(resolve(body, TextPlace.TEXT)).isEqualTo(new Resolution.Foreign());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "project.version",
                "count",
                "error",
                "map[0]",
                "map[\"results\"]",
                "step",
                "error:-x",
                "upper(project)",
                "count(count)"
            })
    void namesThatAreNotOwnedAreNotOurs(String body) {
        assertThat(resolve(body, TextPlace.SHELL)).isEqualTo(new Resolution.Foreign());
        assertThat(resolve(body, TextPlace.TEXT)).isEqualTo(new Resolution.Foreign());
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '~', textBlock = """
            item.name                      => DATA => a b
            ~ item.name ~                  => DATA => a b
            item["name"]                   => DATA => a b
            item['name']                   => DATA => a b
            item.tags[0]                   => DATA => p q
            item.tags[-1]                  => DATA => r
            item.tags.1                    => DATA => r
            item.tags[*]                   => DATA => ["p q","r"]
            item.meta.k[1]                 => DATA => 2.5
            item                           => DATA => {"name":"a b","evil":"x'; touch C; '$(touch C)","n":7,"tags":["p q","r"],"none":null,"empty":"","path":"src/a b.txt","tpl":"${env.HOME} $HOME","meta":{"k":[1,2.5]}}
            VERSION                        => TEXT => 1.2.3
            DIR:upper                      => TEXT => MY DIR
            DIR|upper|length               => TEXT => 6
            DIR | upper | length           => TEXT => 6
            item.meta:-{}                  => DATA => {"k":[1,2.5]}
            item.nope:-{}                  => TEXT => {}
            item.nope:-\\}                  => TEXT => }
            item.nope:-                    => TEXT => ~~
            item.none                      => DATA => ~~
            NOTHING                        => TEXT => ~~
            error.code                     => DATA => E1
            step.name                      => TEXT => build
            step.files_changed             => DATA => a.rs b c.md lib/d.rs
            step.files_changed:*.rs        => DATA => a.rs lib/d.rs
            step.files_changed:lib/**      => DATA => lib/d.rs
            step.files_changed:*.md,*.rs|length => DATA => 3
            step.files_changed[0]          => DATA => a.rs
            lines                          => DATA => l1~LF~l2
            lines:json                     => DATA => ["l1","l2"]
            tests.passed                   => DATA => 3
            tests.success                  => DATA => true
            tests.exit_code                => DATA => own
            tests.exists                   => DATA => true
            item.nope.exists               => DATA => false
            item.nope.deeper.exists        => DATA => false
            count(item.tags)               => DATA => 2
            count(where(map.results, "status == 'failed'")) => DATA => 1
            upper('x')                     => TEXT => X
            upper(VERSION)                 => TEXT => 1.2.3
            first(item.none):-none         => TEXT => none
            collect(map.results, 'id'):csv => DATA => 1,2
            keys(item.meta)[0]             => DATA => k
            """)
    void formsOfOurs(String body, Nature nature, String text) {
        for (TextPlace place : new TextPlace[] {
            TextPlace.SHELL, TextPlace.TEXT, TextPlace.ENVIRONMENT, TextPlace.PATH, TextPlace.EXPRESSION
        }) {
            var filled = filled(body, place);
            assertThat(filled.text()).isEqualTo(text.replace("~LF~", "\n"));
            assertThat(filled.nature()).isEqualTo(nature);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '~', textBlock = """
            item.n + 1               => 8
            item.n > 3 && VERSION    => true
            !VERSION                 => false
            VERSION == '1.2.3'       => true
            item.tags[0] + 'x'       => ~~
            if(item.n > 3, 'a', 'b') => a
            """)
    void expressionsAreOursOnlyWhereNoShellRuns(String body, String text) {
        assertThat(filled(body, TextPlace.TEXT).text()).isEqualTo(text);
        if (!body.startsWith("if")) {
            assertThat(resolve(body, TextPlace.SHELL)).isEqualTo(new Resolution.Foreign());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"VERSION == other", "item.n > project.n", "item.n == ", "item.n > 1 ? 2 : 3", "() => item.n"})
    void expressionsWithANameThatIsNotOwnedOrOfAnotherLanguageStay(String body) {
        assertThat(resolve(body, TextPlace.TEXT)).isEqualTo(new Resolution.Foreign());
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '~', nullValues = "-", textBlock = """
            item.missing      => item.missing      => `item` has no `missing`                     => -
            item.nme          => item.nme          => `item` has no `nme`                         => item.name
            item.tags[7]      => item.tags[7]      => `item.tags` has no `[7]`                    => -
            item.meta.k.x     => item.meta.k.x     => `item.meta.k` has no `x`                    => -
            item.meta["K"].x  => item.meta["K"].x  => `item.meta` has no `K`                      => item.meta.k
            SKIPPED           => SKIPPED           => step `b` was skipped                        => -
            SKIPPED.x         => SKIPPED.x         => step `b` was skipped                        => -
            error.cde         => error.cde         => `error` has no `cde`                        => error.code
            error.x:upper     => error.x           => `error` has no `x`                          => -
            """)
    void ownedWithoutAValueSaysWhy(String body, String name, String reason, String near) {
        for (TextPlace place : new TextPlace[] {TextPlace.SHELL, TextPlace.TEXT}) {
            assertThat(resolve(body, place))
                    .isEqualTo(new Resolution.Undefined(name, reason, near == null ? List.of() : List.of(near)));
        }
        assertThat(filled(body, TextPlace.EXPRESSION).text()).isEmpty();
    }

    @Test
    void theMessageSaysAllOfIt() {
        assertThat(((Resolution.Undefined) resolve("item.nme", TextPlace.SHELL)).message())
                .isEqualTo("`item.nme` has no value: `item` has no `nme`; did you mean `item.name`?");
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '~', textBlock = """
            item.name                     => PLAIN
            item.tags:words               => WORDS
            step.files_changed:*.rs:words => WORDS
            item.tags:words:json          => PLAIN
            item.name:words               => WORDS
            item.evil:raw                 => RAW
            item.name:q                   => QUOTED
            item.name:upper               => PLAIN
            item.missing:words:-x         => PLAIN
            """)
    void theShapeTellsTheShellRewriting(String body, ShellShape shape) {
        assertThat(filled(body, TextPlace.SHELL).shape()).isEqualTo(shape);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", textBlock = """
            item.tags:words            => p q r
            item.missing:-${item.tags:words} => p q r
            item.tags:words:upper      => P Q R
            item.name:words            => a b
            item.none:words            => ''
            """)
    void wordsAreOneTextWhereNoShellRunsIt(String body, String text) {
        for (var place : List.of(TextPlace.TEXT, TextPlace.ENVIRONMENT, TextPlace.PATH)) {
            assertThat(filled(body, place).value()).as("%s", place).isEqualTo(Value.of(text));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = TextPlace.class,
            names = {"SHELL", "LIST"})
    void wordsAreElementsWhereAListIsTaken(TextPlace place) {
        assertThat(filled("item.tags:words", place).value()).isEqualTo(Value.ofTexts(List.of("p q", "r")));
    }

    @Test
    void theAuthorsDefaultIsHandedOn() {
        assertThat(filled("item.missing:-no note", TextPlace.SHELL).authorText())
                .isEqualTo("no note");
        assertThat(filled("item.missing:-a ${item.name} \\}", TextPlace.SHELL))
                .isEqualTo(new Resolution.Filled(
                        dev.prodigy.model.value.Value.of("a a b }"),
                        Nature.DATA,
                        dev.prodigy.lang.expr.value.ListStyle.JSON,
                        ShellShape.PLAIN,
                        "a ${item.name} }"));
        assertThat(filled("item.missing:-$HOME ${VERSION%.*}", TextPlace.SHELL).text())
                .isEqualTo("$HOME ${VERSION%.*}");
        assertThat(filled("item.name:-x", TextPlace.SHELL).authorText()).isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '~', textBlock = """
            upper(VERSION, 1)              => `upper` takes 1 argument, not 2
            count(where(map.results, "x")  => `)` was expected, not the end
            matches(item.name, '(')        => missing closing ): `(`
            """)
    void aCallOfOursThatIsWrongFailsTheStepAndIsToldAtLoad(String body, String message) {
        var placeholder = Placeholder.parse(body, TextPlace.SHELL);
        assertThat(placeholder.problem()).hasMessage(message);
        assertThat(placeholder.variables()).isNotEmpty();
        assertThat(resolve(body, TextPlace.SHELL)).isEqualTo(new Resolution.Failed(message));
    }

    @Test
    void theCheckAtLoadSeesWhatIsInside() {
        var inner = Placeholder.parse("item.x:-a ${upper(VERSION, 1)} ${b}", TextPlace.SHELL)
                .inner();
        assertThat(inner).hasSize(2);
        assertThat(inner.getFirst().problem()).hasMessage("`upper` takes 1 argument, not 2");
        assertThat(Placeholder.parse("file:${x}", TextPlace.TEXT).inner()).hasSize(1);
        assertThat(Placeholder.parse("item.x", TextPlace.TEXT).inner()).isEmpty();
    }

    @Test
    void whereNamesComeFromTheEnvironmentSoDoThoseOfCalls() {
        assertThat(filled("basename(HOME)", TextPlace.PATH).text()).isEqualTo("me");
        assertThat(filled("HOME == '/home/me'", TextPlace.ENVIRONMENT).nature()).isEqualTo(Nature.DATA);
        assertThat(resolve("basename(HOME)", TextPlace.TEXT)).isEqualTo(new Resolution.Foreign());
        assertThat(resolve("basename(NOPE)", TextPlace.PATH)).isEqualTo(new Resolution.Foreign());
    }

    @Test
    void theSameCallOverForeignNamesIsForeign() {
        assertThat(resolve("round(price, 2)", TextPlace.TEXT)).isEqualTo(new Resolution.Foreign());
    }

    @ParameterizedTest
    @EnumSource
    void nestingTooDeepIsAnErrorInEveryPlace(TextPlace place) {
        assertThatThrownBy(() -> Placeholder.parse("a:-${".repeat(1000) + "}".repeat(1000), place))
                .isInstanceOf(ExpressionSyntax.class)
                .hasMessageContaining("nested too deep");
    }

    @Test
    void whatItReadsIsKnown() {
        assertThat(Placeholder.parse("a.b:upper:-${c:-${d}} $e", TextPlace.TEXT).variables())
                .extracting(Path::toString)
                .containsExactly("a.b", "c", "d", "e");
        assertThat(Placeholder.parse("json:x.y:from:resp", TextPlace.SHELL).variables())
                .extracting(Path::toString)
                .containsExactly("resp");
    }

    @ParameterizedTest
    @CsvSource({
        "item.name,PLAIN",
        "item.name:q,QUOTED",
        "item.name:raw,RAW",
        "item.name:upper:raw,RAW",
        "item.tags:*.rs:words,WORDS",
        "uuid,PLAIN"
    })
    void theFormSaysHowAValueIsPutIntoShellText(String body, ShellShape shape) {
        assertThat(Placeholder.parse(body, TextPlace.SHELL).shape()).isEqualTo(shape);
    }

    @ParameterizedTest
    @CsvSource({
        "item.name,DATA",
        "DIR,TEXT",
        "other,",
        "upper(DIR),TEXT",
        "concat(DIR; item.name),DATA",
        "uuid,TEXT",
        "file:x,DATA",
        "cmd:ls,DATA",
        "json:a:from:other,"
    })
    void theNatureOfAValueFollowsFromItsNames(String body, @Nullable Nature nature) {
        var placeholder = Placeholder.parse(body.replace(';', ','), TextPlace.TEXT);
        assertThat(placeholder.nature(path -> switch (path.first()) {
                    case "item" -> Nature.DATA;
                    case "DIR" -> Nature.TEXT;
                    default -> null;
                }))
                .isEqualTo(nature);
    }

    @ParameterizedTest
    @CsvSource({"a.b,false", "a.b:-x,true", "a|default:x,true", "a:upper:-,true"})
    void whetherThereIsADefaultIsKnown(String body, boolean expected) {
        assertThat(Placeholder.parse(body, TextPlace.SHELL).hasDefault()).isEqualTo(expected);
    }
}
