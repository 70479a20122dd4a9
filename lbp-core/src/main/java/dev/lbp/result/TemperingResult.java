package dev.lbp.result;

import dev.lbp.internal.Check;
import dev.lbp.internal.Sum;
import java.util.Arrays;

/**
 * The results of parallel tempering besides the draws at {@code beta = 1}: log Z, and how well replicas travelled
 * between the reference and the target. Slot k = 0 .. K has the inverse temperature {@code beta_k} on the path
 * {@code (1 - beta) log pi_0 + beta log pi} from a reference pi_0. The schedule and the scales are frozen at the end of
 * warm-up; all other numbers are over the draws of all chains.
 *
 * <p>The arrays belong to the result.
 *
 * @param logZ log Z, Z the sum of exp(log-probability) over all states that the run may visit, or the integral over all
 *     points, in nats; by Bennett's ratio between neighbouring slots. If not {@code normalised}, it is log Z minus the
 *     logarithm of the number of states
 * @param logZError the standard error of log Z, by a jackknife over batches of scans with the correlation of
 *     neighbouring batches
 * @param forwardLogZ log Z by stepping stones from each slot to the next colder one: low where slots overlap too little
 * @param backwardLogZ log Z by stepping stones from each slot to the next hotter one: high where slots overlap too
 *     little
 * @param steppingStonesError the standard error of {@code forwardLogZ - backwardLogZ}, by the same jackknife; larger
 *     than logZError where slots overlap little; NaN with fewer than 8 batches
 * @param every steps of a slot from one exchange to the next
 * @param twins whether each slot has two replicas, which exchange parts of their states
 * @param betas K + 1 inverse temperatures, ascending from 0 to 1
 * @param scales the scale of each slot, K + 1; NaN at slot 0, which is drawn from the reference
 * @param acceptanceRates the mean of min(1, alpha) of the steps of each slot, K + 1; NaN at slot 0
 * @param swapAcceptance the mean of min(1, alpha) of the exchange between slots k and k + 1, K values in [0, 1]
 * @param exchangedShares the share of the sites where slots k and k + 1 differ that an exchange of parts moves, K
 *     values in [0, 1]; NaN where whole states are exchanged
 * @param meanLogProb the mean log-probability of the target at each slot, K + 1; -Infinity where impossible states were
 *     drawn
 * @param scans the number of scans of each chain: {@code every} steps of each slot and an exchange
 * @param restarts for each chain the number of arrivals of replicas at slot K from slot 0. If parts of states are
 *     exchanged, the contents of each site are counted, and this is the 5 % quantile over sites; so are round trips
 * @param roundTrips the number of round trips of all chains: a replica that came from slot 0 to slot K and back to slot
 *     0
 * @param normalised whether the reference is normalised: false for a model with its own moves that does not know the
 *     number of its states. Then the estimates of log Z can be compared between targets on the same states only
 * @param observables the log-probability and the tracked statistics at each slot, and averages between the slots
 */
