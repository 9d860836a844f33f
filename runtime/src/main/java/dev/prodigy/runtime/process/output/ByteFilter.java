package dev.prodigy.runtime.process.output;

/// Changes a stream of bytes while it passes, such as by masking secrets (spec 02 §11). It has a state: what it
/// must find may be split over two reads. One instance serves one stream, on one thread at a time.
public interface ByteFilter {
    /// @param chunk the next bytes, at least one; not to be changed
    /// @return what can be passed on now; the filter holds back what it cannot judge yet
    byte[] pass(byte[] chunk);

    /// @return what was held back, at the stream's end
    byte[] rest();

    /// @return how many bytes before a place {@link #cut} has to see; 0 where every place will do
    default int looksBack() {
        return 0;
    }

    /// @param bytes of a stream, unfiltered; those before `at` are as many as {@link #looksBack} says, or all there
    /// were
    /// @return the first place from `at` on where they can be cut: not inside of what the filter would change
    default int cut(byte[] bytes, int at) {
        return at;
    }

    /// @return a filter that changes nothing
    static ByteFilter none() {
        return new ByteFilter() {
            @Override
            public byte[] pass(byte[] chunk) {
                return chunk;
            }

            @Override
            public byte[] rest() {
                return new byte[0];
            }
        };
    }
}
