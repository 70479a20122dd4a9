package dev.lbp.select;

/**
 * Predictions averaged over models. In one model the linear predictor of a row is normal; means over it are by
 * Gauss-Hermite quadrature of 20 points.
 */
final class GlmPredictor {

    /** Sums for each row: mean and mean square of the expected response, variance of a response. */
    private static final int PARTS = 3;

    private final GlmModel model;
    private final VisitedModels<GlmFit> models;

    GlmPredictor(GlmModel model, VisitedModels<GlmFit> models) {
        this.model = model;
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
            base[t] = model.design.baseAt(always);
            for (int j = 0; j < columns[t].length; j++) {
                columns[t][j] = model.design.at(j, rows.columns()[j][t], always);
            }
        }
        WeightedSums sums = new WeightedSums(PARTS * rows.count());
        models.forEach((fit, logWeight) -> add(fit, sums.weigh(logWeight), base, columns, rows.offset(), sums));
        double[][] predictions = new double[rows.count()][];
        for (int t = 0; t < rows.count(); t++) {
            double mean = sums.mean(PARTS * t);
            double ofMean = Math.max(sums.mean(PARTS * t + 1) - mean * mean, 0.0);
            predictions[t] = new double[] {mean, Math.sqrt(ofMean), Math.sqrt(ofMean + sums.mean(PARTS * t + 2))};
        }
        return predictions;
    }

    private void add(
            GlmFit fit, double weight, double[][] base, double[][] columns, double[] offset, WeightedSums sums) {
        int q = fit.baseSize();
        int k = q + fit.size;
        double[] x = new double[k];
        Likelihood.ResponseMoments moments = model.likelihood.moments();
        for (int t = 0; t < base.length; t++) {
            double eta = offset[t];
            for (int m = 0; m < k; m++) {
                x[m] = m < q ? base[t][m] : columns[t][fit.columns[m - q]];
                eta += fit.coefficients[m] * x[m];
            }
            Cholesky.forward(fit.factor, k, x);
            double variance = 0.0;
            for (double part : x) {
                variance += part * part;
            }
            double deviation = Math.sqrt(variance);
            for (int i = 0; i < GaussHermite.NODES.length; i++) {
                double at = eta + deviation * GaussHermite.NODES[i];
                double mean = moments.mean(at);
                double part = weight * GaussHermite.WEIGHTS[i];
                sums.add(PARTS * t, part * mean);
                sums.add(PARTS * t + 1, part * mean * mean);
                sums.add(PARTS * t + 2, part * moments.variance(at));
            }
        }
    }
}
