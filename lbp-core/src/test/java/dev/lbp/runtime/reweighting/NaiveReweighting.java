package dev.lbp.runtime.reweighting;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Multistate reweighting by its equations, without levels, windows, Newton's steps or linearised errors: iterations of
 * the equations of Shirts and Chodera until nothing changes, and a jackknife that solves them again without each block.
 */
final class NaiveReweighting {

    /** A state: V, an observable, and the block. */
    record Sample(double ratio, double value, int block) {}

    private final double[] betas;

    NaiveReweighting(double... betas) {
        this.betas = betas;
    }

    /** log Z and the first four moments of the observable at an inverse temperature. */
    record Averages(double logZ, double[] moments) {

        double variance() {
            return moments[2] - moments[1] * moments[1];
        }
    }

    Averages averages(List<Sample> samples, double beta) {
        double scans = (double) samples.size() / betas.length;
        double[] logZ = new double[betas.length];
        for (int round = 0; round < 20_000; round++) {
            double[] next = new double[betas.length];
            for (Sample sample : samples) {
                double density = density(sample, logZ);
                for (int k = 0; k < betas.length; k++) {
                    next[k] += Math.exp(betas[k] * sample.ratio()) / density / scans;
                }
            }
            double largest = 0.0;
            for (int k = betas.length - 1; k >= 0; k--) {
                double value = Math.log(next[k] / next[0]);
                largest = Math.max(largest, Math.abs(value - logZ[k]));
                logZ[k] = value;
            }
            if (largest < 1e-11) {
                break;
            }
        }
        double[] sums = new double[5];
        for (Sample sample : samples) {
            for (int p = 0; p < sums.length; p++) {
                sums[p] += Math.exp(beta * sample.ratio()) / density(sample, logZ) * Math.pow(sample.value(), p);
            }
        }
        double[] moments = new double[5];
        for (int p = 0; p < moments.length; p++) {
            moments[p] = sums[p] / sums[0];
        }
        return new Averages(Math.log(sums[0] / scans), moments);
    }

    private double density(Sample sample, double[] logZ) {
        double density = 0.0;
        for (int k = 0; k < betas.length; k++) {
            density += Math.exp(betas[k] * sample.ratio() - logZ[k]);
        }
        return density;
    }

    /** The averages without each block. */
    List<Averages> without(List<Sample> samples, int blocks, double beta) {
        return IntStream.range(0, blocks)
                .mapToObj(block -> averages(
                        samples.stream()
                                .filter(sample -> sample.block() != block)
                                .toList(),
                        beta))
                .toList();
    }

    static double error(List<Averages> without, ToDoubleFunction<Averages> function) {
        double[] values = without.stream().mapToDouble(function).toArray();
        double mean = Arrays.stream(values).average().orElseThrow();
        double squares = Arrays.stream(values)
                .map(value -> (value - mean) * (value - mean))
                .sum();
        return Math.sqrt((values.length - 1.0) / values.length * squares);
    }
}
