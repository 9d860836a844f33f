package dev.prodigy.cli;

import dev.prodigy.cli.checkpoint.CheckpointsClean;
import dev.prodigy.cli.checkpoint.CheckpointsList;
import dev.prodigy.cli.checkpoint.CheckpointsShow;
import dev.prodigy.cli.checkpoint.CheckpointsValidate;
import dev.prodigy.cli.clean.CleanCommand;
import dev.prodigy.cli.clean.RunsClean;
import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.config.ConfigShow;
import dev.prodigy.cli.config.ConfigTrace;
import dev.prodigy.cli.config.ConfigValidate;
import dev.prodigy.cli.control.DispatchCommand;
import dev.prodigy.cli.control.ItemsCommand;
import dev.prodigy.cli.control.SetCommand;
import dev.prodigy.cli.control.StopCommand;
import dev.prodigy.cli.dlq.DlqAnalyze;
import dev.prodigy.cli.dlq.DlqExport;
import dev.prodigy.cli.dlq.DlqInspect;
import dev.prodigy.cli.dlq.DlqList;
import dev.prodigy.cli.dlq.DlqRemove;
import dev.prodigy.cli.dlq.DlqRetry;
import dev.prodigy.cli.dlq.DlqStats;
import dev.prodigy.cli.events.EventsClean;
import dev.prodigy.cli.events.EventsExport;
import dev.prodigy.cli.events.EventsFollow;
import dev.prodigy.cli.events.EventsList;
import dev.prodigy.cli.events.EventsSearch;
import dev.prodigy.cli.events.EventsShow;
import dev.prodigy.cli.events.EventsStats;
import dev.prodigy.cli.fsck.FsckCommand;
import dev.prodigy.cli.logs.LogsCommand;
import dev.prodigy.cli.metrics.MetricsCommand;
import dev.prodigy.cli.run.BatchCommand;
import dev.prodigy.cli.run.ExecCommand;
import dev.prodigy.cli.run.PlanCommand;
import dev.prodigy.cli.run.ResumeCommand;
import dev.prodigy.cli.run.RunCommand;
import dev.prodigy.cli.runs.PsCommand;
import dev.prodigy.cli.runs.RunsList;
import dev.prodigy.cli.runs.RunsShow;
import dev.prodigy.cli.schema.SchemaCommand;
import dev.prodigy.cli.status.ProgressCommand;
import dev.prodigy.cli.status.StatusCommand;
import dev.prodigy.cli.validate.ValidateCommand;
import dev.prodigy.cli.worktree.WorktreeClean;
import dev.prodigy.cli.worktree.WorktreeCleanOrphaned;
import dev.prodigy.cli.worktree.WorktreeGc;
import dev.prodigy.cli.worktree.WorktreeLs;
import dev.prodigy.cli.worktree.WorktreeMerge;
import dev.prodigy.engine.run.ControlCommand;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Every command there is, by its words. Loads the class of the one that is asked for.
enum CommandName {
    RUN("run", "Run a workflow"),
    RESUME("resume", "Go on with a run that ended early", "resume-job"),
    EXEC("exec", "Run one command as a workflow"),
    BATCH("batch", "Run one command for each of many files"),
    PLAN("plan", "Say what a run would do"),
    VALIDATE("validate", "Check workflow files without running anything"),
    SCHEMA("schema", "Print the JSON Schema of workflow files"),
    RUNS("runs", "Look at runs", "sessions"),
    RUNS_LS("runs ls", "List runs, the newest first", "list"),
    RUNS_SHOW("runs show", "Show all about a run"),
    RUNS_CLEAN("runs clean", "Remove runs with everything of theirs"),
    PS("ps", "List the runs that are going on"),
    STATUS("status", "Show how far a run is"),
    PROGRESS("progress", "Show how far a run is, to its end"),
    LOGS("logs", "Show what the steps of a run printed"),
    LOGS_CLEAN("logs clean", "Remove the logs of old runs"),
    METRICS("metrics", "Show what runs come to in numbers"),
    PAUSE("pause", "Let a run start nothing new for now"),
    RESUME_DISPATCH("resume-dispatch", "Let a paused run start things again"),
    DRAIN("drain", "Let a run end when what is running has ended"),
    STOP("stop", "End a run"),
    SET("set", "Change the limits of a run"),
    SKIP("skip", "Give items of a run up"),
    REQUEUE("requeue", "Try failed or skipped items of a run again"),
    EVENTS("events", "Show what happened in a run"),
    EVENTS_SHOW("events show", "Show all events of a run"),
    EVENTS_LS("events ls", "List the newest events of a run, filtered", "list"),
    EVENTS_FOLLOW("events follow", "Show events as they happen"),
    EVENTS_STATS("events stats", "Count the events of a run"),
    EVENTS_SEARCH("events search", "Find events by what they say"),
    EVENTS_EXPORT("events export", "Write the events of a run to a file"),
    EVENTS_CLEAN("events clean", "Remove or pack the journals of old runs"),
    WORKTREE("worktree", "Look after the worktrees of runs"),
    WORKTREE_LS("worktree ls", "List worktrees", "list"),
    WORKTREE_MERGE("worktree merge", "Merge what a run has committed"),
    WORKTREE_CLEAN("worktree clean", "Remove worktrees with their branches"),
    WORKTREE_CLEAN_ORPHANED("worktree clean-orphaned", "Remove worktrees whose run is gone"),
    WORKTREE_GC("worktree gc", "Remove what no run needs any more"),
    DLQ("dlq", "Look after items that failed for good"),
    DLQ_LIST("dlq list", "List dead letters", "ls"),
    DLQ_INSPECT("dlq inspect", "Show a dead letter with its history", "show", "view"),
    DLQ_RETRY("dlq retry", "Run dead-lettered items again"),
    DLQ_ANALYZE("dlq analyze", "Group dead letters that failed alike"),
    DLQ_STATS("dlq stats", "Count dead letters"),
    DLQ_EXPORT("dlq export", "Write dead letters to a file"),
    DLQ_PURGE("dlq purge", "Remove old dead letters"),
    DLQ_CLEAR("dlq clear", "Remove all dead letters of a run"),
    CHECKPOINTS("checkpoints", "Look after checkpoints", "checkpoint"),
    CHECKPOINTS_LIST("checkpoints list", "List the checkpoints of a run", "ls"),
    CHECKPOINTS_SHOW("checkpoints show", "Show the state that a checkpoint stands for", "mapreduce"),
    CHECKPOINTS_VALIDATE("checkpoints validate", "Compare a run's checkpoint file with its journal"),
    CHECKPOINTS_CLEAN("checkpoints clean", "Remove checkpoint files", "delete"),
    CLEAN("clean", "Remove what is no longer needed"),
    FSCK("fsck", "Look over what is stored of runs, and mend it"),
    CONFIG("config", "Look at the configuration"),
    CONFIG_SHOW("config show", "Show what is configured"),
    CONFIG_TRACE("config trace", "Show where each configured value comes from"),
    CONFIG_VALIDATE("config validate", "Check the configuration"),
    COMPLETION("completion", "Print a script by which a shell completes command lines"),
    HELP("help", "Tell about a command");

