package dev.prodigy.runtime.item;

/// A number for each of many digests, in flat arrays: at most 58 bytes for each while it grows, 33
/// otherwise, where a map of objects takes three times that. Ten million fit.
final class DigestTable {
    private static final int FIRST = 64;
    private static final double FULLEST = 0.8;
    private static final double GROWTH = 1.3;

    private long[] highs = new long[FIRST];
    private long[] lows = new long[FIRST];
    /// 0 where the place is free, else the number plus one.
    private int[] numbers = new int[FIRST];
    private int size;

    /// Notes a number for a digest that has none.
    ///
    /// @param number not negative
    /// @return the number that it had before, or -1
    int putIfAbsent(Digest digest, int number) {
        int at = find(digest.high(), digest.low());
        if (numbers[at] == 0) {
            put(at, digest, number);
            return -1;
        }
        return numbers[at] - 1;
    }

    /// Counts a digest.
    ///
    /// @return how often it has been counted
    int count(Digest digest) {
        int at = find(digest.high(), digest.low());
        if (numbers[at] == 0) {
            put(at, digest, 1);
            return 1;
        }
        return numbers[at]++;
    }

    private void put(int at, Digest digest, int number) {
        highs[at] = digest.high();
        lows[at] = digest.low();
        numbers[at] = number + 1;
        size++;
        if (size > FULLEST * numbers.length) {
            grow();
        }
    }

    private int find(long high, long low) {
        int at = (int) Math.unsignedMultiplyHigh(high, numbers.length);
        while (numbers[at] != 0 && (highs[at] != high || lows[at] != low)) {
            at = at + 1 == numbers.length ? 0 : at + 1;
        }
        return at;
    }

    private void grow() {
        var oldHighs = highs;
        var oldLows = lows;
        var oldNumbers = numbers;
        int length = (int) Math.min(Integer.MAX_VALUE - 8, (long) (numbers.length * GROWTH) + 1);
        highs = new long[length];
        lows = new long[length];
        numbers = new int[length];
        for (int i = 0; i < oldNumbers.length; i++) {
            if (oldNumbers[i] != 0) {
                int at = find(oldHighs[i], oldLows[i]);
                highs[at] = oldHighs[i];
                lows[at] = oldLows[i];
                numbers[at] = oldNumbers[i];
            }
        }
    }
}
