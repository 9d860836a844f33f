package dev.prodigy.runtime.run;

import dev.prodigy.engine.run.NextCommands;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.engine.step.Settled;
import dev.prodigy.engine.step.frame.Deadline;
import dev.prodigy.engine.step.frame.Frame;
import dev.prodigy.engine.step.text.EnvCommandFailed;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.lang.expr.TextPlace;
import dev.prodigy.lang.items.InputInvalid;
import dev.prodigy.lang.items.ItemSource;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.text.Setting;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.ItemFormat;
import dev.prodigy.model.workflow.ItemInput;
import dev.prodigy.model.workflow.MapPhase;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.home.FileKind;
import dev.prodigy.runtime.item.ItemPipeline;
import dev.prodigy.runtime.item.ItemRefused;
import dev.prodigy.runtime.run.input.ItemOpening;
import dev.prodigy.runtime.run.stage.GitErrors;
import dev.prodigy.runtime.run.stage.RunParts;
import dev.prodigy.runtime.run.stage.StageRunner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Makes the list of work items from `map.input`, durably, before the first item starts (spec 03 §3–§5).
final class ItemLoading {
    private static final String COMMAND = "command";
    private static final String LIST = "list";

    private final RunParts run;
    private final StageRunner stages;
    private final MapPhase map;
    private final ItemOpening opening;

    ItemLoading(RunParts run, StageRunner stages, MapPhase map) {
        this.run = run;
        this.stages = stages;
        this.map = map;
        this.opening = new ItemOpening(map.selection().jsonPath());
    }

    Signal load() {
        try {
            var context = Context.phase("map");
            var unusable = stages.openSession(context);
            return unusable == null
                    ? load(stages.frame(stages.tree(), context, Deadline.NEVER))
                    : new Signal.ItemsRefused(unusable);
        } catch (Cut e) {
            return new Signal.ItemsRefused(ErrorRecord.of(KnownCode.CANCELLED.row(), "the run is ending"));
        } catch (EnvCommandFailed e) {
            return new Signal.ItemsRefused(e.error());
        } catch (GitFailure e) {
            return new Signal.ItemsRefused(GitErrors.of(e));
        } catch (ItemRefused e) {
            return new Signal.ItemsRefused(map.input() instanceof ItemInput.Listed ? inFile(e.error()) : e.error());
        } catch (UncheckedIOException e) {
            return new Signal.ItemsRefused(
                    ErrorRecord.of(KnownCode.INPUT_INVALID.row(), "the input cannot be read: " + e.getMessage()));
        }
    }

    /// Items that stand in the workflow change with it.
    private ErrorRecord inFile(ErrorRecord error) {
        return error.saying(
                NextCommands.behind(error.message(), List.of("prodigy resume " + run.root() + " --accept-changes")));
    }

    private Signal load(Frame frame) throws Cut {
        return switch (map.input()) {
            case ItemInput.Listed(var items) -> piped(frame, opening.listed(items), LIST);
            case ItemInput.File(var path, var format) -> file(frame, path(path, frame), format);
            case ItemInput.Command(var command, var format, var timeout) -> {
                var limit = Setting.known(timeout);
                yield command(frame, command, format, limit == null ? ItemInput.Command.DEFAULT_LIMIT : limit);
            }
            case ItemInput.FileOrCommand(var text) -> fileOrCommand(frame, text);
        };
    }

    private Signal fileOrCommand(Frame frame, Text text) throws Cut {
        var value = list(text, frame);
        var elements = ItemOpening.elements(run.settings().language().template(text, TextPlace.TEXT), value);
        if (elements != null) {
            return piped(frame, opening.listed(elements), LIST);
        }
        var name = Settled.text(value);
        if (ItemOpening.isFileName(name)) {
            return file(frame, path(text, frame), null);
        }
        return isFile(frame, name)
                ? file(frame, name, null)
                : command(frame, text, null, ItemInput.Command.DEFAULT_LIMIT);
    }

    private static boolean isFile(Frame frame, String name) {
        return name.indexOf('\n') < 0
                && name.length() < 4096
                && name.indexOf('\0') < 0
                && Files.isRegularFile(Path.of(frame.place().directory()).resolve(name));
    }

    private Signal file(Frame frame, String name, @Nullable ItemFormat format) throws Cut {
        var file = Path.of(frame.place().directory()).resolve(name);
        if (!Files.isRegularFile(file)) {
            var message = Files.exists(file)
                    ? "the input file cannot be read: " + name + ": " + FileKind.whyNoFile(file)
                    : "input file not found: " + name + " (looked in "
                            + frame.place().directory() + ")";
            throw new ItemRefused(KnownCode.INPUT_NOT_FOUND, message);
        }
        try (var bytes = Files.newInputStream(file)) {
            return piped(frame, opening.opened(bytes, ItemOpening.ofFile(name, format), name), name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Signal command(Frame frame, Text command, @Nullable ItemFormat format, Duration limit) throws Cut {
        try (var printed = Settled.print(command, frame, limit)) {
            var error = printed.error();
            if (error != null) {
                throw new ItemRefused(
                        ErrorRecord.of(KnownCode.INPUT_INVALID.row(), "the input command failed: " + error.message())
                                .causedBy(error));
            }
            return piped(frame, opening.opened(printed.stdout(), format, COMMAND), COMMAND);
        }
    }

    private Signal piped(Frame frame, ItemSource source, String name) throws Cut {
        var selection = map.selection();
        var numbers = new ItemPipeline.Numbers(
                Setting.known(selection.offset()), Setting.known(selection.maxItems()), Setting.known(map.batchSize()));
        var pipeline = new ItemPipeline(
                selection,
                numbers,
                run.settings().language(),
                Settled.scope(frame),
                Settled.sources(frame),
                run.programs().masking()::declared);
        var loaded = written(pipeline, source, name);
        if (loaded.total() == 0) {
            run.warnings().warn("NO_ITEMS", "no work item is left: " + pipeline.counted());
        }
        return new Signal.ItemsLoaded(loaded);
    }

    private ItemEvent.Loaded written(ItemPipeline pipeline, ItemSource source, String name) {
        try {
            return pipeline.write(source, name, run.folder());
        } catch (InputInvalid e) {
            throw ItemOpening.invalid(name, e);
        }
    }

    private static String path(Text text, Frame frame) throws Cut {
        return known(Settled.path(text, frame), text);
    }

    private static Value list(Text text, Frame frame) throws Cut {
        return known(Settled.list(text, frame), text);
    }

    private static <T> T known(@Nullable T value, Text text) {
        if (value == null) {
            throw new ItemRefused(KnownCode.UNDEFINED_VARIABLE, "map.input `" + text.source() + "` has no value");
        }
        return value;
    }
}
