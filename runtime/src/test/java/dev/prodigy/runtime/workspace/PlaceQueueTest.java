package dev.prodigy.runtime.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prodigy.engine.world.Cut;
import dev.prodigy.runtime.world.Halt;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

/// Items get their places in the order in which they were admitted (spec 03 §6).
class PlaceQueueTest {
    private final PlaceQueue queue = new PlaceQueue();
    private final Halt halt = new Halt();
    private final BlockingQueue<String> placed = new LinkedBlockingQueue<>();
    private final List<Thread> threads = new ArrayList<>();

    @Test
    void whoeverAsksFirstTheEarlierAdmittedGetsItsPlaceFirst() throws InterruptedException {
        var first = queue.join(true);
        var second = queue.join(true);
        var third = queue.join(true);

        asks("third", third);
        asks("second", second);
        asks("first", first);

        assertThat(inOrder()).containsExactly("first", "second", "third");
    }

    @Test
    void aRetryGoesBeforeNewItemsThatWait() throws InterruptedException {
        var running = queue.join(true);
        var fresh = queue.join(true);
        var retry = queue.join(false);
        var laterRetry = queue.join(false);

        asks("new", fresh);
        asks("later retry", laterRetry);
        asks("retry", retry);
        running.close();

        assertThat(inOrder()).containsExactly("retry", "later retry", "new");
    }

    @Test
    void whoLeavesWithoutAPlaceHoldsNobodyUp() throws InterruptedException {
        var gone = queue.join(true);
        var next = queue.join(true);
        var ended = new Halt();
        ended.end(false);

        assertThatThrownBy(() -> next.await(ended)).isInstanceOf(Cut.class);
        next.close();
        var last = queue.join(true);
        asks("last", last);
        gone.close();
        gone.close();

        assertThat(inOrder()).containsExactly("last");
    }

    private void asks(String name, PlaceQueue.Turn turn) {
        threads.add(Thread.ofVirtual().start(() -> {
            try (turn) {
                turn.await(halt);
                placed.add(name);
            } catch (Cut e) {
                placed.add("cut");
            }
        }));
    }

    private List<String> inOrder() throws InterruptedException {
        for (var thread : threads) {
            thread.join();
        }
        return List.copyOf(placed);
    }
}
