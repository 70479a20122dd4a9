package dev.lbp;

import dev.lbp.internal.Check;
import dev.lbp.runtime.engine.TemperingPlan;

/**
 * The settings of parallel tempering for {@link SamplingRun#tempering}: immutable.
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
 * {@code (1 - beta) log pi_0 + beta log pi} from a reference pi_0 of independent bits. Replicas move by the run's
 * sampler and exchange their states; the hottest is drawn from pi_0 again and again. So the replica at beta = 1, whose
 * states are the run's draws, receives states from all modes. The exchanges are the non-reversible ones of Syed,
 * Bouchard-Cote, Deligiannidis and Doucet (2021, <a href="https://arxiv.org/abs/1905.02939">arXiv:1905.02939</a>).
 * Warm-up finds the inverse temperatures and the scale of each, in rounds of doubling length, and freezes them.
 */
public final class Tempering {

    /** A bit of larger log-odds never has its rarer value in double precision. */
    private static final int LARGEST_LOGIT = 700;

    private final TemperingPlan plan;

    private Tempering(TemperingPlan plan) {
        this.plan = plan;
    }

    /**
     * Ladders of a given number of replicas, the reference and the target among them. A good number is twice the
     * barrier plus one, which the result tells.
     *
     * @param count at least 2
     */
    public static Tempering replicas(int count) {
        return new Tempering(TemperingPlan.of(Check.atLeast(2, "replicas", count)));
    }

    /** Ladders whose number of replicas is found in warm-up: twice the barrier plus one, at most 100. */
    public static Tempering replicas() {
        return new Tempering(TemperingPlan.of(TemperingPlan.AUTO));
    }

    /** The steps of each replica from one exchange to the next, at least 1; default 5. */
    public Tempering every(int steps) {
        return new Tempering(plan.withEvery(Check.atLeast(1, "every", steps)));
    }

    /**
     * The reference: independent bits with {@code log(P(x_i = 1) / P(x_i = 0)) = logits[i]}; default: fair bits.
     *
     * @param logits N values in [-700, 700], copied
     */
    public Tempering reference(double[] logits) {
        double[] copy = Check.notNull("reference", logits).clone();
        for (int i = 0; i < copy.length; i++) {
            Check.that(
                    Math.abs(copy[i]) <= LARGEST_LOGIT,
                    "be in [-" + LARGEST_LOGIT + ", " + LARGEST_LOGIT + "]",
                    "reference[" + i + "]",
                    copy[i]);
        }
        return new Tempering(plan.withReference(copy));
    }

    /** The settings for runs. */
    TemperingPlan plan() {
        return plan;
    }
}
