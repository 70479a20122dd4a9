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
 * What the chains of a tempered run are made from: method, model, space, reference, settings, and the start of each
 * slot.
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
     * The starting states and random generators of one slot, for all ladders.
     *
     * @param streams the number that selects the slot's random streams: 0 for slot K, 1 for slot 0, 1 + k for slot k
     */
    Start<S> slot(int streams);

    /** Makes empty records of the tracked statistics, for one ladder. */
    default SlotRecords<S> records() {
        return new SlotRecords<>(settings().tracked());
    }

    /** Makes empty records for the pairs of a ladder's slots and their twins; none if pairs are not recorded. */
    default Optional<SlotRecords<Overlaps.Pair<S>>> pairRecords() {
        return Optional.empty();
    }

    /** Makes the chains of the run. */
    Ensemble<S> ensemble(WorkerPool pool);
}
