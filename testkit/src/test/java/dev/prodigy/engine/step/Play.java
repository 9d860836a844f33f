package dev.prodigy.engine.step;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.environment.EnvironmentLayers;
import dev.prodigy.engine.environment.Language;
import dev.prodigy.engine.environment.Secrets;
import dev.prodigy.engine.environment.StepDeclarations;
import dev.prodigy.engine.step.frame.Deadline;
import dev.prodigy.engine.step.frame.Frame;
import dev.prodigy.engine.step.frame.RunSettings;
import dev.prodigy.engine.step.result.ListResult;
import dev.prodigy.engine.step.result.Outcome;
import dev.prodigy.engine.step.result.StepResult;
import dev.prodigy.engine.step.result.Variables;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.env.SecretNames;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.AgentSpec;
import dev.prodigy.testkit.program.Program;
import dev.prodigy.testkit.program.ToyShell;
import dev.prodigy.testkit.program.VirtualExecution;
import dev.prodigy.testkit.time.VirtualClock;
import dev.prodigy.testkit.tree.MemoryTree;
import dev.prodigy.testkit.world.VirtualWorld;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Plays a list of steps in a virtual world, and after a death of that world again in the next one.
final class Play {
    private final Map<String, Binding> names = new LinkedHashMap<>();
    private final Map<String, AgentSpec> agents = new LinkedHashMap<>();
    private final ToyShell shell = new ToyShell();
    private EnvironmentLayers layers = new EnvironmentLayers(
            Map.of("PATH", "/bin", "HOME", "/home/user"),
            true,
            Map.of(),
            Map.of(),
            Map.of(),
            Map.of(),
            Secrets.NONE,
            Map.of(),
            SecretNames.STANDARD);
    private Context context = Context.phase("commands").inPass(1);
    private Deadline deadline = Deadline.NEVER;
    private Program program = shell;
    private VirtualWorld world;
    private Variables variables;
    private ListResult result;
    private boolean git = true;

    /// @return a stage without anything
    static Play bare() {
        return new Play();
    }

    /// Plays the steps with nothing else around them.
    static Play of(StepMaker... steps) {
        return bare().run(steps);
    }

    Play name(String name, Binding binding) {
        names.put(name, binding);
        return this;
    }

    Play item(Value item) {
        context = Context.item("item-001", 1, "agent-1", "agent-1-item-001");
        return name("item", Binding.data(item));
    }

    Play agent(String name, AgentSpec spec, Program answers) {
        agents.put(name, spec);
        program = Program.withAgent(name, answers, program);
        return this;
    }

    Play layers(EnvironmentLayers value) {
        layers = value;
        return this;
    }

    Play within(Deadline limit) {
        deadline = limit;
        return this;
    }

    Play withoutGit() {
        git = false;
        return this;
    }

    ToyShell shell() {
        return shell;
    }

    VirtualWorld world() {
        if (world == null) {
            var clock = new VirtualClock();
            world = new VirtualWorld(clock, new MemoryTree(clock, git), program);
        }
        return world;
    }

    MemoryTree tree() {
        return world().tree();
    }

    Play run(StepMaker... steps) {
        try {
            result = new ListRunner().run(StepMaker.list("commands", steps), frame());
            return this;
        } catch (Cut e) {
            throw new AssertionError("the world died", e);
        }
    }

    /// Plays a handler of what the steps have come to, in their own variables.
    Play handle(StepMaker... steps) {
        return handle(variables, steps);
    }

    /// Plays the same where nothing is left of the steps but what a journal holds.
    ///
    /// @param template the steps, as the workflow has them
    Play handleElsewhere(List<Step> template, StepMaker... steps) {
        var journaled = (Value.Fields) Json.parse(Json.write(variables.toFields()));
        frame();
        variables.takeOver(journaled, template);
        return handle(variables, steps);
    }

    private Play handle(Variables left, StepMaker... steps) {
        try {
            result = new ListRunner().run(StepMaker.list("handler", steps), frame().with(left));
            return this;
        } catch (Cut e) {
            throw new AssertionError("the world died", e);
        }
    }

    /// Plays until the world dies.
    Play dies(StepMaker... steps) {
        try {
            new ListRunner().run(StepMaker.list("commands", steps), frame());
        } catch (Cut e) {
            world = world.afterwards();
            return this;
        }
        throw new AssertionError("the world did not die");
    }

    /// Plays until the world dies, or to the end where it does not.
    Play mayDie(StepMaker... steps) {
        try {
            new ListRunner().run(StepMaker.list("commands", steps), frame());
        } catch (Cut e) {
            // it died
        }
        world = world.afterwards();
        return this;
    }

    private Frame frame() {
        var settings = new RunSettings(
                "workflow-test",
                new Language(),
                layers,
                agents,
                new RunSettings.Shell(null, "bash"),
                Map.of("PRODIGY_RUN_ID", "workflow-test"),
                StepDeclarations.NOTHING);
        var history = world().state().ledger().copy();
        variables = new Variables(Scope.of(names), Map.of(), settings.namespaces());
        return Frame.outermost(context, variables, settings, world(), deadline, history);
    }

    ListResult result() {
        return result;
    }

    /// @return what a step of the list has come to
    StepResult step(int index) {
        return result.ended().get(index).result();
    }

    /// @return the only step's, or the last one's
    StepResult last() {
        return result.ended().getLast().result();
    }

    Outcome outcome() {
        return last().outcome();
    }

    int count(String text) {
        return world.count(text);
    }

    /// @return what the last execution printed
    String printed() {
        return last().product().stdout();
    }

    List<String> texts() {
        return world.executions().stream().map(VirtualExecution::text).toList();
    }

    List<String> eventTypes() {
        return world.journal().stream().map(each -> each.event().type()).toList();
    }

    <T> List<T> events(Class<T> type) {
        return world.journal().stream()
                .map(Recorded::event)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    Duration elapsed() {
        return world.clock().now().elapsed();
    }

    /// Asserts how the last step ended.
    Play ended(Outcome outcome) {
        assertThat(outcome()).isEqualTo(outcome);
        return this;
    }

    /// Asserts how often a text was run.
    Play ran(String text, int times) {
        assertThat(count(text)).as(text).isEqualTo(times);
        return this;
    }
}
