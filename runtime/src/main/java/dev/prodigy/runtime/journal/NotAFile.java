package dev.prodigy.runtime.journal;

import java.io.IOException;

/// Something else lies where a file of a journal belongs, such as a folder: what that file held is lost.
final class NotAFile extends IOException {
    private static final long serialVersionUID = 1;

    static final String DETAIL = "not a file";

    NotAFile() {
        super(DETAIL);
    }
}
