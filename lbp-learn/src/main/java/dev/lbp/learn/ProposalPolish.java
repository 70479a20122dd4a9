package dev.lbp.learn;

import dev.lbp.internal.Check;
import dev.lbp.proposal.StateDistribution;
import dev.lbp.target.EnergyModel;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Moves a proposal q along the gradient of an {@link Objective}, by Adam with a learning rate that falls linearly to 0.
 * A step uses random draws of the target and as many new draws of q, and evaluates the model at the draws of q.
 *
 * <p>Polish a q that has been fitted by maximum likelihood. From scratch, objectives other than
 * {@link Objective#FORWARD_KL} are worse than maximum likelihood, or lose modes. No objective finds a mode that neither
 * the draws nor q have visited. There is no penalty, so use few steps if draws are few.
 *
 * <p>The same model, q, draws, settings and seed give the same proposal, on any number of threads.
 */
public final class ProposalPolish {

    /** Slices of the draws of q, each with its own generator, so that draws do not depend on the number of threads. */
    private static final int SLICES = 4;

    private static final int MOST_DRAWS = 1_000_000;

    /** The limit of the learning rate, so that logits do not overflow. */
    private static final double LARGEST_RATE = 1e100;

    private final Objective objective;
    private int steps = 400;
    private int batch = 256;
    private double rate = 0.01;
    private long seed = 1L;

    private ProposalPolish(Objective objective) {
        this.objective = objective;
    }

    /** The default settings of a polish by an objective. */
    public static ProposalPolish of(Objective objective) {
        return new ProposalPolish(Check.notNull("objective", objective));
    }

    /** The number of steps, at least 1; default 400. */
    public ProposalPolish steps(int count) {
        steps = Check.atLeast(1, "steps", count);
        return this;
    }

    /** The number of draws of q, and of the target, in a step, in [2, 1,000,000]; default 256. */
    public ProposalPolish batch(int draws) {
        Check.atLeast(2, "batch", draws);
        Check.that(draws <= MOST_DRAWS, "be <= " + MOST_DRAWS, "batch", draws);
        batch = draws;
        return this;
    }

    /** The learning rate of the first step, about the change of a logit; above 0 and at most 1e100; default 0.01. */
    public ProposalPolish rate(double first) {
        Check.that(first > 0.0 && Double.isFinite(first), "be > 0 and finite", "rate", first);
        Check.that(first <= LARGEST_RATE, "be <= " + LARGEST_RATE, "rate", first);
        rate = first;
        return this;
    }

    /** The seed of the draws; default 1. */
    public ProposalPolish seed(long value) {
        seed = value;
        return this;
    }

    Objective objective() {
        return objective;
    }

    /** A copy of these settings with another seed. */
    ProposalPolish withSeed(long withSeed) {
        return of(objective).steps(steps).batch(batch).rate(rate).seed(withSeed);
    }

    /**
     * The polished distribution.
     *
     * @param draws [draws][N] of the model's distribution, at least one; they may be correlated
     * @throws IllegalArgumentException if the dimensions differ, or a draw is impossible under the model
     * @throws IllegalStateException if the model returns NaN or positive infinity, or if it returns negative infinity
     *     and the objective is {@link Objective#REVERSE_KL} or {@link Objective#LOWER_BOUND}
     */
    public Autoregressive polish(EnergyModel model, Autoregressive q, byte[][] draws) {
        byte[][] checked = LogProbs.checkedDraws(model, q, draws);
        return polishParametric(model, CentredLogistic.of(q, CentredLogistic.means(checked, q.dimension())), checked);
    }

    /** The polished mixture; otherwise like {@link #polish(EnergyModel, Autoregressive, byte[][])}. */
    public BernoulliMixture polish(EnergyModel model, BernoulliMixture q, byte[][] draws) {
        byte[][] checked = LogProbs.checkedDraws(model, q, draws);
        return polishParametric(model, new SoftmaxMixture(q), checked);
    }

    /** Makes the steps for any type of q. */
    private <Q extends StateDistribution> Q polishParametric(EnergyModel model, Parametric<Q> q, byte[][] draws) {
        double[] logProbs = LogProbs.ofDraws(model, draws);
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        UniformRandomProvider[] generators = new UniformRandomProvider[SLICES];
        Arrays.setAll(generators, s -> RandomSource.XO_SHI_RO_256_PP.create(random.nextLong()));
        Adam adam = new Adam(q.parameters().length);
        byte[][] states = new byte[2 * batch][]; // of the target, then of q
        double[] logProbsOfTarget = new double[batch];
        for (int step = 0; step < steps; step++) {
            Q present = q.distribution();
            for (int k = 0; k < batch; k++) {
                int drawn = random.nextInt(draws.length);
                states[k] = draws[drawn];
                logProbsOfTarget[k] = logProbs[drawn];
            }
            replaceByDraws(present, generators, states); // the second half
            double[] weights = weights(model, present, states, logProbsOfTarget);
            // without decay of the parameters
            adam.ascend(rate * (steps - step) / steps, 0.0, q.gradient(states, weights), q.parameters());
        }
        return q.distribution();
    }

    /** Replaces the second half of the states by draws of q. */
    private void replaceByDraws(StateDistribution q, UniformRandomProvider[] generators, byte[][] states) {
        IntStream.range(0, SLICES).parallel().forEach(s -> {
            int to = batch + (int) ((long) batch * (s + 1) / SLICES);
            for (int k = batch + (int) ((long) batch * s / SLICES); k < to; k++) {
                states[k] = new byte[q.dimension()];
                q.draw(generators[s], states[k]);
            }
        });
    }

    /** The weight of the score of each state: first the states of the target, then those of q. */
    private double[] weights(EnergyModel model, StateDistribution q, byte[][] states, double[] logProbsOfTarget) {
        byte[][] target = Arrays.copyOf(states, batch);
        byte[][] proposed = Arrays.copyOfRange(states, batch, 2 * batch);
        Objective.Draws ofTarget = Objective.Draws.of(logWeights(logProbsOfTarget, q, target));
        Objective.Draws ofProposal = Objective.Draws.of(logWeights(LogProbs.of(model, proposed), q, proposed));
        objective.weigh(ofTarget, ofProposal);
        double[] weights = Arrays.copyOf(ofTarget.weights, 2 * batch);
        System.arraycopy(ofProposal.weights, 0, weights, batch, batch);
        return weights;
    }

    /** {@code log p - log q} of each state. */
    private static double[] logWeights(double[] logProbs, StateDistribution q, byte[][] states) {
        double[] logWeights = new double[states.length];
        Arrays.parallelSetAll(logWeights, k -> logProbs[k] - q.logProb(states[k]));
        return logWeights;
    }
}
