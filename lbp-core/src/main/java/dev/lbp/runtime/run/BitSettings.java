package dev.lbp.runtime.run;

import dev.lbp.internal.Check;
import dev.lbp.internal.Fingerprint;
import dev.lbp.internal.Memory;
import dev.lbp.internal.RunFacts;
import dev.lbp.internal.States;
import dev.lbp.io.ChainWriter;
import dev.lbp.io.DrawDirectory;
import dev.lbp.runtime.engine.ChainState;
import dev.lbp.runtime.engine.Method;
import dev.lbp.runtime.engine.Start;
import dev.lbp.runtime.engine.TemperedStart;
import dev.lbp.runtime.engine.TemperingPlan;
import dev.lbp.runtime.engine.WorkerPool;
import dev.lbp.runtime.model.AnnealedModel;
import dev.lbp.runtime.model.BatchModel;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.runtime.record.BitRecorders;
import dev.lbp.runtime.record.KeptDraws;
import dev.lbp.runtime.record.PooledBest;
import dev.lbp.runtime.record.TracedStatistic;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.Statistic;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.jspecify.annotations.Nullable;

/** The settings of a run whose states are bits. */
@SuppressWarnings("serial") // as in RunSettings
public final class BitSettings extends RunSettings<byte[]> {

    /** The state of a chain and the sites of its last flips. */
    private static final int STATE_BYTES_PER_SITE = 5;

    /** A recorder's counts of ones, batches of marginals, and best state. */
    private static final int RECORD_BYTES_PER_SITE = 25;

    /** Slots and strata: sites and their positions, paths, and weights and slots of touched sites. */
    private static final int SUBSET_BYTES_PER_SITE = 52;

    /** The batches of a second length, in a run that may end early. */
    private static final int GROWTH_BYTES_PER_SITE = 32;

    /** The states whose log-probability identifies a model. */
    private static final int STATES = 4;

    /** The sites whose log-ratios identify a model. */
    private static final int SITES = 1_000;

    /** The scans that find a schedule in the shortest warm-up of a tempered run: rounds end after 2, 5 and 10. */
    private static final int LEAST_WARM_UP_SCANS = 10;

    public final EnergyModel energyModel;

    /** The number of ones of every state; 0 for any number. */
    public int ones;

    /** Whether to record Rao-Blackwellised marginals. */
    public boolean conditionals;

    /** The number of best states to keep; 0 for none. */
    public int keepBest;

    /** Parallel tempering; null for none. */
    private @Nullable TemperingPlan tempering;

    public BitSettings(Method method, EnergyModel model, int dimension) {
        super(method, model, dimension);
        this.energyModel = model;
    }

    /**
     * Samples by parallel tempering.
     *
     * @throws IllegalArgumentException if the sampler cannot be tempered, or the reference has another length
     */
    public void temper(TemperingPlan plan) {
        String reason = method.untempered();
        Check.that(
                reason.isEmpty(), "be a sampler that tempering can use, but " + reason, "sampler", method.describe());
        double[] reference = plan.reference();
        if (reference != null) {
            Check.length(dimension, "reference", reference.length);
        }
        tempering = plan;
    }

    /** Traces a statistic of the caller. */
    public void track(String name, Statistic statistic) {
        tracked.put(name, new TracedStatistic.OfBits(statistic));
    }

    @Override
    RunChains<byte[]> chains(WorkerPool pool) {
        TemperedStart tempered = tempering == null
                ? null
                : new TemperedStart(method, energyModel, tempering, span(), seed, initial, frozen, chainsPerBatch);
        Start start = tempered == null
                ? new Start(energyModel, span(), seed, initial, frozen, ones).inBatchesOf(chainsPerBatch)
                : tempered.slot(0);
        KeptDraws<byte[]> kept = keepDraws ? KeptDraws.ofBits(span().count(), dimension) : null;
        return new RunChains<>(
                tempered == null ? method.ensemble(energyModel, start, pool) : tempered.ensemble(pool),
                new BitRecorders(start, thin, tracked, conditionals, keepBest, () -> newBatches(dimension), kept),
                kept,
                (scale, acceptanceRate) -> method.caveat(energyModel, scale, start, acceptanceRate),
                start.frozenMask());
    }

    @Override
    boolean batched() {
        return !(energyModel instanceof LocalEnergyModel);
    }

