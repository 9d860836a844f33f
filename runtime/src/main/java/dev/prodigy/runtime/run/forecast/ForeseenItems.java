package dev.prodigy.runtime.run.forecast;

import dev.prodigy.engine.item.ItemState;
import dev.prodigy.engine.item.ItemTable;
import dev.prodigy.engine.redact.Redactor;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.lang.expr.BareNames;
import dev.prodigy.lang.expr.TextPlace;
import dev.prodigy.lang.expr.scope.Sources;
import dev.prodigy.lang.items.InputInvalid;
import dev.prodigy.lang.items.ItemSource;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.item.ItemId;
import dev.prodigy.model.text.Setting;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.ItemFormat;
import dev.prodigy.model.workflow.ItemInput;
import dev.prodigy.model.workflow.MapPhase;
import dev.prodigy.model.workflow.Workflow;
import dev.prodigy.runtime.home.Folders;
import dev.prodigy.runtime.item.ItemPipeline;
import dev.prodigy.runtime.item.ItemRefused;
import dev.prodigy.runtime.item.ItemStore;
import dev.prodigy.runtime.run.forecast.RunPreview.Action;
import dev.prodigy.runtime.run.forecast.RunPreview.Verdict;
import dev.prodigy.runtime.run.input.ItemOpening;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The work items of a run that has not loaded any: of a list or a file that is there now. What setup or a command
/// would bring forth is not made (spec 05 §2.1).
final class ForeseenItems {
    private static final int SAMPLE = 10;

    private final Workflow.MapReduce workflow;
    private final MapPhase map;
    private final Foresight foresight;
    private final Redactor declared;
    private final Function<String, byte @Nullable []> files;

    /// @param declared knows the secrets that no item may hold
    /// @param files gives the content of a file as the run would find it, or null where there is none
    ForeseenItems(
            Workflow.MapReduce workflow,
            Foresight foresight,
            Redactor declared,
            Function<String, byte @Nullable []> files) {
        this.workflow = workflow;
        this.map = workflow.map();
        this.foresight = foresight;
        this.declared = declared;
        this.files = files;
    }

    RunPreview.Items items() {
        var unknown = unknownSelection();
        if (unknown != null) {
            return RunPreview.Items.unknown(unknown);
        }
        try {
            return switch (map.input()) {
                case ItemInput.Listed(var items) -> piped(opening().listed(items), "list", null);
                case ItemInput.File(var path, var format) -> file(foresight.text(path), path.source(), format);
                case ItemInput.Command command -> ofCommand(command.command().source());
                case ItemInput.FileOrCommand(var text) -> fileOrCommand(text);
            };
        } catch (ItemRefused e) {
            return RunPreview.Items.unknown(e.error().message());
        }
    }

    private RunPreview.Items fileOrCommand(Text text) {
        var filled = foresight.filled(text);
        var list = foresight.list(text);
        if (filled == null || list == null) {
            return ofCommand(text.source());
        }
        var elements = ItemOpening.elements(foresight.language().template(text, TextPlace.TEXT), list.value());
        if (elements != null) {
            return piped(opening().listed(elements), "list", null);
        }
        var name = filled.text();
        return ItemOpening.isFileName(name) || isFile(name)
                ? file(name, text.source(), null)
                : ofCommand(text.source());
    }

    /// @param loaded what an earlier process of the run loaded
    /// @param folder of the run
    /// @param verdict of the item of an index
    /// @param toRun how many items would run, by the attempts that each of them may take
    static RunPreview.Items loaded(
            ItemEvent.Loaded loaded, Path folder, IntFunction<Verdict> verdict, Map<Integer, Long> toRun) {
        try (var store = ItemStore.open(folder, loaded)) {
            var sample = new ArrayList<RunPreview.Item>();
            for (int index = 0; index < Math.min(SAMPLE, store.count()); index++) {
                sample.add(
                        new RunPreview.Item(ItemId.of(index), store.read(index).key(), verdict.apply(index)));
            }
            return new RunPreview.Items(read(loaded), loaded.total(), loaded.stages(), null, sample, toRun);
        }
    }

