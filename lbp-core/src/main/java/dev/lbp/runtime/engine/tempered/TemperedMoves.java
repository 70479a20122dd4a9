package dev.lbp.runtime.engine.tempered;

import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.chain.LocalEnsemble;
import dev.lbp.runtime.engine.chain.Method;
import dev.lbp.runtime.engine.start.ChainSpan;
import dev.lbp.runtime.engine.start.Start;
import dev.lbp.runtime.engine.start.ValueStart;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.model.AnnealedMoveModel;
import dev.lbp.runtime.model.AnnealedTracker;
import dev.lbp.runtime.model.CategoricalBase;
import dev.lbp.runtime.model.Reference;
import dev.lbp.runtime.model.UniformMoves;
import dev.lbp.runtime.space.ValueSpace;
import dev.lbp.runtime.tempering.SlotRecords;
import dev.lbp.target.CategoricalModel;
import dev.lbp.target.MoveModel;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The start of a tempered run on a model with its own moves. */
public final class TemperedMoves implements LocalTemperedStart<int[]> {

    private final Method method;
    private final MoveModel model;
    private final TemperingPlan plan;
    private final ValueSpace space;
    private final ChainSpan span;
    private final long seed;
    private final Map<String, ? extends SlotRecords.Observable<int[]>> tracked;
    private final int @Nullable [][] initial;
    private final Reference<int[]> reference;

    /**
     * @param model the user's model, with the frozen sites
     * @param span the chains of the run that start
     * @param initial one state for each chain of the run, which all its slots start at; null for the model's random
     *     states
     * @param frozen N values, true for sites that never change; null for none
     * @param tracked statistics by name, which are recorded at all slots
     * @throws IllegalArgumentException if the model has no uniform draws
     */
    public TemperedMoves(
            Method method,
            MoveModel model,
            TemperingPlan plan,
            ValueSpace space,
            ChainSpan span,
            long seed,
            int @Nullable [][] initial,
            boolean @Nullable [] frozen,
            Map<String, ? extends SlotRecords.Observable<int[]>> tracked) {
        this.method = method;
        this.model = model;
        this.plan = plan;
        this.space = space;
        this.span = span;
        this.seed = seed;
        this.tracked = tracked;
        this.initial = initial;
        this.reference = model instanceof CategoricalModel
                ? CategoricalBase.of(plan.numbers(), space.sites(), space.values(), frozen)
                : UniformMoves.of(model);
    }

    @Override
    public Method method() {
        return method;
    }

    @Override
    public MoveModel model() {
        return model;
    }

    @Override
    public TemperingPlan plan() {
        return plan;
    }

    @Override
    public ValueSpace space() {
        return space;
    }

    @Override
    public Reference<int[]> reference() {
        return reference;
    }

    @Override
    public SlotRecords<int[]> records() {
        return new SlotRecords<>(tracked);
    }

    @Override
    public ValueStart slot(int streams) {
        return ValueStart.ofSlot(model, span, seed, initial, streams);
    }

    @Override
    public Ensemble<int[]> ensemble(WorkerPool pool) {
        return LocalTemperedEnsemble.of(this, pool);
    }

    @Override
    public AnnealedTracker<int[]> referenceTracker() {
        return AnnealedMoveModel.of(model, reference, 1.0).newTracker();
    }

    @Override
    public SlotChains<int[]> chains(Start<int[]> slot) {
        LocalEnsemble.ChainFactory<MoveModel, int[]> factory = method.moveChains((ValueStart) slot);
        return (ladder, beta) -> factory.create(AnnealedMoveModel.of(model, reference, beta), ladder);
    }
}
