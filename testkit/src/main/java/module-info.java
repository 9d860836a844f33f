/// What tests of prodigy, and of workflows, are built from: virtual time, scripted programs, a tree in
/// memory, an engine that is driven by hand; a fake agent, temporary repositories, random texts.
@org.jspecify.annotations.NullMarked
module dev.prodigy.testkit {
    requires static org.jspecify;
    requires java.management;
    requires transitive dev.prodigy.engine;

    exports dev.prodigy.testkit.agent;
    exports dev.prodigy.testkit.engine;
    exports dev.prodigy.testkit.fuzz;
    exports dev.prodigy.testkit.git;
    exports dev.prodigy.testkit.policy;
    exports dev.prodigy.testkit.program;
    exports dev.prodigy.testkit.time;
    exports dev.prodigy.testkit.tree;
    exports dev.prodigy.testkit.world;
}
