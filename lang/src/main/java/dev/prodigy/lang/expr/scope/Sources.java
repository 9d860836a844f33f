package dev.prodigy.lang.expr.scope;

import dev.prodigy.model.error.ErrorRecord;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The world as placeholders see it: `uuid`, `date:`, `file:`, `cmd:` (spec 01 §8.3). Whoever runs a step supplies
/// it.
public interface Sources {
    /// @return a new version 4 UUID in lower case
    String uuid();

    /// @return the time now
    Instant now();

    /// @param path a path, relative to the step's directory unless absolute
    /// @return the file's content
    Reading file(String path);

    /// @param text shell text with its placeholders still in it
    /// @return what it printed; unavailable when it did not exit with 0
    Reading command(String text);

    /// Likewise, of a command that prints a secret: where it fails, nothing is told of what it printed.
    default Reading secret(String text) {
        return command(text);
    }

    /// @return a world in which nothing can be read: the epoch, the nil UUID, no files, no commands
    static Sources none() {
        return new NoSources();
    }

    /// @return the same world with its clock stopped at the first reading: one for each text
    default Sources atOneInstant() {
        return this instanceof OneInstant ? this : new OneInstant(this);
    }

    /// What came of reading something.
    sealed interface Reading {
        /// The whole content.
        record Content(String text) implements Reading {}

        /// There is none.
        ///
        /// @param reason one line for the message
        /// @param error of a command that ended badly by itself, or that a limit ended; else null
        record Unavailable(String reason, @Nullable ErrorRecord error) implements Reading {
            /// There is none, for another reason than a command's end.
            public Unavailable(String reason) {
                this(reason, null);
            }
        }
    }
}
