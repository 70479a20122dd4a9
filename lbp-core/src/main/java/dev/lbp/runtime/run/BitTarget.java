package dev.lbp.runtime.run;

import dev.lbp.internal.Check;
import dev.lbp.internal.bytes.Fingerprint;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.engine.tempered.ReferencePlan;
import dev.lbp.runtime.engine.tempered.TemperedBits;
import dev.lbp.runtime.engine.tempered.TemperingPlan;
import dev.lbp.runtime.model.AnnealedModel;
import dev.lbp.runtime.model.BatchModel;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.runtime.record.RecorderFactory;
import dev.lbp.runtime.space.BitSpace;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LocalEnergyModel;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;

/** A model of bits, local or batched. */
record BitTarget(EnergyModel model, BitSpace space) implements RunTarget<byte[]> {

    /** The bytes of a recorder: counts of ones, batches of marginals, and the best state. */
    private static final int RECORD_BYTES_PER_SITE = 25;

    /**
     * The bytes that a fixed number of ones adds to a chain: positions of sites, paths, and weights of touched sites.
     */
    private static final int SUBSET_BYTES_PER_SITE = 52;

    /** The bytes of the batches of a second length, in a run that may end early. */
    private static final int GROWTH_BYTES_PER_SITE = 32;

    /** The largest number of sites whose log-ratios identify a model. */
    private static final int SITES = 1_000;

    @Override
    public BitTarget withOnes(int count) {
        return new BitTarget(model, new BitSpace(space.sites(), count));
    }

    @Override
    public boolean batched() {
        return !(model instanceof LocalEnergyModel);
    }

    /** States are divided along the graph of the model, if it has one. Parts would not keep a fixed number of ones. */
    @Override
    public boolean dividesStates(RunSettings<byte[]> run, TemperingPlan plan) {
        return space.ones() == 0
                && TemperedBits.of(run.method, model, space, run.tempered(plan))
                        .graph()
                        .isPresent();
    }

    @Override
    public RunChains<byte[]> chains(RunSettings<byte[]> run, WorkerPool pool) {
        TemperedBits tempered =
                run.tempering == null ? null : TemperedBits.of(run.method, model, space, run.tempered(run.tempering));
        // of a tempered run the start of the target's slot, whose streams have the number 0
        BitStart start = tempered == null ? new BitStart(model, run.startPlan(), space.ones()) : tempered.slot(0);
        Ensemble<byte[]> ensemble =
                tempered == null ? run.method.ensemble(model, start, pool) : tempered.ensemble(pool);
        return new RunChains<>(
                ensemble,
                RecorderFactory.ofBits(space, start, run.bits.conditionals(), run.bits.keepBest(), run::newBatches),
                (scale, acceptanceRate) -> ensemble.method(run.method).caveat(model, scale, start, acceptanceRate),
                scale -> ensemble.method(run.method).reducible(scale, start));
    }

    @Override
    public void check(RunSettings<byte[]> run) {
        int ones = space.ones();
        Check.that(
                ones == 0 || !run.bits.conditionals(),
                "be without conditionals(), which are all 0 or 1 given the other sites",
                "ones",
                ones);
        if (run.bits.conditionals() && run.tempering != null && model instanceof LocalEnergyModel local) {
            Check.that(
                    ModelCalls.call(local, "exactFlips()", local::exactFlips),
                    "be of a model with exact log-ratios, to have conditionals()",
                    "tempering",
                    run.tempering.describe());
        }
        if (ones > 0 && run.initial != null) {
            for (int c = 0; c < run.initial.length; c++) {
                checkOnes(run, c, run.initial[c]);
            }
        }
    }

    /** Checks that a starting state has the fixed number of ones, and a free one and a free zero to exchange. */
    private void checkOnes(RunSettings<byte[]> run, int chain, byte[] state) {
        boolean[] frozen = run.frozen;
        int free = state.length - run.frozenSites();
        int count = 0;
        int freeOnes = 0;
        for (int i = 0; i < state.length; i++) {
            count += state[i];
            freeOnes += frozen == null || !frozen[i] ? state[i] : 0;
        }
        Check.that(count == space.ones(), "have " + space.ones() + " ones", "initial[" + chain + "], ones", count);
        Check.that(
                freeOnes > 0 && freeOnes < free,
                "leave a one and a zero of each chain free",
                "frozen, free ones of initial[" + chain + "]",
                freeOnes + " of " + free + " free sites");
    }

