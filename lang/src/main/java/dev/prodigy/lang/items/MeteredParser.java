package dev.prodigy.lang.items;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.util.JsonParserDelegate;

/// A token stream that gives up on an item while reading it, when it grows too large to be one.
final class MeteredParser extends JsonParserDelegate {
    /// What is counted here is only near the size of the item's JSON; that is judged when it is read.
    private static final int TOLERANCE = 2;

    private final int linesBefore;
    private final ItemLimits limits;
    private boolean measuring;
    private long size;
    private int line;
    private int column;

    /// @param linesBefore the text that the parser reads
    MeteredParser(JsonParser parser, int linesBefore, ItemLimits limits) {
        super(parser);
        this.linesBefore = linesBefore;
        this.limits = limits;
    }

    /// Reads the value whose first token is the current one.
    ///
    /// @throws InputInvalid when it is too large for an item
    /// @throws dev.prodigy.lang.json.JsonSyntax when it is no JSON
    Value readItem() {
        var at = currentTokenLocation();
        line = linesBefore + at.getLineNr();
        column = at.getColumnNr();
        size = 0;
        measuring = true;
        var item = Json.read(this);
        measuring = false;
        return limits.requireSmall(item, line, column);
    }

    @Override
    public @Nullable JsonToken nextToken() {
        count(1);
        return super.nextToken();
    }

    @Override
    public @Nullable String nextName() {
        String name = super.nextName();
        count(name == null ? 1 : name.length() + 3);
        return name;
    }

    @Override
    public String getString() {
        try {
            String text = super.getString();
            count(text.length());
            return text;
        } catch (StreamConstraintsException e) {
            throw limits.tooLarge(line, column);
        }
    }

    private void count(int characters) {
        size += characters;
        if (measuring && size > (long) TOLERANCE * limits.itemBytes()) {
            throw limits.tooLarge(line, column);
        }
    }
}
