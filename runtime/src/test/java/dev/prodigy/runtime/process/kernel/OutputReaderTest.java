package dev.prodigy.runtime.process.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Spec 01 §3, `both`: what a process says on its two outputs stays in its order as far as pipes can tell it.
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OutputReaderTest {
    private final List<String> said = new CopyOnWriteArrayList<>();
    private Readiness readiness;
    private OutputPipe out;
    private OutputPipe err;
    private OutputReader reader;

    @BeforeEach
    void open() throws Exception {
        readiness = new Readiness();
        out = OutputPipe.open(readiness);
        err = OutputPipe.open(readiness);
        reader = new OutputReader(out.takeReader(), err.takeReader());
    }

    @AfterEach
    void close() {
        readiness.close();
    }

    @Test
    void whereBothHoldSomethingStdoutComesFirst() {
        write(err, "err");
        write(out, "out");
        out.close();
        err.close();
        reader.start(noted("1:"), noted("2:")).join();
        assertThat(said).containsExactly("1:out", "2:err");
    }

    @Test
    void whatIsWrittenWhileStdoutIsBeingTakenKeepsItsOrder() {
        var reading = reader.start(
                chunk -> {
                    noted("1:").accept(chunk);
                    if (said.size() == 1) {
                        write(out, "second");
                        write(err, "err");
                    }
                },
                chunk -> {
                    noted("2:").accept(chunk);
                    write(out, "last");
                    out.close();
                    err.close();
                });
        write(out, "first");
        reading.join();
        assertThat(said).containsExactly("1:first", "1:second", "2:err", "1:last");
    }

    @Test
    void oneThatHasEndedDoesNotEndTheOther() {
        out.close();
        var reading = reader.start(noted("1:"), noted("2:"));
        write(err, "err");
        err.close();
        reading.join();
        assertThat(said).containsExactly("2:err");
    }

    @RepeatedTest(100)
    void aProcessThatSaysOneThingAndThenAnotherIsHeardSo() throws Exception {
        out.close();
        err.close();
        reader.stop();
        reader.start(_ -> {}, _ -> {}).join();
        var text = "echo a; echo b >&2; sleep 0.001; echo c; echo d >&2";
        var child = Child.start(
                new Start("/bin/sh", List.of("/bin/sh", "-c", text), Path.of("/"), List.of("PATH=/bin:/usr/bin"), null),
                readiness);
        child.output().start(noted(""), noted("")).join();
        child.ended().join();
        child.reap();
        assertThat(String.join("", said).lines().filter(line -> line.equals("a") || line.equals("b")))
                .containsExactly("a", "b");
        assertThat(String.join("", said).lines().filter(line -> line.equals("c") || line.equals("d")))
                .containsExactly("c", "d");
    }

    private Consumer<byte[]> noted(String mark) {
        return chunk -> said.add(mark + new String(chunk, StandardCharsets.UTF_8));
    }

    private static void write(OutputPipe pipe, String text) {
        try (var arena = Arena.ofConfined()) {
            var bytes = arena.allocateFrom(text, StandardCharsets.UTF_8);
            Libc.call(Libc.function("write"), pipe.writeEnd(), bytes.address(), bytes.byteSize() - 1);
        }
    }
}
