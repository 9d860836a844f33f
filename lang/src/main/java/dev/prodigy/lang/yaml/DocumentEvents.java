package dev.prodigy.lang.yaml;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.exceptions.ComposerException;
import org.snakeyaml.engine.v2.parser.Parser;

/// The documents of a text as the library's events. Each is read to its end before anything is built of it, so that a
/// text that is no YAML is reported as that alone.
final class DocumentEvents {
    private final Parser parser;

    DocumentEvents(Parser parser) {
        this.parser = parser;
    }

    /// @return whether there is a document that has not been read
    boolean hasNext() {
        if (parser.checkEvent(Event.ID.StreamStart)) {
            parser.next();
        }
        return !parser.checkEvent(Event.ID.StreamEnd);
    }

    /// @return the nodes of the next document, in its order
    /// @throws ComposerException when an alias has no anchor before it
    List<Event> next() {
        parser.next();
        var events = new ArrayList<Event>();
        var anchors = new HashSet<Anchor>();
        while (!parser.checkEvent(Event.ID.DocumentEnd)) {
            var event = parser.next();
            if (event instanceof AliasEvent alias && !anchors.contains(alias.getAlias())) {
                throw new ComposerException("found undefined alias " + alias.getAlias(), alias.getStartMark());
            }
            if (event instanceof NodeEvent node && node.getAnchor().isPresent()) {
                anchors.add(node.getAnchor().get());
            }
            events.add(event);
        }
        parser.next();
        return events;
    }
}
