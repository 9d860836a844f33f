package dev.prodigy.model.item;

import org.jspecify.annotations.Nullable;

/// The name of a work item that people see: `item-001`, by its position in the final list (spec 03 §5).
public final class ItemId {
    private static final String PREFIX = "item-";

    private ItemId() {}

    /// @param index from 0
    /// @return `item-001` for 0, at least three digits
    public static String of(int index) {
        var digits = Integer.toString(index + 1);
        return digits.length() >= 3 ? PREFIX + digits : PREFIX + "0".repeat(3 - digits.length()) + digits;
    }

    /// @param id as {@link #of} makes it; `item-7` and `7` mean `item-007` too
    /// @return the index from 0, or -1 when this names no item
    public static int index(@Nullable String id) {
        if (id == null) {
            return -1;
        }
        var digits = id.startsWith(PREFIX) ? id.substring(PREFIX.length()) : id;
        if (digits.isEmpty() || digits.length() > 9 || !isNumber(digits)) {
            return -1;
        }
        return Integer.parseInt(digits) - 1;
    }

    private static boolean isNumber(String digits) {
        for (int i = 0; i < digits.length(); i++) {
            if (digits.charAt(i) < '0' || digits.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }
}
