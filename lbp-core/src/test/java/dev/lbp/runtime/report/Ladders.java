package dev.lbp.runtime.report;

import dev.lbp.result.SampleResult;
import dev.lbp.result.TemperingResult;
import dev.lbp.runtime.reweighting.LadderObservables;
import dev.lbp.runtime.tempering.SlotRecords;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Results of tempering made by hand, and runs that have them. */
public final class Ladders {

    /** Observables of one scan: too few for any figure. */
    private static LadderObservables observables(double... betas) {
        SlotRecords<byte[]> chain = new SlotRecords<>(Map.of());
        chain.begin(betas.length);
        chain.add(new double[betas.length], new double[betas.length], k -> new byte[0]);
        return new LadderObservables(betas, 1.0, Double.NaN, SlotRecords.pooled(List.of(chain)), List.of());
    }

    private Ladders() {}

    /** The ladder of a periodic Ising lattice 16x16: four chains, nothing to doubt. */
    public static TemperingResult lattice() {
        double[] betas = {0, 0.07, 0.15, 0.23, 0.3, 0.37, 0.43, 0.48, 0.53, 0.58, 0.64, 0.72, 0.84, 1};
        double[] scales = {Double.NaN, 95, 80, 64, 50, 39, 30, 23, 17, 13, 9.5, 7, 5, 3.5};
        double[] rates = new double[14];
        double[] means = new double[14];
        for (int k = 0; k < 14; k++) {
            rates[k] = k == 0 ? Double.NaN : (574 - k) / 1_000.0;
            means[k] = 310 * Math.pow(k / 13.0, 2);
        }
        double[] swaps = {0.6, 0.36, 0.35, 0.34, 0.35, 0.36, 0.36, 0.35, 0.34, 0.35, 0.36, 0.36, 0.35};
        long[] restarts = {12, 10, 11, 13};
        return new TemperingResult(
                310.4381,
                0.1512,
                310.2,
                310.6,
                0.3,
                5,
                false,
                betas,
                scales,
                rates,
                swaps,
                whole(swaps.length),
                means,
                6_000,
                restarts,
                36,
                true,
                observables(betas));
    }

    /** No pair exchanges parts of states. */
    private static double[] whole(int pairs) {
        double[] shares = new double[pairs];
        Arrays.fill(shares, Double.NaN);
        return shares;
    }

    /** As the lattice, but with other restarts. */
    public static TemperingResult withRestarts(long... restarts) {
        TemperingResult r = lattice();
        return new TemperingResult(
                r.logZ(),
                r.logZError(),
                r.forwardLogZ(),
                r.backwardLogZ(),
                r.steppingStonesError(),
                r.every(),
                r.twins(),
                r.betas(),
                r.scales(),
                r.acceptanceRates(),
                r.swapAcceptance(),
                r.exchangedShares(),
                r.meanLogProb(),
                r.scans(),
                restarts,
                r.roundTrips(),
                r.normalised(),
                r.observables());
    }

    /** As the lattice, but with other acceptance of the swaps of some pairs. */
    public static TemperingResult withSwaps(double rate, int... pairs) {
        TemperingResult r = lattice();
        Arrays.stream(pairs).forEach(pair -> r.swapAcceptance()[pair] = rate);
        return r;
    }

    /** As the lattice, but with other estimates of log Z, and one error of each. */
    public static TemperingResult withLogZ(double logZ, double error, double forward, double backward) {
        TemperingResult r = lattice();
        return new TemperingResult(
                logZ,
                error,
                forward,
                backward,
                error,
                r.every(),
                r.twins(),
                r.betas(),
                r.scales(),
                r.acceptanceRates(),
                r.swapAcceptance(),
                r.exchangedShares(),
                r.meanLogProb(),
                r.scans(),
                r.restarts(),
                r.roundTrips(),
                r.normalised(),
                r.observables());
    }

    /** As the lattice, but with other scales, and the mean log-probability of the reference. */
    public static TemperingResult withScales(double scale, double hottestLogProb) {
        TemperingResult r = lattice();
        Arrays.fill(r.scales(), 1, 14, scale);
        r.meanLogProb()[0] = hottestLogProb;
        return r;
    }

    /** A ladder of the reference and the target alone. */
    public static TemperingResult shortest() {
        return new TemperingResult(
                -2.5,
                0.0123,
                -2.5,
                -2.5,
                0.0123,
                1,
                false,
                new double[] {0, 1},
                new double[] {Double.NaN, 2},
                new double[] {Double.NaN, 0.5},
                new double[] {0.75},
                whole(1),
                new double[] {Double.NEGATIVE_INFINITY, -3},
                100,
                new long[] {40},
                1,
                true,
                observables(0, 1));
    }

    /** The run with a ladder that it does not have. */
    public static ReportedRun with(SampleResult run, TemperingResult ladder) {
        Class<?>[] types = {ReportedRun.class, SampleResult.class};
        return (ReportedRun) Proxy.newProxyInstance(Ladders.class.getClassLoader(), types, (proxy, method, values) -> {
            if (method.getName().equals("tempering")) {
                return Optional.of(ladder);
            }
            try {
                return method.invoke(run, values);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        });
    }
}
