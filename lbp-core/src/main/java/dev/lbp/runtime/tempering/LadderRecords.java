package dev.lbp.runtime.tempering;

import java.util.List;

/**
 * What was recorded at the slots of all chains: the log-probability, which is observable 0, and the tracked statistics.
 *
 * @param names the names of the tracked statistics, observables 1 and on
 * @param sums the sums over all scans of each chain
 * @param samples the values at the scans that were kept of each chain
 * @param between whether errors come from the differences between chains, because errors from within chains are too
 *     small
 */
public record LadderRecords(List<String> names, List<SlotSums> sums, List<SlotSamples> samples, boolean between) {

    /** The index of observable 0, the log-probability, among the values of a slot; the statistics follow. */
    private static final int FIRST_OBSERVABLE = SlotRecords.RATIO + 1;

    /**
     * The fewest chains for errors from their differences: with 4, the error has a relative error of 1 / sqrt(2 * 3),
     * 41 %.
     */
    private static final int LEAST_CHAINS = 4;

    /** A copy of the records whose errors come from the differences between chains. */
    public LadderRecords betweenChains() {
        return new LadderRecords(names, sums, samples, true);
    }

    /** Whether errors are known: from within chains always, from differences between chains with enough chains. */
    public boolean hasErrors() {
        return !between || sums.size() >= LEAST_CHAINS;
    }

    /** The number of values of a slot in a scan. */
    private int width() {
        return FIRST_OBSERVABLE + 1 + names.size();
    }

    /** The mean, variance and error of an observable at a slot, over all scans of all chains: three values. */
    public double[] figures(int slot, int observable) {
        SlotSums.Figures figures = SlotSums.pooled(sums, slot * width() + FIRST_OBSERVABLE + observable, between);
        return new double[] {figures.mean(), figures.variance(), hasErrors() ? figures.error() : Double.NaN};
    }

    /** V, the log-ratio of target and reference, of a slot's state at a kept scan, number {@code row}, of a chain. */
    public double ratio(int chain, int row, int slot) {
        return samples.get(chain).at(row, slot * width() + SlotRecords.RATIO);
    }

    /** An observable of a slot's state at a kept scan, number {@code row}, of a chain. */
    public double value(int chain, int row, int slot, int observable) {
        return samples.get(chain).at(row, slot * width() + FIRST_OBSERVABLE + observable);
    }
}
