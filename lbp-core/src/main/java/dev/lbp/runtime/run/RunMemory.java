package dev.lbp.runtime.run;

import dev.lbp.internal.Check;
import dev.lbp.internal.Memory;
import dev.lbp.runtime.engine.Method;
import dev.lbp.runtime.engine.WarmUpTrace;
import dev.lbp.runtime.record.KeptDraws;
import dev.lbp.target.EnergyModel;

/**
 * The heap that a run needs. A run that cannot fit is refused before it begins. If a run may end before its last draw, its
 * traces grow with its draws, and the run ends when they no longer fit.
 */
public final class RunMemory {

    /** Generator, scale and recorder, for the sampler that needs least. Measured: 1,250 bytes for Gibbs, 3,300 for LBP. */
    static final int BYTES_PER_CHAIN = 1_200;

    /** One bin of {@link WarmUpTrace}. */
    private static final int BYTES_PER_BIN = 20;

    /** The copies of one trace that its diagnostics need: sorted, split, ranked, and turned into scores. */
    private static final int DIAGNOSTIC_COPIES = 6;

    /** The longest array, without a reserve for what a part holds beside its draws. */
    private static final double MOST_IN_PART = Memory.LONGEST_ARRAY - 1e6;

    /** What the draws of a part need: the records, the bytes that are written of them, and the bytes of the part. */
    private static final int PART_COPIES = 3;

    private final RunSettings<?> settings;
    private final int traces;

    RunMemory(RunSettings<?> settings) {
        this.settings = settings;
        this.traces = settings.traceNames().size();
    }

    /**
     * Checks that chains of bits fit into memory.
     *
     * @throws IllegalArgumentException with the bytes
     */
    public static void checkChains(Method method, EnergyModel model, int sites, int chains) {
        double bytes = chains * (BYTES_PER_CHAIN + BitSettings.stateBytes(method, model, sites));
        check(bytes, chains, "model.dimension()=" + sites, "run fewer chains");
    }

    /**
     * Checks that one chain of whole numbers or reals fits into memory.
     *
     * @throws IllegalArgumentException with the bytes
     */
    public static void checkChain(RunSettings<?> settings) {
        check(BYTES_PER_CHAIN + settings.stateBytes(), 1, settings.chainSizes(), settings.chainRemedy());
    }

    /**
     * Checks that the chains of the run, and the draws that it will certainly make, fit into memory.
     *
     * @throws IllegalArgumentException with the bytes
     */
    void check() {
        int chains = settings.span().count();
        double binBytes = (double) BYTES_PER_BIN * Math.min(settings.warmup, WarmUpTrace.BINS);
        double bytes = chains * (BYTES_PER_CHAIN + settings.stateBytes() + settings.recordBytes() + binBytes);
        check(bytes, chains, settings.sizes(), settings.remedy());
        int draws = settings.nextPause(0);
        String sizes = "chains=" + chains + ", draws=" + settings.draws;
        if (settings.isPart()) {
            checkPart(bytes, sizes);
        }
        Memory.check(
                bytes + traceBytes(draws),
                sizes + " of " + traces + " traces",
                "run fewer chains, make fewer draws, thin, or end the run by untilEss(), untilRHat() or budget(), which let traces"
                        + " grow");
        Memory.checkLength(draws, sizes);
        settings.checkMemory(bytes + traceBytes(draws));
        if (settings.keepDraws) {
            String kept = "keepDraws(), " + sizes + ", " + settings.sizes();
            Memory.check(bytes + traceBytes(draws) + keptBytes(draws), kept, "thin, or stream to a sink");
            Memory.checkLength(keptWords(draws), kept);
        }
    }

    /** Checks that the draws of a part fit into its array of bytes: they would be lost at the end. */
    private void checkPart(double chainBytes, String sizes) {
        double draws = partBytes();
        String text = sizes + " of " + traces + " traces" + (settings.keepDraws ? ", keepDraws()" : "") + " in a part";
        String remedy = "take fewer chains in a part, make fewer draws, or thin";
        Check.that(draws <= MOST_IN_PART, "be below 2 GB (" + remedy + ")", text, Memory.size(draws));
        Memory.check(chainBytes + PART_COPIES * draws, text, remedy);
    }

    /** The bytes of the draws of a part, without the states and sums of its chains. */
    double partBytes() {
        int draws = settings.draws;
        return traceBytes(draws) + (settings.keepDraws ? keptBytes(draws) : 0.0);
    }

    private static void check(double bytes, int chains, String sizes, String remedy) {
        Memory.check(bytes, "chains=" + chains + ", " + sizes, remedy);
    }

    /**
     * Whether the heap has room for {@code draws} draws of every chain, for the diagnostics of one trace, and for a result.
     *
     * @param made the draws that have room already
     * @param draws the draws that need room, including {@code made}
     */
    boolean fits(int made, int draws) {
        int chains = settings.span().count();
        boolean indexed = (double) chains * draws <= Memory.LONGEST_ARRAY
                && (!settings.keepDraws || keptWords(draws) <= Memory.LONGEST_ARRAY);
        double growth = traceBytes(draws) - traceBytes(made);
        if (settings.keepDraws) {
            growth += keptBytes(draws) - keptBytes(made);
        }
        double later = Math.max(DIAGNOSTIC_COPIES, traces) * (double) Double.BYTES * chains * draws;
        return indexed && Memory.fits(growth + later);
    }

    private double traceBytes(int draws) {
        return (double) Double.BYTES * traces * settings.span().count() * draws;
    }

    private double keptBytes(int draws) {
        return Long.BYTES * keptWords(draws) * settings.span().count();
    }

    /** The longs that hold the kept draws of one chain. */
    private double keptWords(int draws) {
        return KeptDraws.words(draws, settings.bitsPerDraw());
    }
}
