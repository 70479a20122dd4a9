package dev.lbp.runtime.model;

import dev.lbp.internal.Check;
import dev.lbp.target.MoveModel;
import dev.lbp.target.UniformStates;
import org.apache.commons.rng.UniformRandomProvider;

/** The uniform distribution over the feasible set of a model with its own moves, as the model draws it. */
public final class UniformMoves implements Reference<int[]> {

    /** The relative rounding of a sum of logarithms. */
    private static final double ROUNDING = 1e-9;

    private final MoveModel model;
    private final UniformStates states;
    private final double logCount;

    /** Checks that the logarithm of the number of states, if the model knows it, is in range. */
    private UniformMoves(MoveModel model, UniformStates states) {
        this.model = model;
        this.states = states;
        this.logCount = ModelCalls.call(model, "uniformStates().logCount()", states::logCount);
        double most = model.dimension() * Math.log(model.values());
        Check.that(
                Double.isNaN(logCount) || (logCount >= 0.0 && logCount <= most * (1.0 + ROUNDING)),
                "be in [0, N log C], or NaN, with N log C = " + most,
                ModelCalls.nameOf(model) + ".uniformStates().logCount()",
                logCount);
    }

    /**
     * The uniform distribution of a model's states.
     *
     * @throws IllegalArgumentException if the model has no uniform draws
     */
    public static UniformMoves of(MoveModel model) {
        UniformStates states = ModelCalls.call(model, "uniformStates()", model::uniformStates)
                .orElseThrow(() -> new IllegalArgumentException(
                        "must have uniformStates() to be tempered, from which slot 0 is drawn: model="
                                + ModelCalls.nameOf(model)));
        return new UniformMoves(model, states);
    }

    @Override
    public void draw(int[] state, UniformRandomProvider rng) {
        int[] drawn = ModelCalls.checkedState(model, "uniformStates().draw()", () -> states.draw(rng));
        System.arraycopy(drawn, 0, state, 0, state.length);
    }

    @Override
    public double logProb(int[] state) {
        return Double.isNaN(logCount) ? 0.0 : -logCount; // if the number of states is unknown, up to a constant
    }

    @Override
    public boolean isFair() {
        return true;
    }

    @Override
    public boolean normalised() {
        return !Double.isNaN(logCount);
    }
}
