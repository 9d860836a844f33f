package dev.prodigy.runtime.home;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StorageFailureTest {
    @Test
    void aProgramThatDoesNotSayWhyItCannotWriteHasADiskThatTells() {
        var words = "fatal: commit: couldn't write '/full/HEAD.lock'";
        Predicate<Path> full = path -> path.startsWith("/full");
        assertThat(StorageFailure.told(words, Path.of("/w"), full)).contains(StorageFailure.Reason.DISK_FULL);
        assertThat(StorageFailure.told("fatal: no", Path.of("/full/w"), full))
                .contains(StorageFailure.Reason.DISK_FULL);
        assertThat(StorageFailure.told("fatal: '/w/x' exists", Path.of("/w"), full))
                .isEmpty();
        var unexplained = "error: unable to write file src/a.txt\nhint: none";
        assertThat(StorageFailure.told(unexplained, Path.of("/full/w"), full))
                .contains(StorageFailure.Reason.DISK_FULL);
        assertThat(StorageFailure.told(unexplained, Path.of("/w"), full)).contains(StorageFailure.Reason.IO_ERROR);
        assertThat(StorageFailure.told("error: unable to write file a: Permission denied", Path.of("/w"), full))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            No space left on device                                                 | disk_full
            fatal: unable to write loose object file: No space left on device       | disk_full
            error: write: Disk quota exceeded                                       | disk_full
            /r/x (Too many open files)                                              | out_of_resources
            fatal: cannot fork() for hook: Resource temporarily unavailable         | out_of_resources
            error=12, Cannot allocate memory                                        | out_of_resources
            fatal: cannot mkdir 'a': Read-only file system                          | io_error
            error: open("a"): Input/output error                                    | io_error
            fatal: sha1 file '/r/.git/index.lock' write error. Out of diskspace     | disk_full
            write error: File too large                                             | file_limit
            fatal: 'No space left on device.txt' did not match any files            | none
            fatal: Out of memory, malloc failed (tried to allocate 9000000000 bytes) | none
            error: open("a"): Permission denied                                     | none
            """)
    void theMachinesFaultsAreToldByTheirWords(String words, String reason) {
        assertThat(StorageFailure.told("warning: before\n" + words + "\nbehind")
                        .map(StorageFailure.Reason::code)
                        .orElse("none"))
                .isEqualTo(reason);
    }

    @Test
    void aFailedCallHasTheReasonThatItsWordsTell() {
        var failure = StorageFailure.of("read", Path.of("/x"), new FileNotFoundException("/x (Too many open files)"));
        assertThat(failure.reason()).isEqualTo(StorageFailure.Reason.OUT_OF_RESOURCES);
        assertThat(StorageFailure.of("read", Path.of("/x"), new IOException("what?"))
                        .reason())
                .isEqualTo(StorageFailure.Reason.IO_ERROR);
    }
}
