package dev.lbp.select;

import dev.lbp.result.SampleResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The models that chains have drawn, each with the number of its draws.
 *
 * @param <F> the fit of a model
 */
final class SampledModels<F> implements VisitedModels<F> {

    private static final int BEST = 1_000;

    private final Regression<F> regression;
    private final Map<Sites, int[]> counts;
    private final List<Known> best;
    private final byte[] zeros;
    private final int[] found;

    /** The variables of a model as a key. */
    private record Sites(int[] sites) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Sites same && Arrays.equals(sites, same.sites);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(sites);
        }
    }

    /**
     * @param result of a run that kept its draws
     */
    SampledModels(Regression<F> regression, SampleResult result) {
        this.regression = regression;
        this.counts = new LinkedHashMap<>();
        this.zeros = new byte[regression.model().dimension()];
        this.found = new int[regression.model().dimension()];
        for (int c = 0; c < result.chains(); c++) {
            for (int t = 0; t < result.draws(); t++) {
                counts.computeIfAbsent(new Sites(ones(result.draw(c, t))), key -> new int[1])[0]++;
            }
        }
        this.best = best((double) result.chains() * result.draws());
    }

    /** The sites that are 1, found by comparing with {@link #zeros}, which passes over many sites at once. */
    private int[] ones(byte[] state) {
        int count = 0;
        for (int next = next(state, 0); next < state.length; next = next(state, next + 1)) {
            found[count++] = next;
        }
        return Arrays.copyOf(found, count);
    }

    private int next(byte[] state, int from) {
        int place = Arrays.mismatch(state, from, state.length, zeros, from, state.length);
        return place < 0 ? state.length : from + place;
    }

    private List<Known> best(double draws) {
        List<Known> models = new ArrayList<>();
        F fit = regression.newFit();
        WeightedSums sum = new WeightedSums(0);
        counts.forEach((key, count) -> {
            double logProb = regression.load(fit, key.sites);
            sum.weigh(logProb);
            models.add(new Known(key.sites, logProb, Double.NaN, count[0] / draws));
        });
        models.sort(Comparator.comparingDouble(Known::logProb).reversed());
        return models.stream()
                .limit(BEST)
                .map(known -> new Known(
                        known.sites(), known.logProb(), Math.exp(known.logProb() - sum.logTotal()), known.frequency()))
                .toList();
    }

    @Override
    public void forEach(Visitor<F> visitor) {
        F fit = regression.newFit();
        counts.forEach((key, count) -> {
            regression.load(fit, key.sites);
            visitor.visit(fit, Math.log(count[0]));
        });
    }

    @Override
    public List<Known> best() {
        return best;
    }
}
