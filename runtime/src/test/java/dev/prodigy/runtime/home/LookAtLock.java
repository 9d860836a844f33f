package dev.prodigy.runtime.home;

import java.nio.file.Path;

/// Asks who holds a lock, again and again, until killed.
final class LookAtLock {
    private LookAtLock() {}

    public static void main(String[] arguments) {
        var file = Path.of(arguments[0]);
        OwnerLock.holder(file);
        System.out.println("looking");
        while (true) {
            OwnerLock.holder(file);
        }
    }
}
