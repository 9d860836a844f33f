package dev.prodigy.cli.place;

import dev.prodigy.cli.output.Console;
import dev.prodigy.runtime.home.Home;
import java.nio.file.Path;
import java.util.Objects;

/// Where the program's home is for a call (spec 00, "Names").
public final class Homes {
    private Homes() {}

    /// @return `$PRODIGY_HOME`, else `~/.prodigy`
    public static Home of(Console console) {
        var user = Objects.requireNonNullElse(console.variable("HOME"), System.getProperty("user.home", "/"));
        return Home.locate(console.variable("PRODIGY_HOME"), Path.of(user), console.directory());
    }
}