    private final String summary;
    private final List<String> aliases;
    private final List<String> words;

    /// @param text its words as they are typed
    /// @param aliases what may stand for the last of them
    CommandName(String text, String summary, String... aliases) {
        this.summary = summary;
        this.aliases = List.of(aliases);
        this.words = List.of(text.split(" ", -1));
    }

    /// @return one line for lists of commands
    String summary() {
        return summary;
    }

    /// @return its words as they are typed, such as `events ls`
    String text() {
        return String.join(" ", words);
    }

    /// @return its last word and what may stand for it
    List<String> lastWords() {
        var all = new ArrayList<String>();
        all.add(words.getLast());
        all.addAll(aliases);
        return all;
    }

    /// @return whether it stands below no other
    boolean isTop() {
        return words.size() == 1;
    }

    /// @return the commands below it
    List<CommandName> below() {
        return Arrays.stream(values())
                .filter(each -> each.words.size() == 2
                        && isTop()
                        && each.words.getFirst().equals(words.getFirst()))
                .toList();
    }

    /// @return whether it does something without a second word
    boolean runsAlone() {
        return this != DLQ && this != RUNS && this != CHECKPOINTS && this != WORKTREE && this != CONFIG;
    }

    /// @return the commands that are below no other
    static List<CommandName> tops() {
        return Arrays.stream(values()).filter(CommandName::isTop).toList();
    }

