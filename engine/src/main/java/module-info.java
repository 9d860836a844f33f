/// Pure decisions: what happens next in a run. Time, randomness and the world come in as arguments.
@org.jspecify.annotations.NullMarked
open module dev.prodigy.engine {
    requires transitive dev.prodigy.lang;
    requires re2j;

    exports dev.prodigy.engine.breaker;
    exports dev.prodigy.engine.classify;
    exports dev.prodigy.engine.decide;
    exports dev.prodigy.engine.admission;
    exports dev.prodigy.engine.quota;
    exports dev.prodigy.engine.environment;
    exports dev.prodigy.engine.figures;
    exports dev.prodigy.engine.item;
    exports dev.prodigy.engine.ledger;
    exports dev.prodigy.engine.run;
    exports dev.prodigy.engine.step;
    exports dev.prodigy.engine.step.evidence;
    exports dev.prodigy.engine.step.frame;
    exports dev.prodigy.engine.step.kind;
    exports dev.prodigy.engine.step.result;
    exports dev.prodigy.engine.step.text;
    exports dev.prodigy.engine.world;
    exports dev.prodigy.engine.limit;
    exports dev.prodigy.engine.redact;
    exports dev.prodigy.engine.retry;
    exports dev.prodigy.engine.signature;
}