    @Override
    int tasks() {
        long most = (long) span().count() * (tempering == null ? 1 : tempering.mostReplicas());
        return (int) Math.min(Integer.MAX_VALUE, most);
    }

    @Override
    int values() {
        return 2;
    }

    @Override
    int cellsPerSite() {
        return 1;
    }

    @Override
    void checkMore() {
        if (ones > 0) {
            checkOnes();
        }
        if (tempering != null) {
            Check.that(ones == 0, "be without tempering, whose reference has any number of ones", "ones", ones);
            long least = (long) LEAST_WARM_UP_SCANS * tempering.every();
            Check.that(
                    warmup >= least,
                    "be >= " + LEAST_WARM_UP_SCANS + " * every = " + least
                            + " with tempering, whose inverse temperatures it finds",
                    "warmup",
                    warmup);
        }
    }

    @Override
    void checkMemory(double bytes) {
        if (keepBest > 0) {
            Memory.check(
                    bytes + PooledBest.bytes(keepBest, dimension, span().count()),
                    "keepBest=" + keepBest + ", chains=" + chains + ", " + sizes(),
                    "keep fewer states");
        }
    }

    private void checkOnes() {
        Check.that(
                !conditionals, "be without conditionals(), which are all 0 or 1 given the other sites", "ones", ones);
        if (initial == null) {
            return;
        }
        int free = dimension - frozenSites();
        for (int c = 0; c < initial.length; c++) {
            int count = 0;
            int freeOnes = 0;
            for (int i = 0; i < dimension; i++) {
                count += initial[c][i];
                freeOnes += frozen == null || !frozen[i] ? initial[c][i] : 0;
            }
            Check.that(count == ones, "have " + ones + " ones", "initial[" + c + "], ones", count);
            Check.that(
                    freeOnes > 0 && freeOnes < free,
                    "leave a one and a zero of each chain free",
                    "frozen, free ones of initial[" + c + "]",
                    freeOnes + " of " + free + " free sites");
        }
    }

    @Override
    void describeSpace(Map<String, @Nullable Object> manifest) {
        if (ones > 0) {
            manifest.put("ones", ones);
        }
        if (tempering != null) {
            manifest.put("temperingPlan", tempering.describe());
        }
    }

    @Override
    String space() {
        String subsets = ones == 0 ? "" : ", " + ones + (ones == 1 ? " one" : " ones");
        return tempering == null ? subsets : subsets + "; tempering: " + tempering.describe();
    }

    @Override
    void addParticulars(Map<String, String> particulars) {
        if (ones > 0) {
            particulars.put("Ones of every state", String.valueOf(ones));
        }
        if (tempering != null) {
            particulars.put("Parallel tempering", tempering.describe());
        }
        if (keepBest > 0) {
            particulars.put("Best states kept", String.valueOf(keepBest));
        }
    }

    @Override
    String randomStart() {
        return ones == 0 ? "start() of the model; by default independent fair bits" : "uniform subsets";
    }

    @Override
    boolean write(ChainWriter writer, byte[] state) {
        return writer.add(state);
    }

    @Override
    ChainWriter writer(DrawDirectory directory, Iterable<String> traces, int draws) throws IOException {
        return directory.chain(dimension, traces, draws);
    }

    @Override
    void writeStates(DrawDirectory directory, int draws, KeptDraws<byte[]> states) throws IOException {
        directory.writeStates(chains, draws, dimension, states::state);
    }

    /** The bytes of one chain's state and what a method keeps beside it. */
    static double stateBytes(Method method, EnergyModel model, int sites) {
        int ofBatch = model instanceof LocalEnergyModel ? 0 : method.batchBytesPerSite();
        return (STATE_BYTES_PER_SITE + method.bytesPerSite() + ofBatch) * (double) sites;
    }

    @Override
    double stateBytes() {
        if (tempering == null) {
            return stateBytes(method, energyModel, dimension);
        }
        int ofPath = energyModel instanceof LocalEnergyModel ? 0 : AnnealedModel.BYTES_PER_SITE;
        double ofSlot =
                RunMemory.BYTES_PER_CHAIN + stateBytes(method, energyModel, dimension) + (double) ofPath * dimension;
        return ofSlot * tempering.mostReplicas();
    }

