package dev.prodigy.engine.ledger;

import java.util.HashMap;
import java.util.Map;

/// How often the steps outside of items were executed, by the names of their logs: an execution that printed
/// nothing leaves no file, and yet the next one has the next number (spec 05 §5.5).
public final class LoggedExecutions {
    private final Map<String, Integer> numbers = new HashMap<>();

    /// Nothing was executed yet.
    public LoggedExecutions() {}

    /// @return the same, for another thread
    public LoggedExecutions copy() {
        var copy = new LoggedExecutions();
        copy.numbers.putAll(numbers);
        return copy;
    }

    /// Takes an execution in.
    ///
    /// @param log with which the names of its logs begin, such as `logs/repo/run/pass-1/00-shell.2`
    public void note(String log) {
        int number = log.indexOf('.', log.lastIndexOf('-'));
        if (number < 0) {
            numbers.putIfAbsent(log, 1);
        } else {
            numbers.merge(log.substring(0, number), Integer.parseInt(log.substring(number + 1)), Math::max);
        }
    }

    /// @param log with which the names of the logs of its first execution begin
    /// @return the number of the last execution, 0 before the first
    public int of(String log) {
        return numbers.getOrDefault(log, 0);
    }
}
