package dev.prodigy.cli.runs;

import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.command.Values;
import dev.prodigy.cli.output.Console;
import dev.prodigy.cli.place.Homes;
import dev.prodigy.cli.place.WorkingTree;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.home.LocalDisk;
import dev.prodigy.runtime.home.Repositories;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.home.Storage;
import dev.prodigy.runtime.journal.Callers;
import dev.prodigy.runtime.journal.RunResolution;
import dev.prodigy.runtime.journal.Runs;
import dev.prodigy.runtime.run.LeftoverFiles;
import dev.prodigy.runtime.view.LostJournal;
import dev.prodigy.runtime.view.SessionFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The argument RUN: an id, an unambiguous prefix of one, or `last` (spec 05 §1).
public final class RunArgument {
    /// RUN as an option.
    public static final Option<String> OPTION = Option.values(
            Values::text,
            "RUN",
            "the run, instead of the argument",
            "--job-id",
            "--run-id",
            "--session-id",
            "--workflow-id");

    private final Home home;
    private final Console console;

    /// Opens the home to look at its runs; what dead ones have left of secrets goes.
    ///
    /// @param console whose directory tells the repository
    /// @throws dev.prodigy.runtime.home.StorageFailure when there can be no home where it should be
    public RunArgument(Console console) {
        this.home = Homes.of(console);
        Storage.requirePlace(home);
        LeftoverFiles.sweep(home);
        this.console = console;
    }

    /// @param word the argument, or null when only the option may have been given
    /// @return what was given as argument or option, or null
    /// @throws CommandFailure when two different runs were given
    public static @Nullable String given(Invocation call, @Nullable String word) {
        var all = new LinkedHashSet<>(call.values(OPTION));
        if (word != null) {
            all.add(word);
        }
        if (all.size() > 1) {
            throw CommandFailure.usage("two different runs are given: " + String.join(", ", all), "Give one of them.");
        }
        return all.isEmpty() ? null : all.iterator().next();
    }

    /// @param word the argument, or null when only the option may have been given
    /// @return the run that was given as argument or option
    /// @throws CommandFailure when none was given, there is none of that name, or there are several
    public RunRef required(Invocation call, @Nullable String word) {
        var text = given(call, word);
        if (text == null) {
            throw CommandFailure.usage("RUN is missing; `last` is the newest", "prodigy runs ls");
        }
        return resolve(text);
    }

    /// @param text as given, or null for the default, the newest
    /// @return the run
    /// @throws CommandFailure when there is none, or several
    public RunRef resolve(@Nullable String text) {
        var wanted = text == null ? Runs.LAST : text;
        return switch (resolution(wanted)) {
            case RunResolution.Found(var run) -> run;
            case RunResolution.Unbegun(var run) ->
                throw LostJournal.of(home, run).map(JournalEnding::lost).orElseGet(() -> unbegun(run));
            case RunResolution.NotFound _ -> throw notFound(wanted);
            case RunResolution.Ambiguous ambiguous -> throw ambiguous(ambiguous);
        };
    }

    /// Finds a run whose journal is to be looked at, though it may hold only what a crash left of a first event.
    ///
    /// @param text as given, or null for the default, the newest
    /// @return the run
    /// @throws CommandFailure when there is none, or several, or its journal is lost
    public RunRef journal(@Nullable String text) {
        var run = traces(text);
        LostJournal.of(home, run).map(JournalEnding::lost).ifPresent(failure -> {
            throw failure;
        });
        return Files.isDirectory(home.events(run.repo(), run.run())) ? run : resolve(text);
    }

    /// Finds a run that has begun, though its journal may be lost.
    ///
    /// @param text as given
    /// @return the run
    /// @throws CommandFailure when there is none, or several
    public RunRef recorded(String text) {
        var run = traces(text);
        return LostJournal.of(home, run).isPresent() ? run : resolve(text);
    }

    /// Finds a run of which something is to be looked at, though its journal may be gone with its folder.
    ///
    /// @param text as given, or null for the default, the newest
    /// @return the run
    /// @throws CommandFailure when there is none, or several
    public RunRef traces(@Nullable String text) {
        return resolution(text == null ? Runs.LAST : text) instanceof RunResolution.Unbegun(var run)
                ? run
                : resolve(text);
    }

    /// @return what the text means
    public RunResolution resolution(String text) {
        var found = text.equals(Runs.LAST) ? last() : new Runs(home).resolve(text, null);
        return found instanceof RunResolution.NotFound && !text.equals(Runs.LAST) && !text.isEmpty()
                ? withoutFolder(text).orElse(found)
                : found;
    }

    private Optional<RunResolution> withoutFolder(String text) {
        var matches = LostJournal.withoutFolder(home).stream()
                .filter(run -> run.run().text().startsWith(text))
                .toList();
        return matches.size() == 1 ? Optional.of(new RunResolution.Unbegun(matches.getFirst())) : Optional.empty();
    }

