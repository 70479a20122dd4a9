package dev.lbp.proposal;

import java.util.OptionalDouble;

/**
 * The rule of {@code adaptive()}: {@link ScaleController#logScale} with the target acceptance rate that gives the most
 * effective samples per second. This target depends on the cost of a step, so a sampler chooses it when it knows the
 * model.
 *
 * @param local the target acceptance rate where a step costs O(R)
 * @param whole the target acceptance rate where a step costs the same at any R
 */
public record CostedScale(double local, double whole) implements ScaleController {

    /**
     * The rule for one kind of model, with the target acceptance rate {@code local} or {@code whole}.
     *
     * @param growsWithFlips whether a step costs O(R): true takes {@code local}
     */
    public ScaleController forCost(boolean growsWithFlips) {
        return ScaleController.logScale(growsWithFlips ? local : whole);
    }

    /** Adapts to the target {@code whole}, since the model is not known here. */
    @Override
    public Adaptation begin(double start, double largest, int steps) {
        return forCost(false).begin(start, largest, steps);
    }

    @Override
    public OptionalDouble targetAcceptance() {
        return OptionalDouble.empty();
    }

    @Override
    public String describe() {
        return "acceptance " + local + " on local models, else " + whole;
    }
}
