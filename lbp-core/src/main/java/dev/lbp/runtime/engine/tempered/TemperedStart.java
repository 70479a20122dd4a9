package dev.lbp.runtime.engine.tempered;

import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.chain.Method;
import dev.lbp.runtime.engine.start.Start;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.model.Reference;
import dev.lbp.runtime.space.Space;
import dev.lbp.runtime.tempering.SlotRecords;
import dev.lbp.target.Target;
import java.util.Optional;

/**
 * The start of a tempered run: of the slots of its ladders.
 *
 * @param <S> the array of a state
 */
public interface TemperedStart<S> {

    Method method();

    /** The user's model. */
    Target model();

    TemperedSettings<S> settings();

    default TemperingPlan plan() {
        return settings().plan();
    }

    Space<S> space();

    Reference<S> reference();

    /**
     * The start of a slot of all ladders.
     *
     * @param streams the number of the slot's streams: 0 for slot K, 1 for slot 0, 1 + k for slot k
     */
    Start<S> slot(int streams);

    /** New records of a ladder. */
    default SlotRecords<S> records() {
        return new SlotRecords<>(settings().tracked());
    }

    /** New records of the pairs of a ladder with its twin; empty if they are not recorded. */
    default Optional<SlotRecords<Overlaps.Pair<S>>> pairRecords() {
        return Optional.empty();
    }

    /** Makes the chains of the run. */
    Ensemble<S> ensemble(WorkerPool pool);
}
