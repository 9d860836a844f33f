package dev.prodigy.cli;

import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.dlq.DlqInspect;
import dev.prodigy.cli.dlq.DlqList;
import dev.prodigy.cli.dlq.DlqRetry;
import dev.prodigy.cli.events.EventsFollow;
import dev.prodigy.cli.events.EventsList;
import dev.prodigy.cli.events.EventsShow;
import dev.prodigy.cli.run.ResumeCommand;
import dev.prodigy.cli.run.RunCommand;
import dev.prodigy.cli.schema.SchemaCommand;
import dev.prodigy.cli.validate.ValidateCommand;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Every command there is, by its words. Loads the class of the one that is asked for.
enum CommandName {
    RUN("Run a workflow", List.of()),
    RESUME("Go on with a run that ended early", List.of("resume-job")),
    VALIDATE("Check workflow files without running anything", List.of()),
    SCHEMA("Print the JSON Schema of workflow files", List.of()),
    EVENTS("Show what happened in a run", List.of()),
    EVENTS_SHOW("Show all events of a run", List.of()),
    EVENTS_LS("List the newest events of a run, filtered", List.of("list")),
    EVENTS_FOLLOW("Show events as they happen", List.of()),
    DLQ("Look after items that failed for good", List.of()),
    DLQ_LIST("List dead letters", List.of("ls")),
    DLQ_INSPECT("Show a dead letter with its history", List.of("show", "view")),
    DLQ_RETRY("Run dead-lettered items again", List.of()),
    HELP("Tell about a command", List.of());

    private final String summary;
    private final List<String> aliases;
    private final List<String> words;

    CommandName(String summary, List<String> aliases) {
        this.summary = summary;
        this.aliases = aliases;
        this.words = List.of(name().toLowerCase(Locale.ROOT).split("_", -1));
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
        return this != DLQ;
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
            case RESUME -> new ResumeCommand();
            case VALIDATE -> new ValidateCommand();
            case SCHEMA -> new SchemaCommand();
            case EVENTS, EVENTS_SHOW -> new EventsShow();
            case EVENTS_LS -> new EventsList();
            case EVENTS_FOLLOW -> new EventsFollow();
            case DLQ, DLQ_LIST -> new DlqList();
            case DLQ_INSPECT -> new DlqInspect();
            case DLQ_RETRY -> new DlqRetry();
            case HELP -> new HelpCommand();
        };
    }
}
