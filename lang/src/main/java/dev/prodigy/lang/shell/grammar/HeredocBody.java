package dev.prodigy.lang.shell.grammar;

import dev.prodigy.lang.shell.command.Heredoc;
import dev.prodigy.lang.shell.command.Hole;
import dev.prodigy.lang.shell.command.Place;
import dev.prodigy.lang.shell.command.Setting;
import dev.prodigy.lang.shell.input.Input;
import dev.prodigy.lang.shell.input.Unit;

/// The body of a here-document whose delimiter is not quoted: expansions, but no quotes.
final class HeredocBody implements Body {
    private static final Setting SETTING = Setting.NONE.at(Place.HEREDOC);
    private final HeredocScope scope;
    private final Heredoc heredoc;
    private final DelimiterLine line;

    HeredocBody(Heredoc heredoc, HeredocScope scope) {
        this.heredoc = heredoc;
        this.scope = scope;
        this.line = new DelimiterLine(heredoc);
    }

    @Override
    public void read(ShellScanner scanner, Unit unit) {
        switch (unit.ch()) {
            case '\\' -> {
                if (scanner.input.after(unit).is('\n') && line.isBegun()) {
                    // shells differ in whether the joined line may end the document; without the backslash it does
                    scanner.replace(unit, "");
                    scanner.replace(scanner.input.read(), "");
                    return;
                }
                switch (scanner.input.after(unit).ch()) {
                    case '$', '`', '\\', '\n', Input.HOLE -> scanner.escape(unit, "\\\\");
                    default -> scanner.pass(unit);
                }
            }
            case '`' -> scanner.openers.backquote(unit);
            case '$' -> scanner.openers.dollar(unit, false);
            default -> scanner.pass(unit);
        }
    }

    @Override
    public void end(ShellScanner scanner) {
        heredoc.end(scanner.input.offset());
    }

    @Override
    public Setting setting() {
        return SETTING;
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
}
