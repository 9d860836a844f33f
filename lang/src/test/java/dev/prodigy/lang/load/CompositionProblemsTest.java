package dev.prodigy.lang.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is wrong with a workflow of several files, and where it is told (spec 01 §12, §14).
class CompositionProblemsTest {
    @Test
    void aTemplateWhoseImportFailedIsNotReportedOnceMore() {
        var loaded = Workflows.load(
                Map.of("f.yml", "imports: [{path: nowhere.yml, alias: x}]\ncommands: [{template: x}, {use: y}]"));
        assertThat(loaded.problems())
                .extracting(problem -> problem.code() + " " + problem.span() + " " + problem.path())
                .containsExactly(
                        "FILE_NOT_FOUND f.yml:1:18 imports[0].path", "UNDEFINED_REFERENCE f.yml:2:33 commands[1].use");
    }

    @Test
    void problemsNameTheFileThatHoldsThem() {
        var problems = Workflows.load(
                        Map.of("f.yml", "extends: base.yml\ncommands: x", "base.yml", "env: {A: b}\ntimeout: soon\n"))
                .problems();
        assertThat(problems).singleElement().satisfies(problem -> {
            assertThat(problem.span()).hasToString("base.yml:2:10");
            assertThat(problem.path()).isEqualTo("timeout");
        });
    }

    @Test
    void allPlacesThatWereTriedAreNamed() {
        assertThat(Workflows.problems("commands: [{workflow: nope}]"))
                .singleElement()
                .satisfies(problem -> assertThat(problem.message())
                        .endsWith("tried nope, nope.yml, bases/nope.yml, templates/nope.yml, workflows/nope.yml"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    extends: nowhere.yml                               | FILE_NOT_FOUND f.yml:1:10 extends
                    extends: https://x.org/a.yml                       | INVALID_VALUE f.yml:1:10 extends
                    template: nothing                                  | UNDEFINED_REFERENCE f.yml:1:11 template
                    template: {source: ./no.yml}                       | FILE_NOT_FOUND f.yml:1:20 template.source
                    template: {with: {}}                               | MISSING_FIELD f.yml:1:11 template
                    template: {source: t.yml, with: {wo: 1}}           | UNKNOWN_PARAMETER f.yml:1:34 template.with.wo
                    template: {source: t.yml, override: {a.b: 1}}      | UNDEFINED_REFERENCE f.yml:1:38 template.override["a.b"]
                    template: {source: t.yml, overide: {}}             | UNKNOWN_KEY f.yml:1:27 template.overide
                    imports: [nowhere.yml]                             | FILE_NOT_FOUND f.yml:1:11 imports[0]
                    extends: [t.yml, nowhere.yml]                      | FILE_NOT_FOUND f.yml:1:18 extends[1]
                    imports: [t.yml, {path: nowhere.yml}]              | FILE_NOT_FOUND f.yml:1:25 imports[1].path
                    imports: [{alias: a}]                              | MISSING_FIELD f.yml:1:11 imports[0]
                    extends: a.yml                                     | COMPOSITION_CYCLE b.yml:1:10 extends
                    extends: f.yml                                     | COMPOSITION_CYCLE f.yml:1:10 extends
                    imports: broken.yml                                | UNREADABLE broken.yml:1:5
                    imports: c.yml                                     | COMPOSITION_CYCLE d.yml:1:11 imports[0]
                    imports: {path: e.yml, selective: [AX, s, B]}      | UNDEFINED_REFERENCE f.yml:1:36 imports.selective[0]
                    """)
    void whatCannotBeComposedIsReported(String text, String expected) {
        var files = Map.of(
                "f.yml", text + "\ncommands: x",
                "t.yml", "parameters: [who]\ncommands: t",
                "a.yml", "extends: b.yml",
                "b.yml", "extends: a.yml",
                "c.yml", "imports: [d.yml]",
                "d.yml", "imports: [c.yml]",
                "e.yml", "env: {A: x, B: y}\ncommands: [{id: s, shell: x}]",
                "broken.yml", "a: [");
        assertThat(Workflows.load(files).problems())
                .extracting(problem -> (problem.code() + " " + problem.span() + " " + problem.path()).strip())
                .containsExactly(expected);
    }

    /// What the file would have brought is not known.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    extends: a.yml                   | COMPOSITION_CYCLE
                    extends: nowhere.yml             | FILE_NOT_FOUND
                    imports: [https://x.org/a.yml]   | INVALID_VALUE
                    template: nothing                | UNDEFINED_REFERENCE
                    extends: broken.yml              | UNREADABLE
                    {mode: mapreduce, extends: no.yml} | FILE_NOT_FOUND
                    """)
    void nothingIsMissedThatAFileWhichCannotBeHadMayBring(String text, String expected) {
        var files = Map.of("f.yml", text, "a.yml", "extends: b.yml", "b.yml", "extends: a.yml", "broken.yml", "a: [");
        assertThat(Workflows.load(files).problems())
                .extracting(problem -> problem.code().name())
                .containsExactly(expected);
    }

    /// Whatever keys lead from one file to the next.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            commands: [{workflow: a}]  | extends: b.yml             | imports: [c.yml]         | commands: [{workflow: a}]       | a.yml → b.yml → c.yml → a.yml
            commands: [{workflow: a}]  | commands: [{workflow: b}]  | extends: c.yml           | commands: [{workflow: a}]       | a.yml → b.yml → c.yml → a.yml
            commands: [{workflow: a}]  | commands: [{workflow: b}]  | commands: [{use: c.yml}] | commands: [{workflow: a}]       | a.yml → b.yml → c.yml → a.yml
            extends: a.yml             | imports: [b.yml]           | template: c.yml          | extends: a.yml                  | a.yml → b.yml → c.yml → a.yml
            commands: [{use: a.yml}]   | extends: b.yml             | imports: [c.yml]         | commands: [{template: a.yml}]   | a.yml → b.yml → c.yml → a.yml
            commands: [{use: a.yml}]   | commands: [{use: b}]       | commands: [{use: c.yml}] | commands: [{use: ./a.yml}]      | a.yml → b.yml → c.yml → a.yml
            imports: [{path: a.yml, alias: x}]⏎commands: [{use: x}] | commands: [{use: x}] | x | x | a.yml → a.yml
            """)
    void aCycleShowsEveryFileOfItsChain(String f, String a, String b, String c, String chain) {
        var files = Map.of("f.yml", f.replace('⏎', '\n'), "a.yml", a, "b.yml", "env: {B: b}\n" + b, "c.yml", c);
        assertThat(Workflows.load(files).problems())
                .filteredOn(problem -> problem.code().name().equals("COMPOSITION_CYCLE"))
                .first()
                .satisfies(problem -> assertThat(problem.message()).endsWith(": " + chain));
    }

    @Test
    void aCycleShowsItsChain() {
        var files = Map.of("f.yml", "extends: a.yml", "a.yml", "extends: b.yml", "b.yml", "extends: a.yml");
        assertThat(Workflows.load(files).problems())
                .filteredOn(problem -> problem.code().name().equals("COMPOSITION_CYCLE"))
                .singleElement()
                .satisfies(problem -> assertThat(problem.message()).endsWith("a.yml → b.yml → a.yml"));
    }
}
