package dev.prodigy.lang.shell.grammar;

import dev.prodigy.lang.shell.command.Heredoc;
import dev.prodigy.lang.shell.command.Hole;
import dev.prodigy.lang.shell.command.Place;
import dev.prodigy.lang.shell.command.Setting;
import dev.prodigy.lang.shell.input.Unit;

/// The body of a here-document whose delimiter is quoted: nothing is special but the line that ends it.
final class LiteralHeredocBody implements Body {
    private static final Setting SETTING = Setting.NONE.at(Place.LITERAL_HEREDOC);
    private final HeredocScope scope;
    private final Heredoc heredoc;
    private final DelimiterLine line;

    LiteralHeredocBody(ShellScanner scanner, Heredoc heredoc, HeredocScope scope) {
        this.heredoc = heredoc;
        this.scope = scope;
        this.line = new DelimiterLine(heredoc);
        scanner.draft.beginLiteral(heredoc, scanner.input.level());
    }

    @Override
    public void read(ShellScanner scanner, Unit unit) {
        scanner.pass(unit);
    }

    @Override
    public Setting setting() {
        return SETTING;
    }

    @Override
    public void end(ShellScanner scanner) {
        heredoc.end(scanner.input.offset());
        scanner.draft.endLiteral(
                line.isComplete() || (line.isMatched() && !heredoc.delimiter().isEmpty()));
    }

    @Override
    public void take(Hole hole) {
        heredoc.add(hole);
    }

    @Override
    public DelimiterLine line() {
        return line;
    }

    @Override
    public HeredocScope scope() {
        return scope;
    }

    @Override
    public boolean joinsLines() {
        return false;
    }
}