    /// @return that one of the candidates which is called so
    static Optional<CommandName> called(String word, List<CommandName> candidates) {
        return candidates.stream()
                .filter(each -> each.lastWords().contains(word))
                .findFirst();
    }

    /// @return the command itself
    Command load() {
        return switch (this) {
            case RUN -> new RunCommand();
            case EXEC -> new ExecCommand();
            case BATCH -> new BatchCommand();
            case RESUME -> new ResumeCommand();
            case PLAN -> new PlanCommand();
            case VALIDATE -> new ValidateCommand();
            case SCHEMA -> new SchemaCommand();
            case RUNS, RUNS_LS -> new RunsList();
            case RUNS_SHOW -> new RunsShow();
            case RUNS_CLEAN -> new RunsClean();
            case PS -> new PsCommand();
            case STATUS -> new StatusCommand();
            case PROGRESS -> new ProgressCommand();
            case LOGS -> new LogsCommand();
            case LOGS_CLEAN -> CleanCommand.logs();
            case METRICS -> new MetricsCommand();
            case PAUSE -> new DispatchCommand(ControlCommand.PAUSE);
            case RESUME_DISPATCH -> new DispatchCommand(ControlCommand.RESUME_DISPATCH);
            case DRAIN -> new DispatchCommand(ControlCommand.DRAIN);
            case STOP -> new StopCommand();
            case SET -> new SetCommand();
            case SKIP -> new ItemsCommand(ControlCommand.SKIP);
            case REQUEUE -> new ItemsCommand(ControlCommand.REQUEUE);
            case EVENTS, EVENTS_SHOW -> new EventsShow();
            case EVENTS_LS -> new EventsList();
            case EVENTS_FOLLOW -> new EventsFollow();
            case WORKTREE, WORKTREE_LS -> new WorktreeLs();
            case WORKTREE_MERGE -> new WorktreeMerge();
            case WORKTREE_CLEAN -> new WorktreeClean();
            case WORKTREE_CLEAN_ORPHANED -> new WorktreeCleanOrphaned();
            case WORKTREE_GC -> new WorktreeGc();
            case DLQ, DLQ_LIST -> new DlqList();
            case DLQ_INSPECT -> new DlqInspect();
            case DLQ_RETRY -> new DlqRetry();
            case EVENTS_STATS -> new EventsStats();
            case EVENTS_SEARCH -> new EventsSearch();
            case EVENTS_EXPORT -> new EventsExport();
            case EVENTS_CLEAN -> new EventsClean();
            case DLQ_ANALYZE -> new DlqAnalyze();
            case DLQ_STATS -> new DlqStats();
            case DLQ_EXPORT -> new DlqExport();
            case DLQ_PURGE -> DlqRemove.purge();
            case DLQ_CLEAR -> DlqRemove.clear();
            case CHECKPOINTS, CHECKPOINTS_LIST -> new CheckpointsList();
            case CHECKPOINTS_SHOW -> new CheckpointsShow();
            case CHECKPOINTS_VALIDATE -> new CheckpointsValidate();
            case CHECKPOINTS_CLEAN -> new CheckpointsClean();
            case CLEAN -> new CleanCommand();
            case FSCK -> new FsckCommand();
            case CONFIG, CONFIG_SHOW -> new ConfigShow();
            case CONFIG_TRACE -> new ConfigTrace();
            case CONFIG_VALIDATE -> new ConfigValidate();
            case COMPLETION -> new CompletionCommand();
            case HELP -> new HelpCommand();
        };
    }
}
