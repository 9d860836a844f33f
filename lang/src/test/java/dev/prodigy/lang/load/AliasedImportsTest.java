package dev.prodigy.lang.load;

import static dev.prodigy.lang.load.Composed.commands;
import static dev.prodigy.lang.load.Composed.env;
import static dev.prodigy.lang.load.Composed.header;
import static dev.prodigy.lang.load.Composed.load;
import static dev.prodigy.lang.load.Composed.steps;
import static dev.prodigy.lang.load.Composed.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.workflow.AllSteps;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Imports with an alias: the steps become a template, the rest is brought all the same (spec 01 §12).
class AliasedImportsTest {
    @Test
    void anAliasMakesATemplate() {
        var loaded = load("""
                imports: [{path: lib/a.yml, alias: lib}]
                commands:
                  - {template: lib, with: {who: you}}
                  - {use: lib}
                """, "lib/a.yml", """
                parameters: {who: {default: me}}
                workflows: {w: w.yml}
                commands: ["hello ${who}", {shell: x, id: twice}]
                """);
        var inlines = steps(loaded).stream()
                .map(step -> (StepKind.Inline) step.kind())
                .toList();
        assertThat(inlines.get(0).with()).hasToString("{who=Phrase[text=you]}");
        assertThat(inlines.get(1).defaults()).hasToString("{who=Phrase[text=me]}");
        assertThat(inlines.getFirst().body())
                .extracting(step -> step.path() + " " + text(step))
                .containsExactly("commands[0].template[0] hello ${who}", "commands[0].template[1] x");
        assertThat(header(loaded).workflows()).extracting(each -> each.name()).containsExactly("lib.w");
    }

