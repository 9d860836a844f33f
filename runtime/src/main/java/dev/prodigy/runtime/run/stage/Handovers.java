package dev.prodigy.runtime.run.stage;

import dev.prodigy.engine.run.Effect;
import dev.prodigy.engine.run.Signal;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.runtime.run.actor.RunActor;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;

/// Failed attempts that hold their places until it is decided whether a handler runs there (spec 02 §5.2).
public final class Handovers {
    private final RunActor actor;
    private final Map<Integer, CompletableFuture<Effect>> waiting = new ConcurrentHashMap<>();

    /// @param actor hears what is handed over
    public Handovers(RunActor actor) {
        this.actor = actor;
    }

    /// Reports the failure and waits for what is decided.
    ///
    /// @return {@link Effect.Settle} or {@link Effect.RunHandler}
    /// @throws Cut when nothing will be decided any more
    public Effect ask(Signal.AttemptFailed failed) throws Cut {
        var answer = new CompletableFuture<Effect>();
        waiting.put(failed.item(), answer);
        actor.ask(failed).exceptionally(cause -> {
            answer.completeExceptionally(cause);
            return 0L;
        });
        try {
            return answer.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Cut();
        } catch (ExecutionException e) {
            throw new Cut();
        } finally {
            waiting.remove(failed.item());
        }
    }

    /// @return whether an attempt was waiting for this
    public boolean answer(int item, Effect effect) {
        var answer = waiting.remove(item);
        return answer != null && answer.complete(effect);
    }
}
