package dev.prodigy.engine.decide;

import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.event.Recorded;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.testkit.engine.ManualEngine;
import java.util.List;
import java.util.stream.Stream;

/// What the journal of a run tells, in the short form that tests compare.
final class Journals {
    private Journals() {}

    /// @return how many events of this type it has
    static long times(ManualEngine run, String type) {
        return run.journal().stream()
                .filter(each -> each.event().type().equals(type))
                .count();
    }

    /// @return the attempts of items that began, as `attempt@second`
    static List<String> attempts(ManualEngine run) {
        return started(run).map(Journals::attempt).toList();
    }

    /// @return the attempts of items that began, as `number of the item#attempt@second`
    static List<String> starts(ManualEngine run) {
        return started(run)
                .map(each -> each.context().itemId().substring("item-".length()) + "#" + attempt(each))
                .toList();
    }

    /// @return the codes of the warnings
    static List<String> warnings(ManualEngine run) {
        return run.journal().stream()
                .<String>mapMulti((each, codes) -> {
                    if (each.event() instanceof RunEvent.WarningRaised(var code, var _)) {
                        codes.accept(code);
                    }
                })
                .toList();
    }

    private static Stream<Recorded> started(ManualEngine run) {
        return run.journal().stream().filter(each -> each.event() instanceof ItemEvent.Started);
    }

    private static String attempt(Recorded start) {
        return start.context().attempt() + "@" + start.elapsed().toSeconds();
    }
}
