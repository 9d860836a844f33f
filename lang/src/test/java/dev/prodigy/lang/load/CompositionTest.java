package dev.prodigy.lang.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.env.EnvEntry;
import dev.prodigy.model.parameter.Parameter;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.workflow.AllSteps;
import dev.prodigy.model.workflow.Header;
import dev.prodigy.model.workflow.Workflow;
import java.util.HashMap;
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

    private static Loaded load(String main, String... others) {
        var files = new HashMap<String, String>();
        files.put("f.yml", main);
        for (int i = 0; i < others.length; i += 2) {
            files.put(others[i], others[i + 1]);
        }
        return load(files);
    }

    private static Loaded load(Map<String, String> files) {
        return load(files, "f.yml");
    }

    private static Loaded load(Map<String, String> files, String main) {
        return WorkflowLoader.load(main, Workflows.in(files), LoadOptions.DEFAULT);
    }

    private static Header header(Loaded loaded) {
        return Objects.requireNonNull(loaded.workflow(), () -> loaded.problems().toString())
                .header();
    }

    private static List<Step> steps(Loaded loaded) {
        return ((Workflow.Standard) Objects.requireNonNull(
                        loaded.workflow(), () -> loaded.problems().toString()))
                .commands();
    }

    private static List<String> commands(Loaded loaded) {
        return steps(loaded).stream().map(CompositionTest::text).toList();
    }

    private static String text(Step step) {
        return switch (step.kind()) {
            case StepKind.Shell(var command) -> command.source();
            case StepKind.Agent agent -> agent.prompt().source();
            case StepKind.Foreach _,
                    StepKind.WriteFile _,
                    StepKind.Validate _,
                    StepKind.SubWorkflow _,
                    StepKind.Inline _,
                    StepKind.Removed _ -> step.kind().keyword();
        };
    }

    private static String env(Header header, String name) {
        return ((EnvEntry.Phrase)
                        Objects.requireNonNull(header.environment().env().get(name)))
                .text()
                .source();
    }
}
