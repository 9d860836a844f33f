package dev.prodigy.runtime.process.output;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// All that one stream prints, whatever its size, in a file without a name: nobody else can open it, and
/// nothing is left of it, however the program ends. So it may hold what is masked everywhere else.
public final class Spool implements AutoCloseable {
    private final FileChannel file;
    private @Nullable IOException fault;

    /// @param folder where there is room
    /// @throws IOException when there is none
    public Spool(Path folder) throws IOException {
        file = PrivateFile.createNameless(folder.resolve("spool-" + UUID.randomUUID()));
    }

    /// Takes the next bytes. What a full disk refuses is lost; {@link #read} tells.
    void write(byte[] bytes) {
        try {
            for (var rest = ByteBuffer.wrap(bytes); fault == null && rest.hasRemaining(); ) {
                file.write(rest);
            }
        } catch (IOException e) {
            fault = e;
        }
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException _) {
            return; // it is gone in any case
        }
    }

    /// @return everything, from the beginning; closing it closes the spool
    /// @throws IOException when not everything is there
    public InputStream read() throws IOException {
        if (fault != null) {
            throw fault;
        }
        file.position(0);
        return Channels.newInputStream(file);
    }
}
