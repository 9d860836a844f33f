package dev.prodigy.lang.expr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Nature;
import dev.prodigy.lang.expr.scope.Path;
import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.lang.expr.scope.Sources;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TemplateTest {

    private static Resolution.Rendering render(String text, TextPlace place) {
        return Template.parse(text, place).render(TestScopes.ofTheWorkedExamples(), Sources.none());
    }

    private static Resolution.Filled filled(String text, TextPlace place) {
        return (Resolution.Filled) render(text, place);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '~', textBlock = """
            plain                              => TEXT => plain
            ~~                                 => TEXT => ~~
            hi ${item.name}!                   => DATA => hi a b!
            ${DIR}/${VERSION}                  => TEXT => my dir/1.2.3
            ${DIR}/${item.n}                   => DATA => my dir/7
            $DIR and ${DIR}                    => TEXT => my dir and my dir
            $DIRX $DIR_ $DIR-x $(DIR) $1 $ $$  => TEXT => $DIRX $DIR_ my dir-x $(DIR) $1 $ $$
            $item.name                         => DATA => {"name":"a b","evil":"x'; touch C; '$(touch C)","n":7,"tags":["p q","r"],"none":null,"empty":"","path":"src/a b.txt","tpl":"${env.HOME} $HOME","meta":{"k":[1,2.5]}}.name
            $error $map $step                  => TEXT => $error $map $step
            $$DIR $${DIR} $$$DIR $$5           => TEXT => $DIR ${DIR} $$DIR $$5
            $${a ${DIR}} $$NOPE                => TEXT => ${a my dir} $NOPE
            ${project.version} ${VERSION%.*}   => TEXT => ${project.version} ${VERSION%.*}
            ${error} ${map[0]} ${HOME} $HOME   => TEXT => ${error} ${map[0]} ${HOME} $HOME
            ${unclosed ${DIR}                  => TEXT => ${unclosed my dir
            a } b { ${DIR} }                   => TEXT => a } b { my dir }
            x${item.tpl}y                      => DATA => x${env.HOME} $HOMEy
            x${item.meta:-{}}                  => DATA => x{"k":[1,2.5]}
            x${item.nope:-{}}                  => TEXT => x{}
            x${item.nope:-{"a": {}}}           => TEXT => x{"a": {}}
            x${item.nope:-a\\}b}                => TEXT => xa}b
            x${item.nope:-${item.nope:-\\}}}    => TEXT => x}
            x${item.nope:-$DIR ${item.n}}      => DATA => xmy dir 7
            x${item.nope|default:y z}          => TEXT => xy z
            x${ item.nope :-y}                 => TEXT => x${ item.nope :-y}
            x${item.empty:-e}${item.none:-n}   => TEXT => xen
            x${item.n:-e}                      => DATA => x7
            x${item.n + 1} ${VERSION == '1.2.3' && item.n > 3} => DATA => x8 true
            x${unknown + 1}                    => TEXT => x${unknown + 1}
            x${step.files_changed}             => DATA => xa.rs b c.md lib/d.rs
            {"a": ${item.n}, "b": {"c": "${DIR}"}} => DATA => {"a": 7, "b": {"c": "my dir"}}
            ${count(where(map.results, "status == 'failed'"))} failed => DATA => 1 failed
            ${1 + 1} ${'a' == 'a'} ${'ab'}     => TEXT => 2 true ab
            ${1} ${10} ${1-0} ${2+3} ${1:-x}   => TEXT => ${1} ${10} ${1-0} ${2+3} ${1:-x}
            """)
    void rendering(String text, Nature nature, String expected) {
        var filled = filled(text, TextPlace.TEXT);
        assertThat(filled.text()).isEqualTo(expected);
        assertThat(filled.nature()).isEqualTo(nature);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '~', textBlock = """
            ${item.n}                => 7
            ${item.tags}             => ["p q","r"]
            ${item.meta}             => {"k":[1,2.50]}
            ${item.none}             => null
            ${item.tags:length}      => 2
            ${item.tags:csv}         => "p q,r"
            ${step.files_changed:*.md} => ["b c.md"]
            ${item.nope:-5}          => "5"
            ${item.nope:-${item.n}}  => 7
            ${item.n > 3}            => true
            $item                    => {"name":"a b","evil":"x'; touch C; '$(touch C)","n":7,"tags":["p q","r"],"none":null,"empty":"","path":"src/a b.txt","tpl":"${env.HOME} $HOME","meta":{"k":[1,2.50]}}
            ~ ${item.n}~             => " 7"
            ${item.n}${item.n}       => "77"
            """)
    void oneWholePlaceholderKeepsItsType(String text, String expected) {
        assertThat(filled(text, TextPlace.TEXT).value()).isEqualTo(Json.parse(expected));
    }

    @Test
    void whetherATextIsOnePlaceholderIsKnownBefore() {
        assertThat(Template.parse("${WORKERS}", TextPlace.TEXT).whole()).isNotNull();
        assertThat(Template.parse("$WORKERS", TextPlace.TEXT).whole()).isNotNull();
        assertThat(Template.parse("${WORKERS}0", TextPlace.TEXT).whole()).isNull();
        assertThat(Template.parse("a $${b}", TextPlace.TEXT).literal()).isEqualTo("a ${b}");
        assertThat(Template.parse("", TextPlace.TEXT).literal()).isEmpty();
        assertThat(Template.parse("a ${b}", TextPlace.TEXT).literal()).isNull();
        assertThat(Template.parse("${a.b} ${c:-$d} ${VERSION%.*}", TextPlace.TEXT)
                        .variables())
                .containsExactly(Path.parse("a.b"), Path.of("c"), Path.of("d"));
    }

    @Test
    void thePartsTellWhereAPlaceholderStands() {
        assertThat(Template.parse("a ${b} $${c} ${d%.*}$E", TextPlace.TEXT).parts())
                .satisfiesExactly(
                        part -> assertThat(part).isEqualTo(new Template.Part.Literal("a ")),
                        part -> assertThat(part).isInstanceOfSatisfying(Template.Part.Slot.class, slot -> {
                            assertThat(slot.offset()).isEqualTo(2);
                            assertThat(slot.source()).isEqualTo("${b}");
                        }),
                        part -> assertThat(part).isEqualTo(new Template.Part.Literal(" ${c} ${d%.*}")),
                        part -> assertThat(part).isInstanceOfSatisfying(Template.Part.Slot.class, slot -> {
                            assertThat(slot.offset()).isEqualTo(20);
                            assertThat(slot.source()).isEqualTo("$E");
                        }));
    }

    /// The table of spec 01 §8.4: rows are the state of the placeholder, columns the places.
    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '~', textBlock = """
            x${HOME}              => x${HOME}    => x/home/me    => x/home/me
            x$HOME                => x$HOME      => x/home/me    => x$HOME
            x${NOPE}              => x${NOPE}    => !NOPE        => x
            x$NOPE                => x$NOPE      => x$NOPE       => x$NOPE
            x${project.version}   => x${project.version} => !project.version => x
            x${NOPE:-d}           => x${NOPE:-d} => xd           => xd
            x${EMPTY:-d}          => x${EMPTY:-d} => xd          => xd
            x${HOME:basename}     => x${HOME:basename} => xme    => xme
            x${VERSION%.*}        => x${VERSION%.*} => x${VERSION%.*} => x${VERSION%.*}
            x${item.nope:-d}      => xd          => xd           => xd
            x${item.nope}         => !item.nope  => !item.nope   => x
            x${SKIPPED}           => !SKIPPED    => !SKIPPED     => x
            x$SKIPPED             => !SKIPPED    => !SKIPPED     => x$SKIPPED
            x${item.none}         => x           => x            => x
            x${item.name}         => xa b        => xa b         => xa b
            """)
    void whereAndWhatIfThereIsNoValue(String text, String other, String environment, String expression) {
        assertThat(outcome(text, TextPlace.TEXT)).isEqualTo(other);
        assertThat(outcome(text, TextPlace.ENVIRONMENT)).isEqualTo(environment);
        assertThat(outcome(text, TextPlace.PATH)).isEqualTo(environment);
        var value = CompiledExpression.parse("\"" + text + "\"", BareNames.VARIABLES)
                .evaluate(TestScopes.ofTheWorkedExamples(), Sources.none());
        assertThat(value).isEqualTo(Value.of(expression));
    }

    private static String outcome(String text, TextPlace place) {
        return switch (render(text, place)) {
            case Resolution.Filled filled -> filled.text();
            case Resolution.Undefined undefined -> "!" + undefined.name();
            case Resolution.Failed failed -> failed.message();
        };
    }

    @Test
    void environmentOfTheProcessIsDataButInPaths() {
        assertThat(filled("x${HOME}", TextPlace.ENVIRONMENT).nature()).isEqualTo(Nature.DATA);
        assertThat(filled("$HOME", TextPlace.ENVIRONMENT).nature()).isEqualTo(Nature.DATA);
        assertThat(filled("x${HOME}", TextPlace.PATH).nature()).isEqualTo(Nature.TEXT);
        assertThat(filled("$HOME", TextPlace.PATH).nature()).isEqualTo(Nature.TEXT);
    }

    @Test
    void anEnvironmentValueCountsItsArguments() {
        var scope = Scope.of(Map.of("ARG_1", Binding.text("one"), "ARG_12", Binding.text("twelve")));
        assertThat(Template.parse("$1 ${1} $12 ${2:-none} $3 $$1", TextPlace.ENVIRONMENT)
                        .render(scope, Sources.none()))
                .isEqualTo(Resolution.Filled.text("one one twelve none $3 $1", Nature.TEXT));
        assertThat(Template.parse("$1 ${1}", TextPlace.TEXT).render(scope, Sources.none()))
                .isEqualTo(Resolution.Filled.text("$1 ${1}", Nature.TEXT));
        assertThat(Template.parse("${2}", TextPlace.ENVIRONMENT).render(scope, Sources.none()))
                .isInstanceOf(Resolution.Undefined.class);
    }

    @Test
    void aMisspeltEnvironmentNameIsSuggested() {
        var scope = Scope.of(Map.of("REGION", Binding.text("eu")));
        assertThat(Template.parse("${REGOIN}", TextPlace.PATH).render(scope, Sources.none()))
                .isEqualTo(new Resolution.Undefined(
                        "REGOIN", "it is not declared, and not in the process environment", List.of("REGION")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"${secrets.X}", "$HOME", "${item.name}", "a $${b} }", "\\${x}", "$$NAME"})
    void valuesAreNeverScannedAgain(String value) {
        var scope = Scope.of(
                Map.of("v", Binding.data(Value.of(value)), "HOME", Binding.text("no"), "item", Binding.text("no")));
        for (TextPlace place : TextPlace.values()) {
            for (String text : new String[] {"<${v}>", "<${v:upper}>", "<${nope:-${v}}>", "<${v:-d}>"}) {
                if (text.contains("nope") && place != TextPlace.EXPRESSION && !place.readsEnvironment()) {
                    continue;
                }
                var filled = (Resolution.Filled) Template.parse(text, place).render(scope, Sources.none());
                assertThat(filled.text()).isEqualToIgnoringCase("<" + value + ">");
            }
        }
    }

    @Test
    void deepNestingIsAnErrorAndNotAnOverflow() {
        String text = "${a:-".repeat(50_000) + "}".repeat(50_000);
        assertThatThrownBy(() -> Template.parse(text, TextPlace.TEXT)).isInstanceOf(ExpressionSyntax.class);
        assertThat(filled("${item.nope:-".repeat(50) + "x" + "}".repeat(50), TextPlace.TEXT)
                        .text())
                .isEqualTo("x");
    }

    @Test
    void aTextBeyondAllReasonFails() {
        var scope = Scope.of(Map.of("v", Binding.data(Value.of("x".repeat(64 << 20)))));
        assertThat(Template.parse("${v}".repeat(5), TextPlace.TEXT).render(scope, Sources.none()))
                .isEqualTo(new Resolution.Failed("the text is longer than 256 Mi characters"));
    }
}
