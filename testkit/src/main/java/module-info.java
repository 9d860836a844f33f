/// What tests of prodigy, and of workflows, are built from: a settable clock, a manual engine, a fake agent,
/// temporary
/// repositories.
@org.jspecify.annotations.NullMarked
module dev.prodigy.testkit {
    requires transitive dev.prodigy.runtime;
}
