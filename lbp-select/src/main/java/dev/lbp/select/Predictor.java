package dev.lbp.select;

/** Predictions averaged over models. A model costs O(k^2) for each row. */
final class Predictor {

    /** Sums for each row: mean, mean square and variance of the expected response, variance of the noise. */
    private static final int PARTS = 4;

    private final Design design;
    private final Evidence evidence;
    private final VisitedModels<Fit> models;

    Predictor(Problem problem, VisitedModels<Fit> models) {
        this.design = problem.design();
        this.evidence = problem.model().evidence();
        this.models = models;
    }

    double[][] predict(NewData.Rows rows) {
        double[][] base = new double[rows.count()][];
        double[][] columns = new double[rows.count()][rows.columns().length];
        for (int t = 0; t < rows.count(); t++) {
            double[] always = new double[rows.base().length];
            for (int k = 0; k < always.length; k++) {
                always[k] = rows.base()[k][t];
            }
            base[t] = design.baseline.at(always);
            for (int j = 0; j < columns[t].length; j++) {
                columns[t][j] = design.residual(j, rows.columns()[j][t], base[t]);
            }
        }
        WeightedSums sums = new WeightedSums(PARTS * rows.count());
        models.forEach((fit, logWeight) -> add(fit, sums.weigh(logWeight), base, columns, sums));
        double[][] predictions = new double[rows.count()][];
        for (int t = 0; t < rows.count(); t++) {
            double mean = sums.mean(PARTS * t);
            double between = Math.max(sums.mean(PARTS * t + 1) - mean * mean, 0.0);
            double ofMean = between + sums.mean(PARTS * t + 2);
            double scale = design.responseNorm;
            predictions[t] = new double[] {
                design.predicted(base[t]) + scale * mean,
                scale * Math.sqrt(ofMean),
                scale * Math.sqrt(ofMean + sums.mean(PARTS * t + 3))
            };
        }
        return predictions;
    }

    /** Adds one model, for scaled columns and response. */
    private void add(Fit fit, double weight, double[][] base, double[][] columns, WeightedSums sums) {
        int k = fit.size();
        double shrinkage = evidence.shrinkage(k, fit.rss());
        double variance = evidence.variance(k, fit.rss());
        double noise = evidence.noise(k, fit.rss());
        double square = shrinkage * shrinkage + evidence.shrinkageVariance(k, fit.rss());
        for (int t = 0; t < base.length; t++) {
            double mean = 0.0;
            for (int m = 0; m < k; m++) {
                mean += fit.coefficient(m) * columns[t][fit.columns()[m]];
            }
            double form = fit.form(columns[t]);
            double squares = 0.0;
            for (double value : base[t]) {
                squares += value * value;
            }
            sums.add(PARTS * t, weight * shrinkage * mean);
            sums.add(PARTS * t + 1, weight * square * mean * mean);
            double ofCoefficients = form > 0.0 ? variance * form : 0.0; // the variance may be infinite
            sums.add(PARTS * t + 2, weight * (ofCoefficients + noise * squares));
            sums.add(PARTS * t + 3, weight * noise);
        }
    }
}
