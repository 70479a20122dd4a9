package dev.lbp.runtime.run;

import dev.lbp.internal.Memory;
import dev.lbp.runtime.engine.Method;
import dev.lbp.runtime.engine.WarmUpTrace;
import dev.lbp.runtime.record.KeptDraws;

/**
 * The heap that a run needs. A run that cannot fit is refused before it begins. If a run may end before its last draw, its
 * traces grow with its draws, and the run ends when they no longer fit.
 */
public final class RunMemory {

    /** The state of a chain and the sites of its last flips. */
    private static final int STATE_BYTES_PER_SITE = 5;

    /** The same for whole numbers: the state, the sites of the last step, and their proposed values. */
    private static final int VALUE_BYTES_PER_SITE = 25;

    /** A recorder's counts of ones, batches of marginals, and best state. */
    private static final int RECORD_BYTES_PER_SITE = 25;

    /** Strata: sites and their positions, paths, and weights and slots of touched sites. */
    private static final int SUBSET_BYTES_PER_SITE = 40;

    /** The batches of a second length, in a run that may end early. */
    private static final int GROWTH_BYTES_PER_SITE = 32;

    /** Generator, scale and recorder, for the sampler that needs least. Measured: 1,250 bytes for Gibbs, 3,300 for LBP. */
    private static final int BYTES_PER_CHAIN = 1_200;

    /** One bin of {@link WarmUpTrace}. */
    private static final int BYTES_PER_BIN = 20;

    /** The copies of one trace that its diagnostics need: sorted, split, ranked, and turned into scores. */
    private static final int DIAGNOSTIC_COPIES = 6;

    private final RunSettings settings;
    private final int traces;

    RunMemory(RunSettings settings) {
        this.settings = settings;
        this.traces = settings.traceNames().size();
    }

    /**
     * Checks that chains fit into memory.
     *
     * @throws IllegalArgumentException with the bytes
     */
    public static void checkChains(Method method, int sites, int chains) {
        check(chainBytes(method, sites, chains, 0.0), sites, chains);
    }

    /**
     * Checks that chains on a model with its own moves fit into memory.
     *
     * @param moves the number of labels M
     * @throws IllegalArgumentException with the bytes
     */
    public static void checkMoveChains(Method method, int sites, int moves, int chains) {
        double bytes = chains
                * (BYTES_PER_CHAIN + VALUE_BYTES_PER_SITE * (double) sites + method.bytesPerMove() * (double) moves);
        String sizes = "chains=" + chains + ", model.dimension()=" + sites + ", model.moves()=" + moves;
        Memory.check(bytes, sizes, "run fewer chains, or list fewer moves");
    }

    /**
     * Checks that the chains of the run, and the draws that it will certainly make, fit into memory.
     *
     * @throws IllegalArgumentException with the bytes
     */
    void check() {
        int sites = settings.dimension;
        int chains = settings.chains;
        int bytesPerSite = RECORD_BYTES_PER_SITE
                + (settings.mayEndEarly() ? GROWTH_BYTES_PER_SITE : 0)
                + (settings.ones > 0 ? SUBSET_BYTES_PER_SITE : 0);
        double recordBytes =
                bytesPerSite * (double) sites + (double) BYTES_PER_BIN * Math.min(settings.warmup, WarmUpTrace.BINS);
        double bytes = chainBytes(settings.method, sites, chains, recordBytes);
        check(bytes, sites, chains);
        int draws = settings.nextPause(0);
        String sizes = "chains=" + chains + ", draws=" + settings.draws;
        Memory.check(
                bytes + traceBytes(draws),
                sizes + " of " + traces + " traces",
                "run fewer chains, make fewer draws, thin, or end the run by untilEss(), untilRHat() or budget(), which let traces"
                        + " grow");
        Memory.checkLength(draws, sizes);
        if (settings.keepDraws) {
            String kept = "keepDraws(), " + sizes + ", model.dimension()=" + sites;
            Memory.check(bytes + traceBytes(draws) + keptBytes(draws), kept, "thin, or stream to a sink");
            Memory.checkLength(KeptDraws.words(draws, sites), kept);
        }
    }

    private static double chainBytes(Method method, int sites, int chains, double recordBytes) {
        double state = (STATE_BYTES_PER_SITE + method.bytesPerSite()) * (double) sites;
        return chains * (BYTES_PER_CHAIN + state + recordBytes);
    }

    private static void check(double bytes, int sites, int chains) {
        Memory.check(bytes, "chains=" + chains + ", model.dimension()=" + sites, "run fewer chains");
    }

    /**
     * Whether the heap has room for {@code draws} draws of every chain, for the diagnostics of one trace, and for a result.
     *
     * @param made the draws that have room already
     * @param draws the draws that need room, including {@code made}
     */
    boolean fits(int made, int draws) {
        int chains = settings.chains;
        boolean indexed = (double) chains * draws <= Memory.LONGEST_ARRAY
                && (!settings.keepDraws || KeptDraws.words(draws, settings.dimension) <= Memory.LONGEST_ARRAY);
        double growth = traceBytes(draws) - traceBytes(made);
        if (settings.keepDraws) {
            growth += keptBytes(draws) - keptBytes(made);
        }
        double later = Math.max(DIAGNOSTIC_COPIES, traces) * (double) Double.BYTES * chains * draws;
        return indexed && Memory.fits(growth + later);
    }

    private double traceBytes(int draws) {
        return (double) Double.BYTES * traces * settings.chains * draws;
    }

    private double keptBytes(int draws) {
        return (double) Long.BYTES * KeptDraws.words(draws, settings.dimension) * settings.chains;
    }
}
