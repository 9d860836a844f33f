/// Commands, terminal and reports. The one place where the parts are put together.
@org.jspecify.annotations.NullMarked
module dev.prodigy.cli {
    requires static org.jspecify;
    requires transitive dev.prodigy.runtime;
    requires jdk.unsupported;

    exports dev.prodigy.cli;
    exports dev.prodigy.cli.output;
}