    @Override
    double recordBytes() {
        int bytesPerSite = RECORD_BYTES_PER_SITE
                + (mayEndEarly() ? GROWTH_BYTES_PER_SITE : 0)
                + (ones > 0 ? SUBSET_BYTES_PER_SITE : 0);
        return bytesPerSite * (double) dimension;
    }

    @Override
    long bitsPerDraw() {
        return KeptDraws.bitsPerDraw(dimension, 2);
    }

    @Override
    String sizes() {
        String replicas = tempering == null ? "" : ", replicas=" + tempering.mostReplicas();
        return "model.dimension()=" + dimension + replicas;
    }

    @Override
    String remedy() {
        return tempering == null ? super.remedy() : super.remedy() + ", or fewer replicas";
    }

    @Override
    byte[][] seededStates(int count) {
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(RunIdentity.SEED);
        byte[][] states = new byte[count][];
        for (int k = 0; k < count; k++) {
            states[k] = States.random(dimension, ones, rng);
        }
        return states;
    }

    @Override
    String checksum(byte[][] states) {
        return Fingerprint.of(states);
    }

    @Override
    void identifySettings(Map<String, String> entries) {
        if (ones > 0) {
            entries.put("ones", String.valueOf(ones));
        }
        entries.put("conditionals", String.valueOf(conditionals));
        if (keepBest > 0) {
            entries.put("keepBest", String.valueOf(keepBest));
        }
        if (tempering != null) {
            double[] reference = tempering.reference();
            entries.put("tempering", tempering.describe());
            entries.put(
                    "the reference of tempering (checksum)",
                    reference == null ? "none" : Fingerprint.of(reference.length, i -> reference[i]));
        }
    }

    /** Adds log-probabilities of {@link #STATES} seeded states, and the model's type. */
    @Override
    void identifyModel(Map<String, String> entries) {
        EnergyModel model = energyModel;
        try {
            double[] logProb = logProb(model, seededStates(STATES));
            for (int k = 0; k < STATES; k++) {
                entries.put(RunFacts.TEST_STATE + k, String.valueOf(logProb[k]));
            }
            entries.put(
                    "the model's type",
                    model.dataType() + (model.exactFlips() ? ", exact flips" : ", first-order flips"));
        } catch (Throwable e) {
            throw ModelCalls.failure(model, "the seeded states of a checkpoint", e);
        }
    }

    /** If the sampler weighs flips, also adds log-ratios of up to {@link #SITES} sites at the first starting state. */
    @Override
    void identifyStart(Map<String, String> entries, List<? extends ChainState<byte[]>> chains) {
        super.identifyStart(entries, chains);
        if (method.usesLogRatios()) {
            try {
                entries.put("the model's log-ratios (checksum)", logRatios(energyModel, chains.get(0).state));
            } catch (Throwable e) {
                throw ModelCalls.failure(energyModel, "the starting state of a checkpoint", e);
            }
        }
    }

    private static double[] logProb(EnergyModel model, byte[][] states) {
        if (model instanceof LocalEnergyModel local) {
            LocalEnergyModel.Tracker tracker = local.newTracker();
            double[] logProb = new double[states.length];
            for (int k = 0; k < states.length; k++) {
                tracker.reset(states[k]);
                logProb[k] = tracker.logProb();
            }
            return logProb;
        }
        BatchModel batch = new BatchModel(model, model.dimension(), states.length);
        for (int k = 0; k < states.length; k++) {
            batch.writeRow(k, states[k]);
        }
        batch.score();
        return batch.logProb;
    }

    /** A checksum of the log-ratios of {@link #SITES} sites at a state, or of all sites if there are fewer. */
    private static String logRatios(EnergyModel model, byte[] state) {
        int n = state.length;
        int count = Math.min(SITES, n);
        int[] sites =
                IntStream.range(0, count).map(k -> (int) ((long) k * n / count)).toArray();
        double[] ratios = new double[n];
        if (model instanceof LocalEnergyModel local) {
            LocalEnergyModel.Tracker tracker = local.newTracker();
            tracker.reset(state);
            tracker.logRatios(sites, count, ratios);
            return Fingerprint.of(count, k -> ratios[k]);
        }
        BatchModel batch = new BatchModel(model, n, 1);
        batch.writeRow(0, state);
        batch.evaluate();
        batch.logRatios(0, ratios);
        return Fingerprint.of(count, k -> ratios[sites[k]]);
    }
}