    /// Its steps name what its file declares as the file does.
    @Test
    void aTemplatesStepsCallTheWorkflowsOfItsFile() {
        var loaded = load(Map.of(
                "f.yml", """
                imports: [{path: lib/a.yml, alias: a}]
                workflows: {v: own.yml}
                commands: [{template: a}, {workflow: v}, {workflow: a.idle}]
                """,
                "lib/a.yml", """
                imports: [{path: b.yml, alias: inner}]
                workflows: {w: {source: w.yml, with: {x: 1}, timeout: 5s}, idle: w.yml}
                commands: [{workflow: w}, {template: inner}, {workflow: inner.v}, "echo ${w.status}"]
                """,
                "lib/b.yml", "workflows: {v: w.yml}\ncommands: [{workflow: v}]",
                "lib/w.yml", "parameters: {x: {default: 0}}\ncommands: x",
                "own.yml", "commands: x"));
        assertThat(loaded.problems()).isEmpty();
        var calls = AllSteps.of(Objects.requireNonNull(loaded.workflow())).stream()
                .filter(step -> step.kind() instanceof StepKind.SubWorkflow)
                .map(step -> step.path() + " " + ((StepKind.SubWorkflow) step.kind()).target() + " "
                        + ((StepKind.SubWorkflow) step.kind()).file() + " "
                        + step.options().limits().attempt());
        assertThat(calls.filter(each -> each.startsWith("commands")))
                .containsExactlyInAnyOrder(
                        "commands[0].template[0] w lib/w.yml PT5S",
                        "commands[0].template[1].template[0] v lib/w.yml null",
                        "commands[0].template[2] inner.v lib/w.yml null",
                        "commands[1] v own.yml null",
                        "commands[2] a.idle lib/w.yml null");
        assertThat(header(loaded).workflows()).allMatch(each -> each.isCalled());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {own: w.yml}                 | {v: w.yml, u: {source: w.yml}}
                    {own: w.yml}                 | [{name: v, source: w.yml}, {name: u, source: w.yml}]
                    [{name: own, source: w.yml}] | {v: w.yml, u: {source: w.yml}}
                    [{name: own, source: w.yml}] | [{name: v, source: w.yml}, {name: u, source: w.yml}]
                    """)
    void workflowsComeWithAnImportInWhicheverForm(String own, String theirs) {
        for (var alias : List.of("", "x.")) {
            var loaded = load(Map.of(
                    "f.yml",
                    "imports: [{path: a.yml" + (alias.isEmpty() ? "" : ", alias: x") + "}]\nworkflows: " + own
                            + "\ncommands: x",
                    "a.yml",
                    "workflows: " + theirs,
                    "w.yml",
                    "commands: x"));
            assertThat(loaded.problems()).isEmpty();
            assertThat(header(loaded).workflows())
                    .extracting(each -> each.name())
                    .containsExactly("own", alias + "v", alias + "u");
        }
    }

    /// A name is that of the file in which it stands.
    @Test
    void filesMayGiveOneNameToDifferentTemplates() {
        var loaded = load(Map.of(
                "f.yml", """
                imports: [{path: c.yml, alias: inner}, {path: a.yml, alias: a}, {path: b.yml, alias: b}]
                commands: [{template: a}, {template: b}, {template: inner}, {template: p.yml}]
                """,
                "a.yml", "imports: [{path: x.yml, alias: inner}]\ncommands: [{template: inner}]",
                "b.yml", "imports: [{path: y.yml, alias: inner}]\ncommands: [{template: inner}]",
                "c.yml", "commands: c",
                "p.yml",
                        "imports: [{path: y.yml, alias: inner}, {path: c.yml, alias: more}]\n"
                                + "commands: [{template: inner}, {template: more}]",
                "x.yml", "commands: x",
                "y.yml", "commands: y"));
        assertThat(loaded.problems()).isEmpty();
        assertThat(AllSteps.of(Objects.requireNonNull(loaded.workflow())).stream()
                        .filter(step -> step.kind() instanceof StepKind.Shell)
                        .map(step -> step.path() + " " + text(step)))
                .containsExactlyInAnyOrder(
                        "commands[0].template[0].template[0] x",
                        "commands[1].template[0].template[0] y",
                        "commands[2].template[0] c",
                        "commands[3].template[0].template[0] y",
                        "commands[3].template[1].template[0] c");
    }

    @Test
    void anAliasBringsTheDeclarationsBesideTheTemplate() {
        var loaded = load("""
                imports:
                  - {path: lib/a.yml, alias: lib}
                  - {path: lib/b.yml, alias: other, selective: [KEPT, w]}
                env: {A: own}
                commands: [{template: lib, with: {who: you}}]
                """, "lib/a.yml", """
                parameters: [who]
                defaults: {d: 1}
                env: {A: lib, B: lib}
                env_files: [lib.env]
                secrets: {S: TOKEN}
                profiles: {prod: {X: y}}
                agents: {codex: {command: codex}}
                timeout: 5m
                commands: [{codex: "hello ${who}"}]
                """, "lib/b.yml", """
                env: {KEPT: yes, DROPPED: yes}
                env_files: [dropped.env]
                workflows: {w: w.yml, v: w.yml}
                """);
        assertThat(commands(loaded)).hasSize(1);
        var header = header(loaded);
        assertThat(env(header, "A")).isEqualTo("own");
        assertThat(env(header, "B")).isEqualTo("lib");
        assertThat(header.environment().env()).containsKey("KEPT").doesNotContainKey("DROPPED");
        assertThat(header.environment().files()).hasSize(1);
        assertThat(header.environment().secrets()).containsKey("S");
        assertThat(header.environment().profiles()).containsKey("prod");
        assertThat(header.agents()).containsKey("codex");
        assertThat(header.workflows()).extracting(each -> each.name()).containsExactly("other.w");
        assertThat(header.parameters()).isEmpty();
        assertThat(header.defaults()).isEmpty();
        assertThat(loaded.problems())
                .filteredOn(problem -> problem.code() == ProblemCode.NO_EFFECT)
                .extracting(problem -> problem.span() + " " + problem.path())
                .containsExactly("lib/a.yml:8:1 timeout");
    }

    /// Only the template's steps have its parameters: an entry that reads them would fail every other step.
    @Test
    void anAliasDoesNotBringWhatReadsTheTemplatesParameters() {
        var loaded = load("""
                imports: [{path: lib/a.yml, alias: lib}]
                env: {OWN: x, shared: y}
                commands: [{template: lib, with: {who: you, shared: z}}, other]
                """, "lib/a.yml", """
                parameters: [who, shared]
                defaults: {d: 1}
                env:
                  A: "hi ${who}"
                  B: "${A}!"
                  C: {command: 'echo ${d}'}
                  D: plain
                  E: "${shared}"
                  OWN: "${who}"
                commands: ["hello ${who} ${shared} ${d}"]
                """);
        assertThat(header(loaded).environment().env()).containsOnlyKeys("OWN", "shared", "D", "E");
        assertThat(env(header(loaded), "OWN")).isEqualTo("x");
        assertThat(loaded.problems())
                .extracting(problem -> problem.code() + " " + problem.span() + " " + problem.path())
                .containsExactly(
                        "NO_EFFECT lib/a.yml:4:3 env.A",
                        "NO_EFFECT lib/a.yml:5:3 env.B",
                        "NO_EFFECT lib/a.yml:6:3 env.C");
    }
}
