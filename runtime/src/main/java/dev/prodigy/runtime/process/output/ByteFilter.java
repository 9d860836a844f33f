package dev.prodigy.runtime.process.output;

/// Changes a stream of bytes while it passes, such as by masking secrets (spec 02 §11). It has a state: what it
/// must find may be split over two reads. One instance serves one stream, on one thread at a time.
public interface ByteFilter {
    /// @param chunk the next bytes, at least one; not to be changed
    /// @return what can be passed on now; the filter holds back what it cannot judge yet
    byte[] pass(byte[] chunk);

    /// @return what was held back, at the stream's end
    byte[] rest();

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
