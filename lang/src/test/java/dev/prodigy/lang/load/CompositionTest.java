package dev.prodigy.lang.load;

import static dev.prodigy.lang.load.Composed.commands;
import static dev.prodigy.lang.load.Composed.env;
import static dev.prodigy.lang.load.Composed.header;
import static dev.prodigy.lang.load.Composed.load;
import static dev.prodigy.lang.load.Composed.steps;
import static dev.prodigy.lang.load.Composed.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.parameter.Parameter;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.Workflow;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompositionTest {
    @Test
    void aFileIsLaidOverItsBase() {
        var loaded = load("""
                extends: base
                env: {B: own, C: own, D: null}
                commands: [own]
                timeout: null
                """, "bases/base.yml", """
                name: base
                timeout: 5m
                env: {A: base, B: base, D: base}
                commands: [one, two]
                retry_defaults: {attempts: 4}
                """);
        var header = header(loaded);
        assertThat(header.name()).isEqualTo("base");
        assertThat(header.timeout()).isNull();
        assertThat(header.environment().env().keySet()).containsExactly("A", "B", "C");
        assertThat(env(header, "B")).isEqualTo("own");
        assertThat(commands(loaded)).containsExactly("own");
        assertThat(loaded.files()).containsExactly("f.yml", "bases/base.yml");
    }

    @Test
    void chainsAndListsOfBasesWork() {
        var loaded = load(Map.of(
                "f.yml", "extends: [a.yml, b.yml]\ncommands: x",
                "a.yml", "extends: sub/c.yml\nenv: {A: a, C: a}",
                "b.yml", "env: {A: b}",
                "sub/c.yml", "env: {C: c, D: c}"));
        assertThat(env(header(loaded), "A")).isEqualTo("b");
        assertThat(env(header(loaded), "C")).isEqualTo("a");
        assertThat(env(header(loaded), "D")).isEqualTo("c");
    }

    /// Spec 01 §12: the file is laid over its base before anything is imported.
    @Test
    void whatABaseImportsIsBeforeTheStepsThatReplaceItsOwn() {
        var loaded = load(Map.of(
                "f.yml", "extends: b.yml\ncommands: own\nenv: {A: null}",
                "b.yml", "imports: lib/i.yml\ncommands: base",
                "lib/i.yml", "commands: imported\nenv: {A: a, B: b}"));
        assertThat(commands(loaded)).containsExactly("imported", "own");
        assertThat(env(header(loaded), "B")).isEqualTo("b");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    imports: other.yml | other,own
                    imports: []        | own
                    imports: null      | own
                    name: x            | first,second,own
                    """)
    void aFileThatSaysWhatIsImportedReplacesWhatItsBasesImport(String line, String steps) {
        var loaded = load(Map.of(
                "f.yml", "extends: [b.yml, c.yml]\ncommands: own\n" + line,
                "b.yml", "imports: first.yml\ncommands: base",
                "c.yml", "imports: second.yml",
                "first.yml", "commands: first",
                "second.yml", "commands: second",
                "other.yml", "commands: other"));
        assertThat(commands(loaded)).containsExactly(steps.split(","));
    }

    @Test
    void whatATemplateImportsIsBeforeTheStepsThatOverrideItsOwn() {
        var loaded = load(Map.of(
                "f.yml", """
                        template: {source: ./t.yml, with: {P: given}, override: {commands: [over], env.E: changed}}
                        commands: own
                        """,
                "t.yml", "imports: i.yml\ncommands: base",
                "i.yml", "parameters: [P]\nenv: {E: e}\ncommands: imported"));
        assertThat(commands(loaded)).containsExactly("imported", "over", "own");
        assertThat(env(header(loaded), "E")).isEqualTo("changed");
        assertThat(header(loaded).parameters().getFirst().defaultValue()).isEqualTo(Value.of("given"));
    }

    @Test
    void ownStepsRunAfterTheTemplates() {
        var loaded = load("""
                template:
                  source: templates/build
                  with: {target: prod}
                  override: {timeout: 9m, "commands[0].timeout": 7, commands.1.shell: other, env.E: over}
                commands: [after]
                """, "templates/build.yml", """
                parameters: {required: [target], optional: [{name: level, default: 1}]}
                timeout: 5m
                env: {E: template}
                commands: [{shell: "build ${target}", timeout: 5}, {shell: second}]
                """);
        assertThat(commands(loaded)).containsExactly("build ${target}", "other", "after");
        assertThat(header(loaded).timeout()).hasToString("Fixed[value=PT9M]");
        assertThat(env(header(loaded), "E")).isEqualTo("over");
        assertThat(steps(loaded).getFirst().options().limits().attempt()).hasToString("PT7S");
        assertThat(header(loaded).parameters())
                .extracting(each -> each.name() + " " + each.required() + " " + each.defaultValue())
                .containsExactly("target false Text[text=prod]", "level false Num[number=1]");
    }

    @Test
    void aTemplateIsFoundByItsName() {
        var files = Workflows.in(
                Map.of("f.yml", "template: shared\ncommands: x", "/home/t/shared/template.yml", "commands: t"));
        var loaded = WorkflowLoader.load(
                "f.yml",
                new SourceFiles() {
                    @Override
                    public byte[] read(String path) {
                        return files.read(path);
                    }

                    @Override
                    public List<String> templates(String name, String holder) {
                        return List.of("/home/t/" + name + "/template.yml");
                    }
                },
                LoadOptions.DEFAULT);
        assertThat(commands(loaded)).containsExactly("t", "x");
    }

    @Test
    void importsBringStepsBeforeTheOwnAndDeclarations() {
        var loaded = load("""
                imports: [common.yml, {path: more.yml, selective: [KEEP, picked]}]
                env: {A: own}
                parameters: [own]
                commands: [own]
                """, "common.yml", """
                env: {A: common, B: common}
                env_files: [common.env]
                secrets: {S: TOKEN}
                profiles: {prod: {X: y}}
                parameters: {own: {default: 5}, theirs: {default: 6}}
                defaults: {d: 1}
                agents: {codex: {command: codex}}
                workflows: {w: w.yml}
                commands: [{codex: hello}, common]
                """, "more.yml", """
                env: {KEEP: yes, DROP: yes}
                commands: [{id: picked, shell: picked}, {id: dropped, shell: dropped}]
                """);
        assertThat(commands(loaded)).containsExactly("hello", "common", "picked", "own");
        var header = header(loaded);
        assertThat(env(header, "A")).isEqualTo("own");
        assertThat(env(header, "B")).isEqualTo("common");
        assertThat(header.environment().env()).containsKey("KEEP").doesNotContainKey("DROP");
        assertThat(header.environment().files()).hasSize(1);
        assertThat(header.environment().secrets()).containsKey("S");
        assertThat(header.environment().profiles()).containsKey("prod");
        assertThat(header.parameters()).extracting(Parameter::name).containsExactly("own", "theirs");
        assertThat(header.parameters().getFirst().defaultValue()).isNull();
        assertThat(header.defaults()).containsKey("d");
        assertThat(header.agents()).containsKey("codex");
        assertThat(header.workflows()).extracting(each -> each.name()).containsExactly("w");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    setup: [own]
                    setup: own
                    setup: {commands: [own], timeout: 5}
                    setup: {steps: own}
                    """)
    void inMapReduceImportedStepsComeBeforeSetup(String setup) {
        var loaded = load(
                "imports: a.yml\n" + setup + "\nmap: {input: [], agent_template: x}", "a.yml", "commands: [first]");
        var job = (Workflow.MapReduce) Objects.requireNonNull(loaded.workflow());
        assertThat(Objects.requireNonNull(job.setup()).steps())
                .extracting(step -> step.path() + " " + text(step))
                .containsExactly("setup[0] first", "setup[1] own");
    }

    @Test
    void eachFileIsImportedOnce() {
        var loaded = load(Map.of(
                "f.yml", "imports: [a.yml, b.yml]\ncommands: own",
                "a.yml", "imports: [b.yml]\ncommands: a",
                "b.yml", "commands: b"));
        assertThat(commands(loaded)).containsExactly("b", "a", "own");
    }

    @Test
    void importsKeepTheirOrderAndALaterOneWins() {
        var loaded = load(Map.of(
                "f.yml", "imports: [a.yml, b.yml]\ncommands: own",
                "a.yml", "imports: [c.yml]\ncommands: a\nenv: {A: a}",
                "b.yml", "imports: [c.yml]\ncommands: b\nenv: {A: b}",
                "c.yml", "commands: c\nenv: {A: c}"));
        assertThat(commands(loaded)).containsExactly("c", "a", "b", "own");
        assertThat(env(header(loaded), "A")).isEqualTo("b");
    }

    @Test
    void pathsOfOtherWorkflowsStayTrue() {
        var loaded = load(
                Map.of(
                        "flows/f.yml", "imports: [../lib/a.yml]\ncommands: {workflow: w.yml}",
                        "lib/a.yml", "workflows: {w: {source: sub/w.yml}}\ncommands: [{workflow: sub/w.yml}]",
                        "lib/sub/w.yml", "commands: x",
                        "flows/w.yml", "commands: x"),
                "flows/f.yml");
        assertThat(header(loaded).workflows())
                .extracting(each -> each.child().file())
                .containsExactly("lib/sub/w.yml");
        assertThat(steps(loaded))
                .extracting(step -> ((StepKind.SubWorkflow) step.kind()).file())
                .containsExactly("lib/sub/w.yml", "flows/w.yml");
    }

    @Test
    void commentsThatSayCompositionWordsChangeNothing() {
        var loaded = load("# template: x\n# imports: [y]\ncommands: \"echo 'extends: z'\"", "x.yml", "");
        assertThat(commands(loaded)).containsExactly("echo 'extends: z'");
        assertThat(loaded.files()).containsExactly("f.yml");
    }

    /// Spec 01 §12: an import brings steps, also those that its own setup has; what it does not bring is told.
    @Test
    void anImportWithPhasesBringsItsSetupAndTellsOfTheRest() {
        var workflow = "{imports: [i.yml], mode: mapreduce, setup: [own], map: {input: [1], agent_template: [x]}}";
        var imported =
                "{mode: mapreduce, setup: {commands: [first]}, timeout: 5, map: {input: [2], agent_template: [y]}}";

        var loaded = WorkflowLoader.load(
                Workflows.FILE, Workflows.in(Map.of(Workflows.FILE, workflow, "i.yml", imported)), LoadOptions.DEFAULT);

        var job = (Workflow.MapReduce) Objects.requireNonNull(loaded.workflow());
        assertThat(Objects.requireNonNull(job.setup()).steps().stream()
                        .map(step -> ((StepKind.Shell) step.kind()).command().source()))
                .containsExactly("first", "own");
        assertThat(loaded.problems())
                .filteredOn(problem -> problem.code().name().equals("NO_EFFECT"))
                .extracting(problem -> problem.span().file() + " " + problem.path())
                .containsExactly("i.yml timeout", "i.yml map");
    }
}