public record TemperingResult(
        double logZ,
        double logZError,
        double forwardLogZ,
        double backwardLogZ,
        double steppingStonesError,
        int every,
        boolean twins,
        double[] betas,
        double[] scales,
        double[] acceptanceRates,
        double[] swapAcceptance,
        double[] exchangedShares,
        double[] meanLogProb,
        long scans,
        long[] restarts,
        long roundTrips,
        boolean normalised,
        TemperingObservables observables) {

    /** The relative rounding of an inverse temperature that {@link #at} accepts. */
    private static final double ROUNDING = 1e-12;

    /** What {@link #logZ} is: "log Z", or "log Z - log(number of states)". */
    public String logZName() {
        return normalised ? "log Z" : "log Z - log(number of states)";
    }

    /** The number of slots K + 1, the reference among them. */
    public int replicas() {
        return betas.length;
    }

    /**
     * The global communication barrier {@code Lambda = sum_k r_k} (Syed et al. 2021), with r_k the rejection rate of
     * pair k.
     */
    public double barrier() {
        return Sum.of(swapAcceptance, accepted -> 1.0 - accepted);
    }

    /** Whether pairs of slots exchange parts of states. */
    public boolean exchangesParts() {
        return Arrays.stream(exchangedShares).anyMatch(share -> !Double.isNaN(share));
    }

    /**
     * The advised number of replicas: {@code 2 sum_k r_k + 1}, rounded up, at least 2, with r_k the share of their
     * differences that slots k and k + 1 do not exchange. For whole states this is {@code 2 Lambda + 1}.
     */
    public int advisedReplicas() {
        double rejected = Sum.of(swapAcceptance.length, k -> 1.0 - exchangeRate(k));
        return (int) Math.max(2.0, Math.ceil(2.0 * rejected + 1.0));
    }

    /** The share of their differences that slots k and k + 1 exchange: of sites, or of whole states. */
    public double exchangeRate(int k) {
        return Double.isNaN(exchangedShares[k]) ? swapAcceptance[k] : exchangedShares[k];
    }

    /**
     * The number of round trips of all chains if every exchange met an independent state:
     * {@code scans / (2 + 2 sum_k r_k / (1 - r_k))} for each chain, with r_k the rejection rate of the exchanges
     * between slots k and k + 1 (Syed et al. 2021).
     */
    public double expectedRoundTrips() {
        double inefficiency = Sum.of(swapAcceptance, accepted -> (1.0 - accepted) / accepted);
        return restarts.length * (double) scans / (2.0 + 2.0 * inefficiency); // restarts has an entry for each chain
    }

    /**
     * An observable at each slot.
     *
     * @param name "logProb", or a statistic that the run tracked
     * @throws IllegalArgumentException if it was not tracked
     */
    public SlotTable slots(String name) {
        return observables.slots(name);
    }

    /**
     * Averages, log Z and heat capacity at an inverse temperature. With B that of the target, {@code targetBeta()} of
     * {@link #observables}, they are of the law {@code pi_0^(1 - beta / B) pi^(beta / B)}, which is proportional to
     * {@code exp(-beta E)} if the reference is uniform, as by default. They are computed from states of all slots,
     * whether a slot has this inverse temperature or not.
     *
     * <p>If the target has impossible states, 0 is a case of its own: log Z is then that of the reference, impossible
     * states included, and averages of the log-probability are NaN. At any larger inverse temperature impossible states
     * do not count.
     *
     * @param beta in [0, B], the range of the ladder, to a relative rounding of 1e-12
     */
    public TemperedAverages at(double beta) {
        double most = observables.targetBeta();
        Check.that(
                beta >= 0.0 && beta <= most * (1.0 + ROUNDING),
                "be in the ladder's range [0, " + most + "]",
                "beta",
                beta);
        return observables.at(Math.min(beta + 0.0, most)); // + 0.0 turns -0 into 0
    }

    /**
     * The averages at a temperature, {@code at(1 / temperature)}.
     *
     * @param temperature at least 1 / B, to a relative rounding of 1e-12; may be infinite
     */
    public TemperedAverages atTemperature(double temperature) {
        double least = 1.0 / observables.targetBeta();
        Check.that(
                temperature >= least * (1.0 - ROUNDING),
                "be in the ladder's range [" + least + ", Infinity]",
                "temperature",
                temperature);
        return at(1.0 / temperature);
    }

    /**
     * The least error of log Z that the draws can show: 1 / draws of all chains, the share of one draw. A smaller
     * {@link #logZError} says that all draws agree, and nothing about unvisited states.
     */
    public double logZResolution() {
        return 1.0 / ((double) scans * restarts.length);
    }

    /** The least number of restarts of a chain. */
    public long fewestRestarts() {
        long fewest = Long.MAX_VALUE;
        for (long ofChain : restarts) {
            fewest = Math.min(fewest, ofChain);
        }
        return fewest;
    }

    /** The pair k of slots k and k + 1 that exchanges least of its differences, by {@link #exchangeRate}. */
    public int worstPair() {
        int worst = 0;
        for (int k = 1; k < swapAcceptance.length; k++) {
            worst = exchangeRate(k) < exchangeRate(worst) ? k : worst;
        }
        return worst;
    }
}
