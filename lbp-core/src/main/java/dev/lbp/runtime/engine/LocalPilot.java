package dev.lbp.runtime.engine;

import dev.lbp.internal.kernel.LogRatios;
import dev.lbp.proposal.ScaleController;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.theory.OptimalScaling;
import java.util.Arrays;
import java.util.Locale;
import org.apache.commons.rng.RestorableUniformRandomProvider;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * A short run of Metropolis sweeps by one chain, which counts what decides between the methods of a local model:
 *
 * <pre>{@code
 * flips per attempt f, and sites touched per flip d
 * f d <= 8   Metropolis sweeps, which flip more often than those of Gibbs
 * f d >  8   Gibbs sweeps: the flips cost more than the visits, and Gibbs makes fewer of them
 * }</pre>
 *
 * <p>Where Metropolis is ahead by CPU time, f d was at most 4.4, and 13.9 where Gibbs is (docs/results/auto.md). Both
 * are coloured where the model gives a colouring, and thinned: a thinned chain counts its own work, and goes on with
 * plain sweeps where they cost less. Without a pilot: LBP with a fixed number of ones or log-ratios of first order, and
 * plain Metropolis sweeps where a flip costs no more than a visit.
 *
 * <p>The pilot has a chain of its own, and its counts depend on the model, the seed and the first starting state alone:
 * not on the threads, the chains of a part, or the clock.
 */
final class LocalPilot {

    private static final int SWEEPS = 16;

    /** The sweeps before the counts begin. */
    private static final int BEFORE = 8;

    /** The most sites of a sweep: a million attempts in all, some 20 ms. The other sites stay. */
    private static final int MOST_SITES = 1 << 16;

    private static final double MOST_TOUCHED_PER_ATTEMPT = 8.0;

    private final LocalEnergyModel.Tracker tracker;
    private final UniformRandomProvider rng;
    private final int dimension;
    private final int[] touched;

    private long attempts;
    private long flips;
    private long touches;

    private LocalPilot(LocalEnergyModel model, BitStart start) {
        this.rng = generator(start);
        this.dimension = start.dimension();
        this.touched = new int[dimension];
        this.tracker = ModelCalls.call(model, "newTracker()", model::newTracker);
        ModelCalls.reset(tracker, start.pilotState(rng));
    }

    /** A generator that takes no number from those of the run. */
    private static UniformRandomProvider generator(BitStart start) {
        RestorableUniformRandomProvider run = (RestorableUniformRandomProvider) start.runGenerator();
        var before = run.saveState();
        long seed = ~run.nextLong();
        run.restoreState(before);
        return RandomSource.XO_SHI_RO_256_PP.create(seed);
    }

    /** Chooses a method. */
    static Choice choose(LocalEnergyModel model, BitStart start) {
        boolean grows = ModelCalls.call(model, "costGrowsWithFlips()", model::costGrowsWithFlips);
        if (start.fixesOnes()) {
            return lbp(grows, "sweeps update one site at a time and cannot keep the number of ones");
        }
        boolean exact = ModelCalls.call(model, "exactFlips()", model::exactFlips);
        if (!exact) {
            return lbp(grows, "log-ratios of first order serve a proposal, and no conditional");
        }
        if (!grows) {
            return Choice.of(
                    sweeps(Sweeps.METROPOLIS, Thinning.NONE),
                    "a flip costs no more than a visit, and Metropolis flips more often than Gibbs");
        }
        LocalPilot pilot = new LocalPilot(model, start);
        try {
            pilot.run(Arrays.copyOf(start.freeSites(), Math.min(MOST_SITES, start.freeCount())));
        } catch (Throwable e) { // checked exceptions too, which a model written in another language may throw
            throw ModelCalls.failure(model, "the pilot of auto()", e);
        }
        return pilot.choice();
    }

    private void run(int[] sites) {
        int[] one = new int[1];
        double[] ratio = new double[1];
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            for (int site : sites) {
                one[0] = site;
                tracker.logRatios(one, 1, ratio);
                boolean flips = rng.nextDouble() < SiteRule.METROPOLIS.probability(LogRatios.checked(ratio[0]));
                int count = flips ? tracker.flip(site, touched) : 0;
                if (sweep >= BEFORE) {
                    count(flips, count);
                }
            }
        }
    }

    private void count(boolean flipped, int count) {
        attempts++;
        flips += flipped ? 1 : 0;
        touches += count == LocalEnergyModel.Tracker.ALL_SITES ? dimension : count;
    }

    private Choice choice() {
        double perAttempt = (double) touches / attempts;
        boolean cheap = perAttempt <= MOST_TOUCHED_PER_ATTEMPT;
        String counts = String.format(
                Locale.ROOT,
                "in a pilot %.3g of the visits flipped, and touched %.3g sites per visit, %s than %.0f",
                (double) flips / attempts,
                perAttempt,
                cheap ? "not more" : "more",
                MOST_TOUCHED_PER_ATTEMPT);
        return Choice.of(sweeps(cheap ? Sweeps.METROPOLIS : Sweeps.GIBBS, Thinning.CHOSEN), counts);
    }

    private static Choice lbp(boolean grows, String reason) {
        double target = grows ? OptimalScaling.LBP_LOCAL_ACCEPTANCE : OptimalScaling.LBP_ACCEPTANCE;
        ScaleController controller = ScaleController.logScale(target);
        return Choice.of(Methods.lbp(WeightFunction.BARKER, controller, Mixture.MOVES), reason);
    }

    private static Method sweeps(Sweeps sweeps, Thinning thinning) {
        return Methods.sweeps(sweeps, Methods.Scan.COLOURED, thinning, Mixture.MOVES);
    }
}
