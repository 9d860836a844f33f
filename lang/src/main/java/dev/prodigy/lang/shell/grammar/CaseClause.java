package dev.prodigy.lang.shell.grammar;

import dev.prodigy.lang.shell.command.Hole;
import dev.prodigy.lang.shell.command.Token;
import dev.prodigy.lang.shell.command.Word;
import dev.prodigy.lang.shell.input.Unit;

/// `case … in` up to `esac`: here a parenthesis may close without having been opened.
final class CaseClause extends WordReader {
    private enum Part {
        SUBJECT,
        IN,
        /// Before the first pattern of an item, where `esac` ends it all.
        ITEM,
        PATTERN
    }

    private Part part = Part.SUBJECT;

    CaseClause(HeredocScope scope) {
        super(scope);
    }

    @Override
    void take(ShellScanner scanner, Word done) {
        done.holes().forEach(Hole::join);
        part = switch (part) {
            case SUBJECT -> Part.IN;
            case IN -> Part.ITEM;
            case ITEM, PATTERN -> {
                if (part == Part.ITEM && done.plain().equals("esac")) {
                    scanner.observer.token(new Token.Close(done.start()));
                    scanner.pop();
                }
                yield Part.PATTERN;
            }
        };
    }

    @Override
    boolean operator(ShellScanner scanner, Unit unit) {
        boolean inItem = part == Part.ITEM || part == Part.PATTERN;
        if (group(scanner, unit)) {
            return true;
        }
        if (!inItem || "()|".indexOf(unit.ch()) < 0) {
            return false;
        }
        if (endWord(scanner)) {
            scanner.pass(unit);
            part = Part.PATTERN;
            if (unit.is(')')) {
                part = Part.ITEM;
                scanner.push(Commands.item(scope, this));
            }
        }
        return true;
    }
}
