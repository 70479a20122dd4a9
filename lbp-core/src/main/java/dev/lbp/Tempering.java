package dev.lbp;

import dev.lbp.internal.Check;
import dev.lbp.runtime.engine.tempered.ReferencePlan;
import dev.lbp.runtime.engine.tempered.TemperingPlan;
import java.util.Arrays;

/**
 * The settings of parallel tempering for {@link SamplingRun#tempering}, {@link ValueRun#tempering} and {@link
 * ContinuousRun#tempering}: immutable.
 *
 * <pre>{@code
 * SampleResult result = Samplers.lbp().build().sample(model)
 *         .tempering(Tempering.replicas(14).every(5))
 *         .warmup(5_000).draws(20_000).run();
 * TemperingResult tempering = result.tempering().orElseThrow();
 * double logZ = tempering.logZ();
 * }</pre>
 *
 * <p>Each chain becomes a ladder of replicas at inverse temperatures {@code 0 = beta_0 < ... < beta_K = 1} on the path
 * {@code (1 - beta) log pi_0 + beta log pi} from a reference pi_0: independent bits or values, uniform subsets or
 * permutations, normal coordinates. Replicas move by the run's sampler and exchange their states; the hottest one is
 * repeatedly drawn from pi_0. So the replica at beta = 1, whose states are the run's draws, receives states from all
 * modes. The exchanges are the non-reversible ones of Syed, Bouchard-Cote, Deligiannidis and Doucet (2021, <a
 * href="https://arxiv.org/abs/1905.02939">arXiv:1905.02939</a>). Warm-up finds the inverse temperatures and the scale
 * of each, in rounds of doubling length, and freezes them.
 */
public final class Tempering {

    /** A bit of larger log-odds never has its rarer value in double precision. */
    private static final int LARGEST_LOGIT = 700;

    private final TemperingPlan plan;

    private Tempering(TemperingPlan plan) {
        this.plan = plan;
    }

    /**
     * Ladders of a given number of replicas, the reference and the target among them. The result advises a number,
     * {@code TemperingResult.advisedReplicas()}.
     *
     * @param count at least 2
     */
    public static Tempering replicas(int count) {
        return new Tempering(TemperingPlan.of(Check.atLeast(2, "replicas", count)));
    }

    /**
     * Ladders whose number of replicas is found in warm-up, at most 100: {@code 1 + 2 sum_k r_k}, where r_k is the rate
     * at which replicas k and k + 1 reject an exchange. If they exchange parts of states, r_k is the share
     * of the sites where they differ that they do not exchange.
     */
    public static Tempering replicas() {
        return new Tempering(TemperingPlan.of(TemperingPlan.AUTO));
    }

    /** The steps of each replica from one exchange to the next, at least 1; default 5. */
    public Tempering every(int steps) {
        return new Tempering(plan.withEvery(Check.atLeast(1, "every", steps)));
    }

    /**
     * Whether each inverse temperature has two replicas, on the local engine and where the model has a graph of its
     * sites. They exchange each connected part of the sites where they differ with probability 1/2. One of the two
     * makes the draws of the run. By default the second replicas end with warm-up unless at least half of the pairs of
     * inverse temperatures exchange parts.
     *
     * @param wanted true to keep the second replicas in any case, false to have none
     */
    public Tempering twins(boolean wanted) {
        return new Tempering(plan.withTwins(wanted));
    }

    /**
     * Records the overlaps of the two replicas of each inverse temperature at each scan, for runs of bits: see
     * {@link dev.lbp.result.TemperingObservables#overlaps}. Without {@link #twins} there are no overlaps. It costs O(N
     * + pairs of the graph) for each inverse temperature and scan, so it is not on by default. Draws stay as they are.
     */
    public Tempering overlaps() {
        return new Tempering(plan.withOverlaps());
    }

    /**
     * Sets the reference pi_0 of a run of bits: independent bits with {@code log(P(x_i = 1) / P(x_i = 0)) = logits[i]}.
     * The default is fair bits. If the run fixes the number of ones, pi_0 is the law of these bits given that number.
     *
     * @param logits N values in [-700, 700], copied
     */
    public Tempering reference(double[] logits) {
        double[] copy = checkedLogits("reference", logits);
        return new Tempering(plan.withReference(new ReferencePlan(ReferencePlan.Kind.BITS, new double[][] {copy})));
    }

    /**
     * Sets the reference pi_0 of a run of categories: independent sites with {@code P(x_i = c)} in proportion to
     * {@code exp(logits[i][c])}. The default is uniform values.
     *
     * @param logits [N][C] values in [-700, 700], copied
     */
    public Tempering reference(double[][] logits) {
        double[][] copy = Check.notNull("reference", logits).clone();
        Arrays.setAll(copy, i -> checkedLogits("reference[" + i + "]", copy[i]));
        return new Tempering(plan.withReference(new ReferencePlan(ReferencePlan.Kind.VALUES, copy)));
    }

    /**
     * Sets the reference pi_0 of a run of real coordinates: independent normal coordinates, which should be wide enough
     * to reach every mode. Such a run has no default.
     *
     * @param means d finite values, copied
     * @param standardDeviations d finite values > 0, copied
     */
    public Tempering reference(double[] means, double[] standardDeviations) {
        double[] centres = Check.finite("means", Check.notNull("means", means).clone());
        double[] widths =
                Check.notNull("standardDeviations", standardDeviations).clone();
        Check.length(centres.length, "standardDeviations", widths.length);
        for (int i = 0; i < widths.length; i++) {
            Check.positive("standardDeviations[" + i + "]", widths[i]);
        }
        return new Tempering(
                plan.withReference(new ReferencePlan(ReferencePlan.Kind.REALS, new double[][] {centres, widths})));
    }

    private static double[] checkedLogits(String name, double[] logits) {
        double[] copy = Check.notNull(name, logits).clone();
        for (int i = 0; i < copy.length; i++) {
            Check.that(
                    Math.abs(copy[i]) <= LARGEST_LOGIT,
                    "be in [-" + LARGEST_LOGIT + ", " + LARGEST_LOGIT + "]",
                    name + "[" + i + "]",
                    copy[i]);
        }
        return copy;
    }

    /** The settings in the form that a run holds. */
    TemperingPlan plan() {
        return plan;
    }
}
