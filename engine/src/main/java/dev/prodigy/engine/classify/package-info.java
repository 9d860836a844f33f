/// What a failure was, by the evidence that an attempt left: exit statuses, words of its output, what an agent says
/// (spec 02 §2.3 to §2.5, §3.6, §8.1). Start with {@link Classifier}, for agents with {@link AgentResults}.
package dev.prodigy.engine.classify;
