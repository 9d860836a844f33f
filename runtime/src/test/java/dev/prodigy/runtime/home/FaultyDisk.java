package dev.prodigy.runtime.home;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/// A real folder behind faults that a test switches on: short writes, a full disk, failing or blocked forces.
public final class FaultyDisk implements Disk {
    private final LocalDisk disk = new LocalDisk();
    private final List<String> calls = new CopyOnWriteArrayList<>();

    /// Bytes one write takes at most.
    public volatile int largestWrite = Integer.MAX_VALUE;
    /// Bytes that are left on the disk.
    public final AtomicLong space = new AtomicLong(Long.MAX_VALUE);
    /// Forces that fail from now on.
    public final AtomicInteger failingForces = new AtomicInteger();
    /// Renames that still succeed.
    public final AtomicInteger renames = new AtomicInteger(Integer.MAX_VALUE);
    /// Whether forcing a folder fails.
    public volatile boolean failingFolders;
    /// Runs before each force of a file.
    public volatile Gate beforeForce = _ -> {};
    /// Runs before each write.
    public volatile Gate beforeWrite = _ -> {};

    /// A disk without faults yet.
    public FaultyDisk() {}

    /// What a test does at a call.
    public interface Gate {
        void pass(Path file) throws IOException;
    }

    /// @return the calls so far, such as `force events-….jsonl`
    public List<String> calls() {
        return List.copyOf(calls);
    }

    public void forgetCalls() {
        calls.clear();
    }

    @Override
    public DiskFile create(Path file) throws IOException {
        note("create", file);
        return new FaultyFile(file, disk.create(file));
    }

    @Override
    public DiskFile open(Path file) throws IOException {
        note("open", file);
        return new FaultyFile(file, disk.open(file));
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        note("rename", to);
        if (renames.getAndUpdate(left -> left == Integer.MAX_VALUE ? left : Math.max(0, left - 1)) == 0) {
            throw new IOException("Input/output error");
        }
        disk.rename(from, to);
    }

    @Override
    public void link(Path existing, Path name) throws IOException {
        note("link", name);
        disk.link(existing, name);
    }

    @Override
    public void delete(Path file) throws IOException {
        note("delete", file);
        long size = file.toFile().length();
        disk.delete(file);
        space.updateAndGet(left -> left == Long.MAX_VALUE ? left : left + size);
    }

    @Override
    public void createFolder(Path folder) throws IOException {
        note("folder", folder);
        disk.createFolder(folder);
    }

    @Override
    public void forceFolder(Path folder) throws IOException {
        note("forceFolder", folder);
        if (failingFolders) {
            throw new IOException("Input/output error");
        }
    }

    @Override
    public long usableSpace(Path path) throws IOException {
        return Math.min(space.get(), disk.usableSpace(path));
    }

    private void note(String call, Path file) {
        calls.add(call + " " + file.getFileName());
    }

    private final class FaultyFile implements DiskFile {
        private final Path path;
        private final DiskFile file;

        FaultyFile(Path path, DiskFile file) {
            this.path = path;
            this.file = file;
        }

        @Override
        public int write(byte[] bytes, int offset, int length) throws IOException {
            note("write", path);
            beforeWrite.pass(path);
            if (space.get() == 0) {
                throw new FileSystemException(path.toString(), null, "No space left on device");
            }
            int part = (int) Math.min(Math.min(length, largestWrite), space.get());
            int written = file.write(bytes, offset, part);
            space.updateAndGet(left -> left == Long.MAX_VALUE ? left : left - written);
            return written;
        }

        @Override
        public void force() throws IOException {
            note("force", path);
            beforeForce.pass(path);
            if (failingForces.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                throw new IOException("Input/output error");
            }
            // Forcing for real would only slow the tests down.
        }

        @Override
        public long size() throws IOException {
            return file.size();
        }

        @Override
        public void truncate(long size) throws IOException {
            note("truncate", path);
            file.truncate(size);
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
