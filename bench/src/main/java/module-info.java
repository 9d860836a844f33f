/// Measurements: of single parts, and of the whole program beside other tools.
@org.jspecify.annotations.NullMarked
module dev.prodigy.bench {
    requires java.management;
    requires static org.jspecify;
    requires dev.prodigy.runtime;
    requires dev.prodigy.testkit;
}
