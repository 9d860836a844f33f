package dev.prodigy.runtime.home;

import java.nio.file.Path;
import java.time.Instant;

/// Makes one of everything in a new home.
final class MakeHome {
    private MakeHome() {}

    public static void main(String[] arguments) {
        var home = new Home(Path.of(arguments[0]));
        var storage = Storage.open(home, new LocalDisk(), 0, Instant.EPOCH, "p");
        Repositories.claim(storage, home.root(), home.root());
        storage.folder(home.locks());
        OwnerLock.tryTake(home.locks().resolve("x"), Owner.thisProcess(Instant.EPOCH));
        AtomicFile.writeView(storage.disk(), home.root().resolve("view.json"), new byte[1]);
    }
}
