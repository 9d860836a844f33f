package dev.prodigy.runtime.home;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;

/// Takes a lock, says so and keeps it until killed.
public final class HoldLock {
    private HoldLock() {}

    public static void main(String[] arguments) throws IOException {
        switch (OwnerLock.tryTake(Path.of(arguments[0]), Owner.thisProcess(Instant.EPOCH))) {
            case OwnerLock.Attempt.Taken _ -> {
                System.out.println("taken");
                int end = System.in.read();
                System.exit(end);
            }
            case OwnerLock.Attempt.Busy(var owner) -> System.out.println("busy " + owner);
        }
    }
}
