package dev.prodigy.e2e.architecture.broken;

import java.security.SecureRandom;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// Draws at random.
public final class Chance {
    private Chance() {}

    record OfRandom(Random random) {}

    record OfSplittable(SplittableRandom random) {}

    record OfThread(ThreadLocalRandom random) {}

    record OfSecure(SecureRandom random) {}

    record OfGenerator(RandomGenerator random) {}

    static final class OfMath {
        double draw() {
            return Math.random();
        }
    }

    static final class OfUuid {
        UUID draw() {
            return UUID.randomUUID();
        }
    }

    static final class OfReference {
        Supplier<UUID> draw() {
            return UUID::randomUUID;
        }
    }
}
