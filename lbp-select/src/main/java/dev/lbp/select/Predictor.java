package dev.lbp.select;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Predictions averaged over models. A model costs O(k^2) for each row. */
final class Predictor implements RowMixtures.Rows<Fit> {

    /** Sums for each row: mean, mean square and variance of the expected response, variance of the noise. */
    private static final int PARTS = 4;

    private final Design design;
    private final Evidence evidence;
    private final VisitedModels<Fit> models;
    private final double[][] base;
    private final double[][] columns;

    Predictor(Problem problem, VisitedModels<Fit> models, NewData.Rows rows) {
        this.design = problem.design();
        this.evidence = problem.model().evidence();
        this.models = models;
        this.base = new double[rows.count()][];
        this.columns = new double[rows.count()][rows.columns().length];
        for (int t = 0; t < rows.count(); t++) {
            base[t] = design.baseline.at(rows.always(t));
            for (int j = 0; j < columns[t].length; j++) {
                columns[t][j] = design.residual(j, rows.columns()[j][t], base[t]);
            }
        }
    }

    List<Prediction> predict(double level) {
        WeightedSums sums = new WeightedSums(PARTS * base.length);
        RowMixtures<Fit> mixtures = new RowMixtures<>();
        models.forEach((fit, logWeight) -> {
            add(fit, sums.weigh(logWeight), sums);
            mixtures.count(logWeight);
        });
        List<Prediction> predictions = new ArrayList<>();
        mixtures.forEach(models, this, (t, expected, response) -> {
            double mean = sums.mean(PARTS * t);
            double between = Math.max(sums.mean(PARTS * t + 1) - mean * mean, 0.0);
            double ofMean = between + sums.mean(PARTS * t + 2);
            double scale = design.responseNorm;
            double zero = design.predicted(base[t]);
            double tail = 0.5 * (1.0 - level);
            predictions.add(new Prediction(
                    zero + scale * mean,
                    scale * Math.sqrt(ofMean),
                    scale * Math.sqrt(ofMean + sums.mean(PARTS * t + 3)),
                    zero + scale * expected.quantile(tail),
                    zero + scale * expected.quantile(1.0 - tail),
                    zero + scale * response.quantile(tail),
                    zero + scale * response.quantile(1.0 - tail)));
        });
        return predictions;
    }

    /** Means of the response, by row. */
    double[] means() {
        WeightedSums sums = new WeightedSums(PARTS * base.length);
        models.forEach((fit, logWeight) -> add(fit, sums.weigh(logWeight), sums));
        return IntStream.range(0, base.length)
                .mapToDouble(t -> design.predicted(base[t]) + design.responseNorm * sums.mean(PARTS * t))
                .toArray();
    }

    /** Adds one model, for scaled columns and response. */
    private void add(Fit fit, double weight, WeightedSums sums) {
        int k = fit.size();
        double shrinkage = evidence.shrinkage(k, fit.rss());
        double noise = evidence.noise(k, fit.rss());
        double square = shrinkage * shrinkage + evidence.shrinkageVariance(k, fit.rss());
        for (int t = 0; t < base.length; t++) {
            double mean = mean(fit, t);
            sums.add(PARTS * t, weight * shrinkage * mean);
            sums.add(PARTS * t + 1, weight * square * mean * mean);
            sums.add(PARTS * t + 2, weight * variance(fit, t, noise));
            sums.add(PARTS * t + 3, weight * noise);
        }
    }

    private double mean(Fit fit, int t) {
        double mean = 0.0;
        for (int m = 0; m < fit.size(); m++) {
            mean += fit.coefficient(m) * columns[t][fit.columns()[m]];
        }
        return mean;
    }

    /** The variance of the expected response by the coefficients, shrinkage apart, and by the baseline. */
    private double variance(Fit fit, int t, double noise) {
        double form = fit.form(columns[t]);
        double squares = 0.0;
        for (double value : base[t]) {
            squares += value * value;
        }
        double variance = evidence.variance(fit.size(), fit.rss());
        return (form > 0.0 ? variance * form : 0.0) + noise * squares; // the variance may be infinite
    }

    @Override
    public int count() {
        return base.length;
    }

    @Override
    public double freedom(Fit fit) {
        return evidence.freedom(fit.size());
    }

    @Override
    public void describe(Fit fit, int row, double[] out) {
        int k = fit.size();
        double mean = mean(fit, row);
        double noise = evidence.noise(k, fit.rss());
        double variance = variance(fit, row, noise) + evidence.shrinkageVariance(k, fit.rss()) * mean * mean;
        double part = evidence.squaredScale(k);
        out[0] = evidence.shrinkage(k, fit.rss()) * mean;
        out[1] = Math.sqrt(variance * part);
        out[2] = Math.sqrt((variance + noise) * part);
    }
}
