package dev.lbp.runtime.run;

import dev.lbp.continuous.DensityModel;
import dev.lbp.internal.Check;
import dev.lbp.internal.bytes.Fingerprint;
import dev.lbp.runtime.engine.reals.RealMethod;
import dev.lbp.runtime.engine.reals.TemperedReals;
import dev.lbp.runtime.engine.start.Start;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.engine.tempered.ReferencePlan;
import dev.lbp.runtime.engine.tempered.TemperingPlan;
import dev.lbp.runtime.model.AnnealedModel;
import dev.lbp.runtime.model.BatchModel;
import dev.lbp.runtime.model.GaussianBase;
import dev.lbp.runtime.model.RowBlocks;
import dev.lbp.runtime.record.RecorderFactory;
import dev.lbp.runtime.space.RealSpace;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A density of real coordinates, with the method that samples it. */
record Density(DensityModel model, RealMethod method, RealSpace space) implements RunTarget<double[]> {

    /** The bytes of a recorder: its best point and changed coordinates. */
    private static final int RECORD_BYTES_PER_COORDINATE = 24;

    /** The bytes that a recorder needs for each averaged quantity: its value, its sums, and its batches. */
    private static final int RECORD_BYTES_PER_CELL = 40;

    /** The bytes of batches of a second length, which a run that may end early keeps besides. */
    private static final int GROWTH_BYTES_PER_CELL = 40;

    @Override
    public boolean batched() {
        return true;
    }

    @Override
    public RunChains<double[]> chains(RunSettings<double[]> run, WorkerPool pool) {
        return new RunChains<>(
                run.tempering == null
                        ? method.ensemble(model, start(run), pool)
                        : tempered(run, run.tempering).ensemble(pool),
                RecorderFactory.ofMoments(space, new double[space.sites()], run::newBatches),
                (scale, acceptanceRate) -> method.caveat(acceptanceRate),
                scale -> "");
    }

    private Start<double[]> start(RunSettings<double[]> run) {
        return Start.of(space, run.startPlan(), rng -> method.start(model, rng));
    }

    private TemperedReals tempered(RunSettings<double[]> run, TemperingPlan plan) {
        double[][] gaussian = Objects.requireNonNull(plan.reference()).numbers();
        return new TemperedReals(method, model, space, new GaussianBase(gaussian[0], gaussian[1]), run.tempered(plan));
    }

    @Override
    public void checkTempering(TemperingPlan plan) {
        Check.that(
                plan.reference() != null,
                "be given for real coordinates, reference(means, standardDeviations)",
                "reference",
                "null");
        Objects.requireNonNull(plan.reference()).check(ReferencePlan.Kind.REALS, space.sites(), /* values= */ 1);
    }

    @Override
    public double stateBytes(RunSettings<double[]> run) {
        double pathBytes =
                run.tempering == null ? 0.0 : AnnealedModel.bytes(Double.BYTES * (double) space.sites(), space.sites());
        return withReplicas(run, (double) method.bytesPerSite() * space.sites() + pathBytes);
    }

    @Override
    public double recordBytes(RunSettings<double[]> run) {
        int bytesPerCell = RECORD_BYTES_PER_CELL + (run.mayEndEarly() ? GROWTH_BYTES_PER_CELL : 0);
        return space.sites() * (RECORD_BYTES_PER_COORDINATE + space.cellsPerSite() * (double) bytesPerCell);
    }

    @Override
    public boolean isPossible(double[] state) {
        return true; // only runs with observed sites ask, which real coordinates cannot be
    }

    @Override
    public String randomStart() {
        return method.randomStart();
    }

    /** Adds the log-probability at each seeded point, and a checksum of the gradient if the method uses gradients. */
    @Override
    public void identifyModel(RunSettings<double[]> run, Map<String, String> entries, List<double[]> seeded) {
        BatchModel batch = new BatchModel(model, space.sites(), RowBlocks.whole(seeded.size()));
        for (int k = 0; k < seeded.size(); k++) {
            batch.writeRow(k, seeded.get(k));
        }
        if (method.usesLogRatios()) {
            batch.evaluate();
        } else {
            batch.score();
        }
        for (int k = 0; k < seeded.size(); k++) {
            entries.put("the model's log-probability of seeded point " + k, String.valueOf(batch.logProb[k]));
            if (method.usesLogRatios()) {
                double[] gradient = new double[space.sites()];
                batch.logRatios(k, gradient);
                entries.put(
                        "the model's gradient at seeded point " + k + " (checksum)",
                        Fingerprint.of(gradient.length, i -> gradient[i]));
            }
        }
    }
}
