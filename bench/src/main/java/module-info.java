/// Measurements: microbenchmarks, and side-by-side runs against other tools.
@org.jspecify.annotations.NullMarked
module dev.prodigy.bench {
    requires static org.jspecify;
    requires dev.prodigy.cli;
}
