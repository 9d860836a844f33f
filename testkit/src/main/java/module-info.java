/// What tests of prodigy, and of workflows, are built from: a fake agent, temporary repositories.
@org.jspecify.annotations.NullMarked
module dev.prodigy.testkit {
    requires transitive dev.prodigy.runtime;

    exports dev.prodigy.testkit.agent;
    exports dev.prodigy.testkit.git;
}
