package dev.lbp;

import dev.lbp.target.CategoricalEnergyModel;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.MoveModel;

/**
 * What the builders of samplers have in common: {@code sample(model)} is {@code build().sample(model)}, so a sampler
 * for one run needs no name: {@code Samplers.auto().sample(model).run()}.
 */
public abstract class SamplerBuilder {

    SamplerBuilder() {}

    /** The sampler, which serves any number of runs. */
    public abstract Sampler build();

    /** Describes a run, see {@link Sampler#sample(EnergyModel)}. */
    public final SamplingRun sample(EnergyModel model) {
        return build().sample(model);
    }

    /** Describes a run on a model with its own moves, see {@link Sampler#sample(MoveModel)}. */
    public final ValueRun sample(MoveModel model) {
        return build().sample(model);
    }

    /** Describes a run on a batched model of categories, see {@link Sampler#sample(CategoricalEnergyModel)}. */
    public final ValueRun sample(CategoricalEnergyModel model) {
        return build().sample(model);
    }
}
