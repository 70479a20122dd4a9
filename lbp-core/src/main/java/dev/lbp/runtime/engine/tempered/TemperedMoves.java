package dev.lbp.runtime.engine.tempered;

import dev.lbp.runtime.engine.chain.LocalEnsemble;
import dev.lbp.runtime.engine.chain.Method;
import dev.lbp.runtime.engine.start.Start;
import dev.lbp.runtime.engine.start.ValueStart;
import dev.lbp.runtime.model.AnnealedMoveModel;
import dev.lbp.runtime.model.AnnealedTracker;
import dev.lbp.runtime.model.CategoricalBase;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.runtime.model.Reference;
import dev.lbp.runtime.model.UniformMoves;
import dev.lbp.runtime.space.ValueSpace;
import dev.lbp.target.CategoricalModel;
import dev.lbp.target.MoveModel;
import dev.lbp.target.SiteGraph;
import java.util.Optional;

/**
 * What the chains of a tempered run on a model with its own moves are made from: method, model, space, reference and
 * settings. It serves the local engine.
 */
public record TemperedMoves(
        Method method, MoveModel model, ValueSpace space, Reference<int[]> reference, TemperedSettings<int[]> settings)
        implements LocalTemperedStart<int[]> {

    /**
     * Makes the reference and the start with it. A model of categories has the reference that the settings give;
     * another model draws uniform states.
     *
     * @param model the user's model, which keeps frozen sites itself
     * @throws IllegalArgumentException if the model has no uniform draws
     */
    public static TemperedMoves of(Method method, MoveModel model, ValueSpace space, TemperedSettings<int[]> settings) {
        Reference<int[]> reference = model instanceof CategoricalModel categories
                ? CategoricalBase.of(
                        settings.plan().numbers(),
                        space.sites(),
                        space.values(),
                        categories::values,
                        settings.start().frozen())
                : UniformMoves.of(model);
        return new TemperedMoves(method, model, space, reference, settings);
    }

    @Override
    public ValueStart slot(int streams) {
        return new ValueStart(model, settings.start().ofSlot(streams));
    }

    @Override
    public Optional<SiteGraph> graph() {
        return model instanceof CategoricalModel categories
                ? ModelCalls.graphOf(model, categories::graph).filter(PartExchange::mayDivide)
                : Optional.empty();
    }

    @Override
    public int touched() {
        return space.moves();
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
