package dev.lbp.runtime.record;

import dev.lbp.result.SiteDisagreement;
import dev.lbp.runtime.report.ChainAgreement;
import java.util.Arrays;
import java.util.List;

/**
 * Means and standard deviations of coordinates over the draws of all chains, with Monte Carlo standard errors by batch
 * means. The error of a standard deviation is that of the mean of {@code (x - mean)^2}, divided by twice the standard
 * deviation (delta method).
 *
 * @param agreement whether the means of the chains agree at every coordinate
 */
public record PooledMoments(
        double[] means, double[] meanErrors, double[] deviations, double[] deviationErrors, ChainAgreement agreement) {

    /** Pools the records of a factory of moments. */
    public static <S> PooledMoments of(List<ChainRecorder<S>> recorders) {
        return of(
                recorders.stream()
                        .map(recorder -> (CoordinateMoments<S>) recorder.sites)
                        .toList(),
                ChainRecorder.draws(recorders));
    }

    /**
     * Pools the moments of all chains.
     *
     * @param draws the number of draws of each chain
     */
    static <S> PooledMoments of(List<CoordinateMoments<S>> chains, int[] draws) {
        MarginalBatches[] closed = new MarginalBatches[draws.length];
        Arrays.setAll(closed, c -> chains.get(c).closedBatches(draws[c]));
        long all = Arrays.stream(draws).asLongStream().sum();
        // a coordinate's sums are cells on their own, and no constant is added to them
        MarginalBatches.Analysis analysis = MarginalBatches.analysis(List.of(closed), 1, null, all);
        CoordinateMoments<S> first = chains.get(0);
        // the sum of u = x - r of coordinate i is at i, that of u^2 at d + i
        int d = first.sites();
        double[] means = new double[d];
        double[] deviations = new double[d];
        double[] deviationErrors = new double[d];
        for (int i = 0; i < d; i++) {
            double mean = sum(chains, draws, i) / all;
            means[i] = first.origin(i) + mean;
            deviations[i] = Math.sqrt(Math.max(sum(chains, draws, d + i) / all - mean * mean, 0.0));
            deviationErrors[i] = deviationError(analysis.errors(), d, i, mean) / (2.0 * deviations[i]);
        }
        ChainAgreement agreement = ChainAgreement.of(
                Arrays.stream(closed).mapToInt(MarginalBatches::count).toArray(),
                Arrays.copyOf(analysis.fRatios(), d),
                new boolean[d],
                (i, fRatio) -> new SiteDisagreement(i, fRatio, chainMeans(chains, draws, i)));
        return new PooledMoments(means, Arrays.copyOf(analysis.errors(), d), deviations, deviationErrors, agreement);
    }

    /**
     * The standard error of the mean of {@code u^2 - 2 mean u}, from the errors of the means of u, u^2 and u + u^2. The
     * covariance of the means of u and u^2 is half of the variance of their sum less the sum of their variances.
     */
    private static double deviationError(double[] errors, int d, int i, double mean) {
        double first = errors[i] * errors[i];
        double second = errors[d + i] * errors[d + i];
        double covariance = 0.5 * (errors[2 * d + i] * errors[2 * d + i] - first - second);
        return Math.sqrt(Math.max(second - 4.0 * mean * covariance + 4.0 * mean * mean * first, 0.0));
    }

    private static double sum(List<? extends CoordinateMoments<?>> chains, int[] draws, int cell) {
        double sum = 0.0;
        for (int c = 0; c < draws.length; c++) {
            sum += chains.get(c).sum(cell, draws[c]);
        }
        return sum;
    }

    /** The mean of a coordinate over the draws of each chain. */
    private static double[] chainMeans(List<? extends CoordinateMoments<?>> chains, int[] draws, int i) {
        double[] means = new double[draws.length];
        Arrays.setAll(means, c -> chains.get(c).origin(i) + chains.get(c).sum(i, draws[c]) / draws[c]);
        return means;
    }
}
