package dev.lbp.runtime.tempering;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** The estimates of {@link LadderEstimate} from all scans of all chains, word for word and without regard to cost. */
final class NaiveLadder {

    /** The states of one scan: V and the log-probability of each slot. */
    record Scan(double[] v, double[] logProb) {}

    private final double[] betas;
    private final double[] centres;
    private final List<Scan> all = new ArrayList<>();

    /** Consecutive scans of one chain. */
    private final List<List<Scan>> batches = new ArrayList<>();

    /** The chain of each batch. */
    private final List<List<Scan>> owners = new ArrayList<>();

    NaiveLadder(double[] betas, double[] centres, List<List<Scan>> chains) {
        this.betas = betas;
        this.centres = centres;
        for (List<Scan> chain : chains) {
            all.addAll(chain);
            int length = 1;
            while (chain.size() / length >= 64) {
                length *= 2;
            }
            int count = chain.size() / length;
            for (int j = 0; j < count; j++) {
                owners.add(chain);
                batches.add(chain.subList(j * length, j == count - 1 ? chain.size() : (j + 1) * length));
            }
        }
    }

    private double step(int pair) {
        return betas[pair + 1] - betas[pair];
    }

    private double mean(List<Scan> scans, ToDoubleFunction<Scan> value) {
        return scans.stream().mapToDouble(value).average().orElseThrow();
    }

    private double logZ(List<Scan> scans) {
        return IntStream.range(0, centres.length)
                .mapToDouble(k -> {
                    double d = step(k);
                    double c = centres[k];
                    double hotter = mean(scans, scan -> 1.0 / (1.0 + Math.exp(c - d * scan.v[k])));
                    double colder = mean(scans, scan -> 1.0 / (1.0 + Math.exp(d * scan.v[k + 1] - c)));
                    return c + Math.log(hotter / colder);
                })
                .sum();
    }

    double logZ() {
        return logZ(all);
    }

    double logZError() {
        return error(this::logZ);
    }

    double steppingStonesError() {
        return error(scans -> forward(scans) - backward(scans));
    }

    private double error(ToDoubleFunction<List<Scan>> estimate) {
        int n = batches.size();
        double[] estimates = new double[n];
        for (int j = 0; j < n; j++) {
            List<Scan> others = new ArrayList<>();
            for (int i = 0; i < n; i++) {
                if (i != j) {
                    others.addAll(batches.get(i));
                }
            }
            estimates[j] = estimate.applyAsDouble(others);
        }
        double mean = IntStream.range(0, n).mapToDouble(j -> estimates[j]).sum() / n;
        double squares = IntStream.range(0, n)
                .mapToDouble(j -> Math.pow(estimates[j] - mean, 2))
                .sum();
        double neighbours = IntStream.range(1, n)
                .filter(j -> owners.get(j) == owners.get(j - 1))
                .mapToDouble(j -> (estimates[j] - mean) * (estimates[j - 1] - mean))
                .sum();
        return Math.sqrt((1.0 + 2.0 * Math.max(0.0, neighbours / squares)) * (n - 1.0) / n * squares);
    }

    double forward() {
        return forward(all);
    }

    double backward() {
        return backward(all);
    }

    private double forward(List<Scan> scans) {
        return IntStream.range(0, centres.length)
                .mapToDouble(k -> Math.log(mean(scans, scan -> Math.exp(step(k) * scan.v[k]))))
                .sum();
    }

    private double backward(List<Scan> scans) {
        return IntStream.range(0, centres.length)
                .mapToDouble(k -> -Math.log(mean(scans, scan -> Math.exp(-step(k) * scan.v[k + 1]))))
                .sum();
    }

    double[] rejections() {
        return IntStream.range(0, centres.length)
                .mapToDouble(k ->
                        mean(all, scan -> 1.0 - Math.min(1.0, Math.exp(step(k) * scan.v[k] - step(k) * scan.v[k + 1]))))
                .toArray();
    }

    double[] meanLogProb() {
        return IntStream.range(0, betas.length)
                .mapToDouble(k -> mean(all, scan -> scan.logProb[k]))
                .toArray();
    }
}
