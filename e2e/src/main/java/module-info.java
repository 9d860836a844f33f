/// The program as its users meet it: the launcher as a child process.
@org.jspecify.annotations.NullMarked
module dev.prodigy.e2e {
    requires static org.jspecify;
    requires dev.prodigy.testkit;
}
