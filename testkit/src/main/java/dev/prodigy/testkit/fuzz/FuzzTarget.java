package dev.prodigy.testkit.fuzz;

import java.util.List;
import java.util.Random;

/// A part of the program that takes texts from outside and must survive all of them.
public interface FuzzTarget {
    /// @return its name on the command line
    String name();

    /// @return pieces that its language is made of; inputs are made of them, and repetitions of them are timed
    List<String> pieces();

    /// Makes an input.
    ///
    /// @param random the only source of chance: the same state gives the same input
    default String input(Random random) {
        var text = new StringBuilder();
        for (int left = random.nextInt(30); left >= 0; left--) {
            text.append(pieces().get(random.nextInt(pieces().size())));
        }
        return text.toString();
    }

    /// Takes an input. Whatever is wrong with it is an answer.
    ///
    /// @throws IllegalStateException when the answer breaks a law of the target
    void take(String input);
}
