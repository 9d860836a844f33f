package dev.prodigy.lang.items;

import dev.prodigy.model.value.Value;

/// How large things may be (spec 03 §16).
///
/// @param itemBytes of one item's compact JSON in UTF-8
/// @param documentBytes of a document that is loaded as a whole
record ItemLimits(int itemBytes, long documentBytes) {
    static final ItemLimits OF_A_RUN = new ItemLimits(1 << 20, 64L << 20);

    /// Lets an item pass.
    ///
    /// @param line where it begins, or 0
    /// @param column where it begins, or 0
    /// @throws InputInvalid when it is too large
    Value requireSmall(Value item, int line, int column) {
        if (JsonSize.exceeds(item, itemBytes)) {
            throw tooLarge(line, column);
        }
        return item;
    }

    InputInvalid tooLarge(int line, int column) {
        return new InputInvalid("an item is larger than " + shown(itemBytes), line, column);
    }

    static String shown(long bytes) {
        return bytes >= 1 << 20 ? (bytes >> 20) + " MiB" : bytes + " bytes";
    }
}
