package dev.prodigy.testkit.agent;

/// One start of the fake agent.
///
/// @param itemId the item it worked for; `none` outside of items
/// @param itemAttempt the item's attempt, from 1
/// @param attempt the step's execution, from 1
public record AgentCall(String itemId, int itemAttempt, int attempt) {

    static AgentCall parse(String line) {
        var words = line.split(" ", -1);
        return new AgentCall(words[0], Integer.parseInt(words[1]), Integer.parseInt(words[2]));
    }
}
