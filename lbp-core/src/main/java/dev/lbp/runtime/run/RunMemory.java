package dev.lbp.runtime.run;

import dev.lbp.internal.Check;
import dev.lbp.internal.Memory;
import dev.lbp.io.ChainWriter;
import dev.lbp.runtime.engine.chain.Method;
import dev.lbp.runtime.engine.chain.WarmUpTrace;
import dev.lbp.runtime.record.BestStates;
import dev.lbp.runtime.record.SelfDistance;
import dev.lbp.runtime.space.KeptDraws;
import dev.lbp.target.EnergyModel;

/**
 * The heap that a run needs. A run that cannot fit is refused before it begins. If a run may end before its last
 * draw, its traces grow with its draws, and the run ends when they no longer fit.
 *
 * @param <S> the array of a state
 */
public final class RunMemory<S> {

    /**
     * The bytes of the generator, the scale and the recorder of a chain, for the sampler that needs least. Measured:
     * 1,250 bytes for Gibbs, 3,300 for LBP.
     */
    static final int BYTES_PER_CHAIN = 1_200;

    /** The bytes of one bin of {@link WarmUpTrace}. */
    private static final int BYTES_PER_BIN = 20;

    /** The copies of one trace that its diagnostics need: split, sorted, scored, and the distances to its median. */
    private static final int DIAGNOSTIC_COPIES = 6;

    /**
     * The memory that autocovariances need besides these copies, in lengths of one chain's trace: four padded arrays,
     * each at most four times as long as the trace.
     */
    private static final int TRANSFORM_COPIES = 18;

    /**
     * The fewest draws of each chain for diagnostics, if the diagnostics of a whole trace do not fit into the heap.
     */
    static final int LEAST_JUDGED = 1_000;

    /** The most draws of a chain that diagnostics accept. */
    private static final int MOST_JUDGED = 1 << 29;

    /** Traces of a run with a sink stay in memory up to this number of bytes. */
    private static final double MOST_IN_MEMORY = 16e6;

    /** The largest number of bytes of a part's draws: the longest array, minus a reserve for its other contents. */
    private static final double MOST_IN_PART = Memory.LONGEST_ARRAY - 1e6;

    /** The copies of a part's draws in memory: the records, the bytes written from them, and the bytes of the part. */
    private static final int PART_COPIES = 3;

    private final RunSettings<S> settings;
    private final int traces;

    RunMemory(RunSettings<S> settings) {
        this.settings = settings;
        this.traces = settings.traceNames().size();
    }

    /**
     * Checks that chains of bits fit into memory.
     *
     * @throws IllegalArgumentException with the bytes
     */
    public static void checkChains(Method method, EnergyModel model, int sites, int chains) {
        double bytes = chains * (BYTES_PER_CHAIN + method.chainBytes(model, sites));
        check(bytes, chains, "model.dimension()=" + sites, "run fewer chains");
    }

    /**
     * Checks that one chain of whole numbers or reals fits into memory.
     *
     * @throws IllegalArgumentException with the bytes
     */
    public static <S> void checkChain(RunSettings<S> settings) {
        check(
                BYTES_PER_CHAIN + settings.target().stateBytes(settings),
                /* chains= */ 1,
                settings.words().chainSizes(),
                settings.target().chainRemedy());
    }

    /**
     * Checks that the chains of the run, and the draws that it will certainly make, fit into memory.
     *
     * @throws IllegalArgumentException with the bytes
     */
    void check() {
        int chains = settings.span().count();
        double bytes = chains * bytesPerChain();
        check(bytes, chains, settings.words().sizes(), settings.target().remedy(settings));
        int certain = settings.nextPause(0); // draws before the first pause
        double traced = traceBytes(drawsInMemory(certain));
        double diagnostics = diagnosticBytes(chains, Math.min(certain, LEAST_JUDGED));
        String sizes = "chains=" + chains + ", draws=" + settings.draws;
        if (settings.isPart()) {
            checkPart(bytes, sizes);
        }
        Memory.check(
                bytes + traced + diagnostics,
                sizes + " of " + traces + " traces",
                "run fewer chains, make fewer draws, thin, or end the run by untilEss(), untilRHat() or budget(), which let traces"
                        + " grow");
        Memory.checkLength(certain, sizes);
        checkBest(bytes + traced);
        if (settings.keepDraws) {
            String kept = "keepDraws(), " + sizes + ", " + settings.words().sizes();
            Memory.check(bytes + traceBytes(certain) + keptBytes(certain), kept, "thin, or stream to a sink");
            Memory.checkLength(keptWords(certain), kept);
        }
    }

