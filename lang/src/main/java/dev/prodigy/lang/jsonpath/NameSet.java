package dev.prodigy.lang.jsonpath;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/// A set of names that remembers a digest of 16 bytes instead of the text: at most 48 bytes a name, however long.
///
/// The digest is a cryptographic one, because names come from documents: with a simpler hash, a document
/// could be made up so that all its names land in one place and looking them up takes quadratic time.
final class NameSet {
    private static final int INITIAL_PLACES = 16;

    private final MessageDigest sha256;

    /// Pairs of longs; a place whose second is zero is free.
    private long[] places = new long[2 * INITIAL_PLACES];

    private int size;

    NameSet() {
        try {
            sha256 = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /// @return whether it was not yet in the set
    boolean add(String name) {
        if (3L * size >= places.length) {
            grow();
        }
        var digest = ByteBuffer.wrap(sha256.digest(name.getBytes(StandardCharsets.UTF_8)));
        if (!insert(digest.getLong(), digest.getLong() | 1)) {
            return false;
        }
        size++;
        return true;
    }

    private boolean insert(long first, long second) {
        int mask = places.length / 2 - 1;
        int place = (int) first & mask;
        while (places[2 * place + 1] != 0) {
            if (places[2 * place] == first && places[2 * place + 1] == second) {
                return false;
            }
            place = (place + 1) & mask;
        }
        places[2 * place] = first;
        places[2 * place + 1] = second;
        return true;
    }

    private void grow() {
        var old = places;
        places = new long[2 * old.length];
        for (int i = 0; i < old.length; i += 2) {
            if (old[i + 1] != 0) {
                insert(old[i], old[i + 1]);
            }
        }
    }
}
