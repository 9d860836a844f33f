package dev.prodigy.runtime.git;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// A git command that stays open and answers requests, so that an answer costs no process. Not safe for concurrent
/// use; its owner serialises.
public final class GitDialogue implements AutoCloseable {
    private static final long FAREWELL_MILLIS = 500;

    private static final int KEPT_COMPLAINTS = 8 * 1024;

    private final Process process;
    private final Path directory;
    private final OutputStream requests;
    private final AnswerWatch watch;
    private final BufferedInputStream replies;
    private final CompletableFuture<String> complaints;

    /// @param watch over the process
    GitDialogue(Process process, Path directory, AnswerWatch watch) {
        this.watch = watch;
        this.process = process;
        this.directory = directory;
        this.requests = process.getOutputStream();
        this.replies = new BufferedInputStream(watch.watched(process.getInputStream()));
        // Reads as long as the dialogue is open: a virtual thread would keep its carrier from all others.
        this.complaints = CompletableFuture.supplyAsync(
                () -> lastOf(process.getErrorStream()),
                work -> Thread.ofPlatform().daemon().name("git-complaints").start(work));
    }

    /// Sends text as UTF-8.
    ///
    /// @throws IOException when the command has ended
    public void send(String text) throws IOException {
        requests.write(text.getBytes(StandardCharsets.UTF_8));
        requests.flush();
    }

    /// @return the next line, without its end
    /// @throws EOFException when the command has ended
    public String readLine() throws IOException {
        return new String(readUntil('\n'), StandardCharsets.UTF_8);
    }

    /// @return the next byte, which stays to be read
    /// @throws EOFException when the command has ended
    public int peek() throws IOException {
        replies.mark(1);
        int next = replies.read();
        if (next < 0) {
            throw new EOFException("git ended");
        }
        replies.reset();
        return next;
    }

    /// @return the bytes before the next occurrence of a byte, which is taken too
    /// @throws EOFException when the command has ended
    public byte[] readUntil(int end) throws IOException {
        var bytes = new ByteArrayOutputStream();
        for (int next = replies.read(); next != end; next = replies.read()) {
            if (next < 0) {
                throw new EOFException("git ended");
            }
            bytes.write(next);
        }
        return bytes.toByteArray();
    }

    /// @return exactly so many bytes
    /// @throws EOFException when the command ended before
    public byte[] readBytes(int count) throws IOException {
        byte[] bytes = replies.readNBytes(count);
        if (bytes.length < count) {
            throw new EOFException("git ended");
        }
        return bytes;
    }

    /// @return what the command, which has ended, wrote to its standard error last; empty while a program that it began
    ///     holds that open
    public String lastWords() {
        return complaints
                .copy()
                .completeOnTimeout("", FAREWELL_MILLIS, TimeUnit.MILLISECONDS)
                .join();
    }

    /// Ends the command, which gave no answer.
    ///
    /// @param name of the command, such as `git diff-tree`
    /// @param how it showed
    /// @return why it gave none
    public RuntimeException failure(String name, IOException how) {
        close();
        var words = lastWords();
        if (!words.isBlank()) {
            var what = "`" + name + "` ended (" + how.getMessage() + ")";
            return GitFailure.told(GitCode.GIT_ERROR, what, words, directory);
        }
        var failure = GitFailure.of(GitCode.GIT_ERROR, "`" + name + "` ended", how);
        return failure instanceof GitFailure ? new DialogueEnded(name, watch.ended(), directory) : failure;
    }

    /// Ends the command by closing its input; one that does not obey is killed.
    @Override
    public void close() {
        watch.close();
        try (var _ = replies) {
            requests.close();
            if (!process.waitFor(FAREWELL_MILLIS, TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    /// Standard error is always drained: a full pipe would stop the command.
    private static String lastOf(InputStream errors) {
        byte[] kept = new byte[0];
        byte[] chunk = new byte[KEPT_COMPLAINTS];
        try (errors) {
            for (int read = errors.read(chunk); read >= 0; read = errors.read(chunk)) {
                byte[] all = Arrays.copyOf(kept, kept.length + read);
                System.arraycopy(chunk, 0, all, kept.length, read);
                kept = Arrays.copyOfRange(all, Math.max(0, all.length - KEPT_COMPLAINTS), all.length);
            }
        } catch (IOException e) {
            // The stream was closed with the command: what came before is all there is.
        }
        return new String(kept, StandardCharsets.UTF_8);
    }
}
