package dev.lbp.runtime.engine.reals;

import dev.lbp.continuous.DensityModel;
import dev.lbp.runtime.engine.chain.Abilities;
import dev.lbp.runtime.engine.chain.Abilities.Ability;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.chain.Method;
import dev.lbp.runtime.engine.start.Start;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.model.ModelCalls;
import org.apache.commons.rng.UniformRandomProvider;

/** A Metropolis-Hastings method on densities. */
public interface RealMethod extends Method {

    /** The abilities of a method whose chains can be replicas. */
    Abilities TEMPERED = Abilities.of(Ability.TEMPERING);

    /** Makes the chains of a run, at their starting points. */
    Ensemble<double[]> ensemble(DensityModel model, Start<double[]> start, WorkerPool pool);

    /** Draws the first point of a chain whose caller gives none. */
    default double[] start(DensityModel model, UniformRandomProvider rng) {
        return ModelCalls.start(model, rng);
    }

    /** Where the first points that {@link #start} draws come from, in words for summaries. */
    default String randomStart() {
        return "of the model's start()";
    }
}