    @Override
    public void checkTempering(TemperingPlan plan) {
        checkReference(plan, ReferencePlan.Kind.BITS, 2);
    }

    @Override
    public double stateBytes(RunSettings<byte[]> run) {
        double bytes = run.method.chainBytes(model, space.sites());
        // a batched path keeps scores and states of its own; a state has one byte per site, and a row one cell
        double pathBytes = run.tempering != null && batched() ? AnnealedModel.bytes(space.sites(), space.sites()) : 0.0;
        return withReplicas(run, bytes + pathBytes);
    }

    @Override
    public double recordBytes(RunSettings<byte[]> run) {
        int bytesPerSite = RECORD_BYTES_PER_SITE
                + (run.mayEndEarly() ? GROWTH_BYTES_PER_SITE : 0)
                + (space.ones() > 0 ? SUBSET_BYTES_PER_SITE : 0);
        return bytesPerSite * (double) space.sites();
    }

    @Override
    public boolean isPossible(byte[] state) {
        return logProb(List.of(state))[0] != Double.NEGATIVE_INFINITY;
    }

    /** Draws the start of a run with observed sites, which cannot have a fixed number of ones. */
    @Override
    public byte[] start(UniformRandomProvider rng) {
        int ones = space.ones();
        Check.that(ones == 0, "be with frozen() and initial() in the place of observe()", "ones", ones);
        return ModelCalls.start(model, rng);
    }

    @Override
    public String randomStart() {
        return space.ones() == 0 ? "start() of the model; by default independent fair bits" : "uniform subsets";
    }

    @Override
    public void identifySettings(RunSettings<byte[]> run, Map<String, String> entries) {
        if (space.ones() > 0) {
            entries.put("ones", String.valueOf(space.ones()));
        }
        run.bits.identify(entries);
    }

    /** Adds log-probabilities, and the model's type. */
    @Override
    public void identifyModel(RunSettings<byte[]> run, Map<String, String> entries, List<byte[]> seeded) {
        RunTarget.identify(entries, logProb(seeded));
        // Trackers answer in double precision. Without ND4J its type cannot be loaded.
        String type = model instanceof LocalEnergyModel ? "DOUBLE" : String.valueOf(model.dataType());
        entries.put("the model's type", type + (model.exactFlips() ? ", exact flips" : ", first-order flips"));
    }

    /** The log-probabilities of states, by a tracker or in one batch. */
    private double[] logProb(List<byte[]> states) {
        if (model instanceof LocalEnergyModel local) {
            LocalEnergyModel.Tracker tracker = local.newTracker();
            return states.stream()
                    .mapToDouble(state -> {
                        tracker.reset(state);
                        return tracker.logProb();
                    })
                    .toArray();
        }
        BatchModel batch = new BatchModel(model, model.dimension(), states.size());
        for (int k = 0; k < states.size(); k++) {
            batch.writeRow(k, states.get(k));
        }
        batch.score();
        return batch.logProb;
    }

    /** If the sampler weighs flips, adds log-ratios of up to {@link #SITES} sites. */
    @Override
    public void identifyStart(RunSettings<byte[]> run, Map<String, String> entries, byte[] start) {
        if (run.method.usesLogRatios()) {
            entries.put("the model's log-ratios (checksum)", checksumOfLogRatios(start));
        }
    }

    /** A checksum of the log-ratios of sites at equal distances. */
    private String checksumOfLogRatios(byte[] state) {
        int n = state.length;
        int count = Math.min(SITES, n);
        int[] sites =
                IntStream.range(0, count).map(k -> (int) ((long) k * n / count)).toArray();
        double[] ratios = logRatios(state, sites);
        return Fingerprint.of(count, k -> ratios[k]);
    }

    /** The log-ratios of the given sites, by a tracker or in one batch. */
    private double[] logRatios(byte[] state, int[] sites) {
        if (model instanceof LocalEnergyModel local) {
            double[] ratios = new double[sites.length];
            LocalEnergyModel.Tracker tracker = local.newTracker();
            tracker.reset(state);
            tracker.logRatios(sites, sites.length, ratios);
            return ratios;
        }
        double[] ofAllSites = new double[state.length];
        BatchModel batch = new BatchModel(model, state.length, 1);
        batch.writeRow(0, state);
        batch.evaluate();
        batch.logRatios(0, ofAllSites);
        return Arrays.stream(sites).mapToDouble(i -> ofAllSites[i]).toArray();
    }
}
