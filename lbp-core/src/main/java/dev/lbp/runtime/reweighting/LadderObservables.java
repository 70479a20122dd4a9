package dev.lbp.runtime.reweighting;

import dev.lbp.internal.Check;
import dev.lbp.result.SlotTable;
import dev.lbp.result.TemperedAverages;
import dev.lbp.result.TemperingObservables;
import dev.lbp.runtime.tempering.LadderRecords;
import dev.lbp.runtime.tempering.SlotRecords;
import dev.lbp.runtime.tempering.SlotSamples;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Gives averages of the observables of a tempered run, at the inverse temperatures of its slots and between them. The
 * equations of {@link SlotMixture} are solved when averages between slots are first asked for.
 */
public final class LadderObservables implements TemperingObservables {

    private final double[] betas;
    private final double targetBeta;
    private final double logUniform;
    private final LadderRecords records;
    private final List<String> names = new ArrayList<>();
    private final @Nullable TemperingObservables pairs;
    private @Nullable PooledSamples samples;
    private @Nullable SlotMixture mixture;

    /**
     * @param betas the inverse temperatures of the slots, from 0 to 1
     * @param targetBeta the inverse temperature of the target
     * @param logUniform log pi_0 of every state; NaN if the reference is not uniform
     * @param pairs what each chain recorded of pairs of states of a slot and its twin; empty if there are no twins
     */
    public LadderObservables(
            double[] betas,
            double targetBeta,
            double logUniform,
            LadderRecords records,
            List<? extends SlotRecords<?>> pairs) {
        this.betas = betas;
        this.targetBeta = targetBeta;
        this.logUniform = logUniform;
        this.records = records;
        this.pairs = pairs.isEmpty()
                ? null
                : new LadderObservables(
                        betas,
                        targetBeta,
                        2.0 * logUniform, // log pi_0 of a pair of states
                        SlotRecords.pooled(pairs).betweenChains(),
                        List.of());
        names.add("logProb");
        names.addAll(records.names());
    }

    @Override
    public List<String> names() {
        return List.copyOf(names);
    }

    private int indexOf(String name) {
        int number = names.indexOf(Check.notNull("name", name));
        Check.that(number >= 0, "be one of " + String.join(", ", names) + ", which were tracked", "name", name);
        return number;
    }

    @Override
    public SlotTable slots(String name) {
        int observable = indexOf(name);
        int slots = betas.length;
        SlotTable table =
                new SlotTable(name, new double[slots], new double[slots], new double[slots], new double[slots]);
        for (int k = 0; k < slots; k++) {
            double[] figures = records.figures(k, observable); // mean, variance, error
            table.mean()[k] = figures[0];
            table.variance()[k] = figures[1];
            table.error()[k] = figures[2];
            table.effectiveSampleSize()[k] = figures[1] / (figures[2] * figures[2]);
        }
        return table;
    }

    @Override
    public Optional<TemperingObservables> overlaps() {
        return Optional.ofNullable(pairs);
    }

    @Override
    public double targetBeta() {
        return targetBeta;
    }

    @Override
    public long thinning() {
        return records.samples().stream().mapToLong(SlotSamples::step).max().orElse(1);
    }

    @Override
    public long kept() {
        return records.samples().stream().mapToLong(SlotSamples::kept).sum();
    }

    @Override
    public synchronized TemperedAverages at(double beta) {
        if (samples == null || mixture == null) {
            samples = new PooledSamples(records, betas.length);
            mixture = new SlotMixture(betas, samples);
        }
        return new ReweightedLaw(beta / targetBeta, samples, mixture, this::indexOf).averages(targetBeta, logUniform);
    }
}
