package dev.lbp.runtime.engine.tempered;

import dev.lbp.runtime.engine.start.ChainSpan;
import dev.lbp.runtime.tempering.SlotRecords;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a tempered run, for its start.
 *
 * @param span the chains of the run that start
 * @param initial one state for each chain of the run, which all its slots start at; null for states that the model, or
 *     the method, draws
 * @param frozen N values, true for sites that keep their value; null for none
 * @param chainsPerBatch the chains whose replicas a batched model evaluates in one batch; 0 for all
 * @param tracked statistics by name, which are recorded at all slots
 * @param <S> the array of a state
 */
public record TemperedSettings<S>(
        TemperingPlan plan,
        ChainSpan span,
        long seed,
        S @Nullable [] initial,
        boolean @Nullable [] frozen,
        int chainsPerBatch,
        Map<String, ? extends SlotRecords.Observable<S>> tracked) {}