    /// The newest run that a person started: those that it started itself belong to it. Outside of a repository the
    /// whole home is looked at.
    private RunResolution last() {
        boolean everywhere = WorkingTree.around(console.directory()) == null;
        var begun = (everywhere ? everywhere() : here())
                .stream().filter(run -> !isChild(run)).findFirst();
        var lost = lost(
                        everywhere,
                        run -> begun.isEmpty()
                                || run.run().compareTo(begun.get().run()) > 0)
                .stream()
                .filter(run -> !isToldAsChild(run))
                .findFirst();
        return lost.<RunResolution>map(RunResolution.Unbegun::new)
                .or(() -> begun.map(RunResolution.Found::new))
                .orElseGet(() -> new RunResolution.NotFound(Runs.LAST));
    }

    private boolean isToldAsChild(RunRef run) {
        var told = new SessionFiles(home, new LocalDisk()).read(run);
        return told != null && told.origin().parentRunId() != null;
    }

    /// @return whether a step of another run started it
    public boolean isChild(RunRef run) {
        return caller(run) != null;
    }

    /// @return the id of the run whose step started it, or null when a person did
    public @Nullable String caller(RunRef run) {
        return new Callers(home).of(run);
    }

    /// @return the runs that its steps started, newest first
    public List<RunRef> called(RunRef run) {
        return everywhere().stream()
                .filter(each -> each.run().compareTo(run.run()) > 0)
                .filter(each -> run.run().text().equals(caller(each)))
                .toList();
    }

    /// @return the runs of this repository, newest first; outside of one, of the folder
    public List<RunRef> here() {
        return repository().map(new Runs(home)::of).orElse(List.of());
    }

    /// @param everywhere whether of all repositories, instead of this one or, outside of one, the folder
    /// @return the runs whose journal is lost, newest first
    public List<RunRef> lost(boolean everywhere) {
        return lost(everywhere, _ -> true);
    }

    private List<RunRef> lost(boolean everywhere, Predicate<RunRef> wanted) {
        var repository = everywhere ? Optional.<String>empty() : repository();
        return LostJournal.all(
                home,
                run -> (everywhere || repository.filter(run.repo()::equals).isPresent()) && wanted.test(run));
    }

    /// @param everywhere whether of all repositories, instead of this one or, outside of one, the folder
    /// @return the runs, those whose journal is lost among them, newest first
    public List<RunRef> withLost(boolean everywhere) {
        return Stream.concat((everywhere ? everywhere() : here()).stream(), lost(everywhere).stream())
                .sorted(Comparator.comparing(RunRef::run).reversed().thenComparing(RunRef::repo))
                .toList();
    }

    /// What crashes have left of runs before these had begun, and runs whose journal is lost.
    ///
    /// @param everywhere whether of all repositories, instead of this one or, outside of one, the folder
    /// @return those with a folder, newest first, then those without
    public List<RunRef> unbegun(boolean everywhere) {
        var all = new Runs(home);
        var repository = everywhere ? Optional.<String>empty() : repository();
        var folders =
                everywhere ? all.unbegun() : repository.map(all::unbegunOf).orElse(List.of());
        var lost = LostJournal.withoutFolder(home).stream()
                .filter(run ->
                        everywhere || repository.filter(run.repo()::equals).isPresent());
        return Stream.concat(folders.stream(), lost).toList();
    }

    private Optional<String> repository() {
        var tree = WorkingTree.main(console.directory());
        return Repositories.find(home, tree == null ? real(console.directory()) : tree);
    }

    private static Path real(Path folder) {
        try {
            return folder.toRealPath();
        } catch (IOException e) {
            return folder;
        }
    }

    /// @return the runs of all repositories, newest first
    public List<RunRef> everywhere() {
        return new Runs(home).all();
    }

    /// @return where it all lies
    public Home home() {
        return home;
    }

    private static CommandFailure notFound(String text) {
        return text.equals(Runs.LAST)
                ? new CommandFailure(
                        ExitCode.USAGE, "run_not_found", "there is no run yet", "prodigy run FILE starts one.")
                : new CommandFailure(
                        ExitCode.USAGE,
                        "run_not_found",
                        "no run is called `" + text + "`",
                        "prodigy runs ls --all-repos lists them.");
    }

    private CommandFailure unbegun(RunRef run) {
        return new CommandFailure(
                ExitCode.USAGE,
                "run_not_found",
                "nothing is recorded of " + run.run() + ": there is no whole record in "
                        + home.events(run.repo(), run.run()),
                "prodigy run FILE begins anew; prodigy clean sessions --all removes what is left of it.");
    }

    private static CommandFailure ambiguous(RunResolution.Ambiguous found) {
        var names = found.candidates().stream().map(run -> run.run().text()).toList();
        var rest = found.total() - names.size();
        var hint = names.stream().collect(Collectors.joining("\n  ", "It may be one of\n  ", ""))
                + (rest > 0 ? "\nor " + rest + " others." : "");
        var more = new FieldsWriter().put("candidates", Value.ofTexts(names)).done();
        var message = "`" + found.text() + "` is the beginning of " + found.total() + " runs";
        return new CommandFailure(ExitCode.USAGE, "run_ambiguous", message, hint, more);
    }
}
