package dev.prodigy.runtime.process.kernel;

import static dev.prodigy.runtime.process.kernel.Libc.function;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The processes that became children of this one because those that started them are dead. For that this process
/// makes itself the reaper of its descendants: whatever one of them drops of its environment, its group and its
/// session, it never gets out of our reach.
///
/// One look costs one small file of the kernel, not a scan of all processes.
public final class Orphans {
    private static final int PID = (int) ProcessHandle.current().pid();
    /// The kernel gives orphans to the first thread of their reaper.
    private static final String CHILDREN = "task/" + PID + "/children";

    private static final int FIRST_PROCESS = 1;
    private static final int CHILD_SUBREAPER = 36;

    private static volatile State state = State.UNWANTED;

    private enum State {
        UNWANTED,
        WANTED,
        /// Also those that nobody below us started come to us: the first process of a container. Only their dead are
        /// ours to take.
        COMING,
        ADOPTED
    }

    private Orphans() {}

    /// Orphans are adopted from the first start of a program on.
    public static void want() {
        if (state == State.UNWANTED) {
            state = State.WANTED;
        }
    }

    /// They go to whom they went before.
    public static synchronized void disown() {
        subreaper(0);
        state = State.UNWANTED;
    }

    /// To be called before a program is started.
    static void prepare() {
        if (state == State.WANTED) {
            begin();
        }
    }

    /// A shell that became this program may have started something before: what comes of that is not ours to end, and
    /// could not be told from what is.
    private static synchronized void begin() {
        if (state != State.WANTED) {
            return;
        }
        if (PID == FIRST_PROCESS) {
            state = State.COMING;
        } else {
            boolean alone = ProcFile.read(PID, CHILDREN).isPresent() && living().isEmpty();
            state = alone && subreaper(1) ? State.ADOPTED : State.UNWANTED;
        }
    }

    private static boolean subreaper(int on) {
        return Libc.call(function("prctl"), CHILD_SUBREAPER, on) == 0;
    }

    /// @return whether they come to us, and so have to be looked after
    public static boolean come() {
        return state == State.ADOPTED || state == State.COMING;
    }

    /// Takes the status of those that are dead, or the kernel would keep them for as long as we live.
    ///
    /// @return the numbers of those that live and descend from what we started
    public static Set<Integer> adopted() {
        var living = come() ? living() : Set.<Integer>of();
        return state == State.ADOPTED ? living : Set.of();
    }

    private static Set<Integer> living() {
        return OwnProcesses.whileNoneStarts(() -> {
            var living = new HashSet<Integer>();
            for (int child : children()) {
                if (!OwnProcesses.contains(child) && !Child.isTaken(child)) {
                    living.add(child);
                }
            }
            return living;
        });
    }

    private static List<Integer> children() {
        var words = ProcFile.read(PID, CHILDREN).orElse("").strip();
        return words.isEmpty()
                ? List.of()
                : Arrays.stream(words.split(" ", -1)).map(Integer::valueOf).toList();
    }
}