    /** The bytes of a chain without its traces and its kept draws. */
    private double bytesPerChain() {
        RunTarget<S> target = settings.target();
        double binBytes = (double) BYTES_PER_BIN * Math.min(settings.warmup, WarmUpTrace.BINS);
        double selfBytes = SelfDistance.bytes(settings.space().sites(), settings.draws);
        return BYTES_PER_CHAIN + target.stateBytes(settings) + target.recordBytes(settings) + binBytes + selfBytes;
    }

    /** Checks that the best states, if they are kept, fit into memory beside {@code bytes} bytes. */
    private void checkBest(double bytes) {
        int best = settings.bits.keepBest();
        if (best > 0) {
            Memory.check(
                    bytes
                            + BestStates.bytes(
                                    best,
                                    settings.space().sites(),
                                    settings.span().count()),
                    "keepBest=" + best + ", chains=" + settings.chains + ", "
                            + settings.words().sizes(),
                    "keep fewer states");
        }
    }

    /**
     * Checks that the traces of all chains fit into memory when the parts of a run are put together. The parts hold
     * all traces, even if a sink has written them to files too.
     *
     * @throws IllegalArgumentException with the bytes
     */
    void checkMerged() {
        int draws = settings.draws;
        Memory.check(
                traceBytes(draws) + diagnosticBytes(settings.chains, Math.min(draws, LEAST_JUDGED)),
                "chains=" + settings.chains + ", draws=" + draws + " of " + traces + " traces in parts",
                "merge them with a larger heap, or thin");
    }

    /** Checks that the draws of a part fit into its array of bytes, since otherwise they would be lost at the end. */
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

    /**
     * Whether traces are only in the files of the sink, apart from the last draws. Never for a part, whose bytes hold
     * the traces, nor for kept draws, which need more memory than traces.
     */
    boolean streams() {
        return settings.sink != null
                && !settings.isPart()
                && !settings.keepDraws
                && traceBytes(settings.draws) > MOST_IN_MEMORY;
    }

    /** The number of draws of each chain with traces in memory, if it has made {@code draws}. */
    private int drawsInMemory(int draws) {
        return streams() ? Math.min(draws, ChainWriter.MOST_BUFFERED) : draws;
    }

    /**
     * Finds how many draws of a trace have diagnostics that fit into memory now.
     *
     * @return the smallest power of two k such that one draw in k fits; 0 if not even {@link #LEAST_JUDGED} draws of
     *     each chain do
     */
    static int smallestThinning(int chains, int draws) {
        for (int k = 1; leavesEnough(draws, k); k *= 2) {
            int judged = (int) ((draws + k - 1L) / k);
            // the diagnostics hold the draws of all chains in one array
            boolean isShort = (double) chains * judged <= Memory.LONGEST_ARRAY && judged <= MOST_JUDGED;
            if (isShort && Memory.fits(diagnosticBytes(chains, judged))) {
                return k;
            }
        }
        return 0;
    }

    /** Whether one draw in k is enough for diagnostics. */
    static boolean leavesEnough(int draws, int k) {
        return k == 1 || (k > 0 && draws / k >= LEAST_JUDGED);
    }

    /** The bytes that the diagnostics of one trace need. */
    private static double diagnosticBytes(int chains, int draws) {
        return Double.BYTES * ((double) DIAGNOSTIC_COPIES * chains + TRANSFORM_COPIES) * draws;
    }

    private static void check(double bytes, int chains, String sizes, String remedy) {
        Memory.check(bytes, "chains=" + chains + ", " + sizes, remedy);
    }

    /**
     * Whether the heap has room for {@code draws} draws of every chain, for the diagnostics of one trace, and for a
     * result. If files have the draws, diagnostics of the fewest allowed draws are enough.
     *
     * @param made the number of draws that already have room
     * @param draws the number of draws that need room, including {@code made}
     */
    boolean fits(int made, int draws) {
        int chains = settings.span().count();
        if (streams()) {
            double window = traceBytes(drawsInMemory(draws)) - traceBytes(drawsInMemory(made));
            return Memory.fits(window + diagnosticBytes(chains, Math.min(draws, LEAST_JUDGED)));
        }
        // the diagnostics of a trace pool all its draws in one array, so their number must be an index
        boolean indexed = (double) chains * draws <= Memory.LONGEST_ARRAY
                && (!settings.keepDraws || keptWords(draws) <= Memory.LONGEST_ARRAY);
        double growth = traceBytes(draws) - traceBytes(made);
        if (settings.keepDraws) {
            growth += keptBytes(draws) - keptBytes(made);
        }
        // at the end of the run: the copies of one trace for its diagnostics, or all traces of the result
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
        return KeptDraws.words(draws, settings.space().bitsPerDraw());
    }
}
