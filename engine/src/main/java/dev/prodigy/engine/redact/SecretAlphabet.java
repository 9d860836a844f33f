package dev.prodigy.engine.redact;

/// Of which characters a secret of a known shape is made.
enum SecretAlphabet {
    BEARER("._~+/=-", false),
    BASE64("+/=_-", false),
    KEY("_-", false),
    JWT("_-.", false),
    PEM("+/=", false),
    VALUE("!#$%()*+,-./:;=?@[]^_{|}~", true),
    QUOTED(" !#$%&()*+,-./:;<=>?@[]^_`{|}~'\t", true),
    SINGLE_QUOTED(" !#$%&()*+,-./:;<=>?@[]^_`{|}~\"\t", true);

    private static final int ASCII = 128;

    @SuppressWarnings("ImmutableEnumChecker") // never written to again
    private final boolean[] parts = new boolean[ASCII];

    private final boolean beyondAscii;

    SecretAlphabet(String marks, boolean beyondAscii) {
        for (var c = 0; c < ASCII; c++) {
            parts[c] = Ascii.isLetterOrDigit((byte) c) || marks.indexOf(c) >= 0;
        }
        this.beyondAscii = beyondAscii;
    }

    boolean has(byte b) {
        return b < 0 ? beyondAscii : parts[b];
    }

    /// @return where the run of such characters ends
    int end(byte[] bytes, int from, int to) {
        var at = from;
        while (at < to && has(bytes[at])) {
            at++;
        }
        return at;
    }
}