    /// @param retries whether failed items are put back
    /// @return what a resume makes of an item, and why
    static Verdict ofResume(ItemTable table, int item, boolean retries) {
        return switch (table.state(item)) {
            case SUCCESSFUL -> new Verdict(Action.SKIP, "completed_before");
            case SKIPPED -> new Verdict(Action.SKIP, "skipped");
            case RUNNING -> new Verdict(Action.RUN, "interrupted");
            case PENDING, WAITING ->
                new Verdict(Action.RUN, table.attempts(item) > table.failedAttempts(item) ? "interrupted" : "pending");
            case FAILED ->
                retries
                        ? new Verdict(Action.RUN, "failed")
                        : new Verdict(Action.SKIP, table.letters().has(item) ? "in_dlq" : "failed");
        };
    }

    /// @param retry how failed items are put back, or null where they stay what they are
    /// @param usual attempts of an item
    /// @return attempts that an item may take at most → how many such items a resume runs
    static Map<Integer, Long> toRun(ItemTable table, Signal.Resume.@Nullable Retry retry, int usual) {
        return IntStream.range(0, table.total())
                .filter(item -> ofResume(table, item, retry != null).action() == Action.RUN)
                .mapToObj(item -> table.state(item) == ItemState.FAILED
                        ? Objects.requireNonNullElse(retry == null ? null : retry.maxAttempts(), usual)
                        : table.allowance(item, usual))
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    }

    private ItemOpening opening() {
        return new ItemOpening(map.selection().jsonPath());
    }

    private boolean isFile(String name) {
        return name.indexOf('\n') < 0 && name.indexOf('\0') < 0 && name.length() < 4096 && files.apply(name) != null;
    }

    private static RunPreview.Items ofCommand(String command) {
        return RunPreview.Items.unknown("they are what `" + command + "` prints, which a plan does not run");
    }

    private RunPreview.Items file(@Nullable String name, String source, @Nullable ItemFormat format) {
        var setup = workflow.setup() != null;
        if (name == null) {
            return RunPreview.Items.unknown("`" + source + "` gets its value only when the run has begun");
        }
        var content = files.apply(name);
        if (content == null) {
            return RunPreview.Items.unknown(
                    setup ? "setup makes " + name + ", and a plan does not run it" : "input file not found: " + name);
        }
        var bytes = new ByteArrayInputStream(content);
        return piped(
                opening().opened(bytes, ItemOpening.ofFile(name, format), name),
                name,
                setup ? "setup may change " + name + "; this is what it holds now" : null);
    }

    /// Expressions that only the run will know.
    private @Nullable String unknownSelection() {
        var selection = map.selection();
        for (var expression : Stream.of(selection.filter(), selection.itemKey())
                .filter(Objects::nonNull)
                .toList()) {
            var name = foresight.unknownBesideItem(foresight.language().expression(expression, BareNames.FIELDS));
            if (name != null) {
                return "`" + expression.source() + "` depends on `" + name + "`, which only the run will know";
            }
        }
        return null;
    }

    private RunPreview.Items piped(ItemSource source, String name, @Nullable String because) {
        var selection = map.selection();
        var numbers = new ItemPipeline.Numbers(
                Setting.known(selection.offset()), Setting.known(selection.maxItems()), Setting.known(map.batchSize()));
        var pipeline = new ItemPipeline(
                selection, numbers, foresight.language(), foresight.scope(), Sources.none(), () -> declared);
        Path scratch = null;
        try {
            scratch = Files.createTempDirectory("prodigy-plan-");
            var loaded = pipeline.write(source, name, scratch);
            int attempts = workflow.header().errorPolicy().itemRetry().attempts();
            var items =
                    loaded(loaded, scratch, _ -> new Verdict(Action.RUN, selected()), Map.of(attempts, loaded.total()));
            return because == null
                    ? items
                    : new RunPreview.Items(
                            items.total(), items.selected(), items.stages(), because, items.sample(), items.toRun());
        } catch (InputInvalid e) {
            throw ItemOpening.invalid(name, e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            if (scratch != null) {
                Folders.delete(scratch);
            }
        }
    }

    private String selected() {
        var filter = map.selection().filter();
        return filter == null ? "no filter excludes it" : "`" + filter.source() + "` is true for it";
    }

    /// @return how many items there were before the first stage
    private static long read(ItemEvent.Loaded loaded) {
        return loaded.stages() instanceof Value.Items(List<Value> all)
                        && !all.isEmpty()
                        && all.getFirst() instanceof Value.Fields first
                        && first.get("count") instanceof Value.Num(var count)
                ? count.longValueExact()
                : loaded.total();
    }
}
