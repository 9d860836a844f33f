package dev.prodigy.cli;

import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.command.Signature;
import java.util.List;
import java.util.stream.Collectors;

/// The help texts, made from the commands' own declarations.
final class Help {
    private static final int WIDEST = 100;
    private static final int NAMES = 28;

    private final StringBuilder text = new StringBuilder();
    private final int columns;

    private Help(int columns) {
        this.columns = Math.min(WIDEST, columns);
    }

    /// @param columns how wide a line may be
    /// @return what the program is and which commands it has
    static String overview(int columns) {
        var help = new Help(columns);
        help.line("Usage: prodigy COMMAND [ARGUMENTS] [OPTIONS]");
        help.line("");
        help.paragraph("Runs workflows whose steps fail: retries what can pass, keeps what failed, never loses finished"
                + " work.");
        help.commands(CommandName.tops());
        help.line("");
        help.line("prodigy help COMMAND tells more; prodigy --version tells the version.");
        return help.done();
    }

    /// @param columns how wide a line may be
    /// @return what a command does and accepts
    static String of(CommandName name, int columns) {
        var help = new Help(columns);
        var below = name.below();
        if (name.runsAlone()) {
            help.command(name, name.load().signature());
        } else {
            help.line("Usage: prodigy " + name.text() + " COMMAND [ARGUMENTS] [OPTIONS]");
            help.line("");
            help.paragraph(name.summary() + ".");
        }
        if (!below.isEmpty()) {
            help.commands(below);
            help.line("");
            help.line("prodigy help " + name.text() + " COMMAND tells more.");
        }
        return help.done();
    }

    private void command(CommandName name, Signature signature) {
        var arguments = signature.arguments().stream()
                .map(argument -> " " + argument.usage())
                .collect(Collectors.joining());
        line("Usage: prodigy " + name.text() + arguments + " [OPTIONS]");
        line("");
        paragraph(name.summary() + ".");
        if (!signature.description().isEmpty()) {
            line("");
            paragraph(signature.description());
        }
        if (!signature.options().isEmpty()) {
            options("Options:", signature.options());
        }
        options("Options of every command:", signature.globals());
        signature.notes().forEach(note -> {
            line("");
            paragraph(note);
        });
    }

    private void commands(List<CommandName> names) {
        line("");
        line("Commands:");
        names.forEach(name -> entry(String.join(", ", name.lastWords()), name.summary()));
    }

    private void options(String title, List<Option<?>> options) {
        line("");
        line(title);
        options.forEach(option -> entry(names(option), option.meaning()));
    }

    private static String names(Option<?> option) {
        var names = String.join(", ", option.shortFirst());
        var indented = names.startsWith("--") ? "    " + names : names;
        return option.isFlag() ? indented : indented + " " + option.label();
    }

    /// A name in the left column and words beside it, or below where the name is long.
    private void entry(String name, String words) {
        var left = "  " + name;
        if (left.length() > NAMES - 2) {
            line(left);
            left = "";
        }
        text.append(left).append(" ".repeat(NAMES - left.length()));
        wrap(words, NAMES);
    }

    private void paragraph(String words) {
        wrap(words, 0);
    }

    /// Breaks words at the width; the first line begins where the cursor is, which is the indent.
    private void wrap(String words, int indent) {
        int at = indent;
        for (var word : words.split(" ", -1)) {
            boolean first = at == indent;
            if (!first && at + 1 + word.length() > columns) {
                text.append('\n').append(" ".repeat(indent));
                at = indent;
                first = true;
            }
            text.append(first ? "" : " ").append(word);
            at += word.length() + (first ? 0 : 1);
        }
        text.append('\n');
    }

    private void line(String words) {
        text.append(words).append('\n');
    }

    private String done() {
        return text.toString().stripTrailing();
    }
}
