package dev.prodigy.lang.lint;

import dev.prodigy.lang.expr.BareNames;
import dev.prodigy.lang.expr.TextPlace;
import dev.prodigy.model.env.Secret;
import dev.prodigy.model.text.Data;
import dev.prodigy.model.text.Expression;
import dev.prodigy.model.workflow.AgentSpec;
import dev.prodigy.model.workflow.ItemInput;
import dev.prodigy.model.workflow.MapPhase;
import dev.prodigy.model.workflow.OnConflict;
import dev.prodigy.model.workflow.SetupCapture;
import dev.prodigy.model.workflow.Workflow;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Goes through a workflow in the order in which it runs and shows each text with the names that can be
/// read there (spec 01 §7).
final class WorkflowWalk {
    private static final List<String> ITEM_NAMES = List.of(
            "item",
            "items",
            "item_json",
            "item_id",
            "item_index",
            "item_total",
            "item_key",
            "item_attempt",
            "agent_id");

    private final Report report;
    private final TextUse use;
    private final StepTexts texts;
    private final StepWalk steps;

    private WorkflowWalk(Report report, TextUse use) {
        this.report = report;
        this.use = use;
        this.texts = new StepTexts(use);
        this.steps = new StepWalk(use, texts);
    }

    /// Shows all texts of a workflow.
    ///
    /// @param report knows its steps and what is configured
    static void through(Workflow workflow, Report report, TextUse use) {
        new WorkflowWalk(report, use).walk(workflow);
    }

    private void walk(Workflow workflow) {
        var names = DeclaredNames.in(workflow, report.configured());
        before(workflow, names);
        switch (workflow) {
            case Workflow.Standard standard -> steps.all(standard.commands(), names);
            case Workflow.MapReduce job -> {
                if (job.setup() != null) {
                    steps.all(job.setup().steps(), names);
                }
                job.captures().stream().map(SetupCapture::name).forEach(name -> names.leave(name, Known.DATA));
                items(job, names);
                names.leave("map", Known.namespace(Namespaces.MAP));
                if (job.reduce() != null) {
                    steps.all(job.reduce().steps(), names);
                }
            }
        }
        var merge = workflow.header().merge();
        var merging = names.open();
        merging.declare("merge", Known.NAMESPACE);
        steps.all(merge.phase().steps(), merging);
        conflict(merge.onConflict(), merging);
        after(workflow, names);
    }

    private void before(Workflow workflow, Visible names) {
        var header = workflow.header();
        header.defaults().values().forEach(value -> texts.data(value, names, null));
        for (var parameter : header.parameters()) {
            if (parameter.defaultValue() != null) {
                texts.data(Data.of(parameter.defaultValue(), parameter.span()), names, null);
            }
            if (parameter.validation() != null) {
                var judging = names.open();
                judging.declare("value", Known.DATA);
                use.expression(parameter.validation(), BareNames.VALIDATION, judging);
            }
        }
        texts.setting(header.timeout(), names);
        header.environment().files().forEach(file -> use.text(file.path(), TextPlace.PATH, names, null));
        for (var secret : header.environment().secrets().values()) {
            if (secret.source() instanceof Secret.Source.Command(var command)) {
                use.text(command, TextPlace.SHELL, names, null);
            }
        }
        steps.all(header.workflowsBeforeSteps(), names);
        steps.all(header.worktree().setup(), names.open());
    }

    /// What may be read at any step: names of every step count.
    private void after(Workflow workflow, Visible names) {
        var header = workflow.header();
        header.outputs().values().forEach(text -> use.text(text, TextPlace.TEXT, names, null));
        var anywhere = names.open();
        Namespaces.PLACES.keySet().forEach(name -> anywhere.declare(name, Known.NAMESPACE));
        Namespaces.HANDLING.forEach(anywhere::declare);
        ITEM_NAMES.forEach(name -> anywhere.declare(name, Known.DATA));
        for (var step : report.steps()) {
            StepWalk.results(step, anywhere);
        }
        texts.entries(header.environment().env(), anywhere, null);
        header.environment().profiles().values().forEach(profile -> texts.entries(profile, anywhere, null));
        agents(workflow, anywhere);
    }

    private void agents(Workflow workflow, Visible anywhere) {
        for (var agent : workflow.header().agents().values()) {
            texts.text(agent.model(), TextPlace.TEXT, anywhere, null);
            for (var argument : agent.program()) {
                switch (argument) {
                    case AgentSpec.Argument.One(var text) -> use.text(text, TextPlace.TEXT, anywhere, null);
                    case AgentSpec.Argument.Group(var group) ->
                        group.forEach(text -> use.text(text, TextPlace.TEXT, anywhere, null));
                }
            }
            agent.args().forEach(argument -> use.text(argument, TextPlace.TEXT, anywhere, null));
            texts.entries(agent.env(), anywhere, null);
        }
    }

    private void items(Workflow.MapReduce job, Visible names) {
        var map = job.map();
        input(map.input(), names);
        selection(map.selection(), names);
        settings(map, names);
        var item = names.closed();
        ITEM_NAMES.forEach(name -> item.declare(name, Known.ITEM));
        if (map.batchSize() != null) {
            item.declare("batch", Known.NAMESPACE);
        }
        steps.all(map.agentTemplate(), item);
        conflict(map.onConflict(), item);
        for (var handler : job.handlers().values()) {
            steps.all(handler.steps(), StepWalk.handling(item));
        }
    }

    private void settings(MapPhase map, Visible names) {
        texts.setting(map.batchSize(), names);
        texts.setting(map.maxParallel(), names);
        texts.setting(map.timeouts().agent(), names);
    }

    private void input(ItemInput input, Visible names) {
        switch (input) {
            case ItemInput.Listed _ -> {}
            case ItemInput.File(var path, var _) -> use.text(path, TextPlace.PATH, names, null);
            case ItemInput.Command command -> {
                use.text(command.command(), TextPlace.SHELL, names, null);
                texts.setting(command.timeout(), names);
            }
            case ItemInput.FileOrCommand(var text) -> use.text(text, TextPlace.SHELL, names, null);
        }
    }

    private void selection(MapPhase.Selection selection, Visible names) {
        fields(selection.filter(), names);
        selection.sortBy().forEach(key -> fields(key.path(), names));
        selection.distinct().forEach(path -> fields(path, names));
        fields(selection.itemKey(), names);
        texts.setting(selection.offset(), names);
        texts.setting(selection.maxItems(), names);
    }

    private void fields(@Nullable Expression expression, Visible names) {
        if (expression != null) {
            use.expression(expression, BareNames.FIELDS, names);
        }
    }

    private void conflict(OnConflict conflict, Visible names) {
        if (conflict instanceof OnConflict.Resolve resolve) {
            var inside = StepWalk.handling(names);
            inside.declare("conflict", Known.NAMESPACE);
            steps.all(resolve.steps(), inside);
        }
    }
}
