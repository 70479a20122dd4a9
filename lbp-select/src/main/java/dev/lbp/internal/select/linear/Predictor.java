package dev.lbp.internal.select.linear;

import dev.lbp.internal.select.average.LogMeans;
import dev.lbp.internal.select.average.RowMixtures;
import dev.lbp.internal.select.average.StudentTable;
import dev.lbp.internal.select.average.Term;
import dev.lbp.internal.select.average.VisitedModels;
import dev.lbp.internal.select.average.WeightedSums;
import dev.lbp.internal.select.data.Baseline;
import dev.lbp.internal.select.data.NewData;
import dev.lbp.internal.select.prior.Combination;
import dev.lbp.internal.select.prior.PosteriorPart;
import dev.lbp.select.data.Prediction;
import dev.lbp.select.prior.Evidence;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Predictions averaged over models. A model costs O(k^2) for each row. */
final class Predictor {

    /** If rss without a row is a smaller part of rss, it has too few digits: {@link #leftOut} returns NaN. */
    private static final double LEAST_LEFT = 1e-6;

    // Each row has three sums over models, at these places: of the posterior means in a model of the expected response
    // mu, of mu^2 and of y^2, where y is mu with noise.
    private static final int MEAN = 0;

    private static final int SQUARE = 1;
    private static final int RESPONSE_SQUARE = 2;
    private static final int PARTS = 3;

    private final VisitedModels<LinearFit> models;
    private final LinearMoments moments;

    /** By row, the scaled response that the candidates add to {@link #zero}. */
    private final Term[] terms;

    /** By row, the response that the baseline alone predicts, with the offset. */
    private final double[] zero;

    /** By row, the factor from scaled responses, whose noise has one variance in all rows, to those of the data. */
    private final double[] scale;

    Predictor(Problem problem, VisitedModels<LinearFit> models, NewData.Rows rows) {
        Design design = problem.design();
        this.models = models;
        this.moments = problem.newMoments();
        this.terms = new Term[rows.count()];
        this.zero = new double[rows.count()];
        this.scale = new double[rows.count()];
        for (int t = 0; t < rows.count(); t++) {
            // A row times the square root of its weight has noise of the common variance, as in the fit.
            double root = Math.sqrt(rows.weights()[t]);
            double[] base = design.baseline().at(rows.always(t));
            double[] columns = new double[rows.columns().length];
            for (int j = 0; j < columns.length; j++) {
                columns[j] = root * design.residual(j, rows.columns()[j][t], base);
            }
            zero[t] = design.predicted(base) + rows.offset()[t];
            scale[t] = design.responseNorm() / root;
            Baseline.scale(base, root);
            terms[t] = new Term("", base, columns, 0.0, scale[t]); // no name, and no offset: zero[t] has it
        }
    }

    /** Predicts the rows: means and deviations from sums over all models, intervals from mixtures of probable ones. */
    List<Prediction> predict(double level) {
        WeightedSums sums = new WeightedSums(PARTS * terms.length);
        RowMixtures<LinearFit> mixtures = new RowMixtures<>();
        models.forEach((fit, logWeight) -> {
            add(fit, sums.weigh(logWeight), sums);
            mixtures.count(logWeight);
        });
        double tail = 0.5 * (1.0 - level);
        List<Prediction> predictions = new ArrayList<>();
        mixtures.forEach(models, moments, terms, (t, expected, response) -> {
            double mean = sums.mean(PARTS * t + MEAN);
            predictions.add(new Prediction(
                    zero[t] + scale[t] * mean,
                    scale[t] * Math.sqrt(Math.max(sums.mean(PARTS * t + SQUARE) - mean * mean, 0.0)),
                    scale[t] * Math.sqrt(Math.max(sums.mean(PARTS * t + RESPONSE_SQUARE) - mean * mean, 0.0)),
                    zero[t] + scale[t] * expected.quantile(tail),
                    zero[t] + scale[t] * expected.quantile(1.0 - tail),
                    zero[t] + scale[t] * response.quantile(tail),
                    zero[t] + scale[t] * response.quantile(1.0 - tail)));
        });
        return predictions;
    }

    /**
     * The logarithms of the predictive densities of the rows.
     *
     * @param y their responses
     */
    double[] logDensities(double[] y) {
        Map<Double, StudentTable> laws = new HashMap<>();
        LogMeans means = new LogMeans(terms.length);
        models.forEach((fit, logWeight) -> {
            means.weigh(logWeight);
            moments.load(fit);
            PosteriorPart[] parts = moments.parts().get();
            for (int t = 0; t < terms.length; t++) {
                Combination of = moments.term(terms[t]).withNoise();
                double value = (y[t] - zero[t]) / scale[t];
                for (PosteriorPart part : parts) {
                    double deviation = part.scale(of);
                    StudentTable law = laws.computeIfAbsent(part.freedom(), StudentTable::new);
                    // `value` is the scaled response; the density of y itself is that of value divided by scale[t].
                    double log = law.logDensity((value - part.place(of)) / deviation);
                    means.add(t, part.weight(), log - Math.log(scale[t] * deviation));
                }
            }
        });
        return means.all();
    }

    /**
     * The logarithms of the predictive densities of rows of the data, each without the row: a model has closed forms of
     * the leverage h of a row and its residual e. Without the row, rss falls by {@code e^2 / (1 - h)}, the prediction
     * is off by {@code e / (1 - h)}, and its form is {@code h / (1 - h)} (Allen 1974, PRESS). A model then has another
     * weight: its prior times its evidence for the other rows.
     *
     * @param y their responses
     * @param model the target of the regression of all rows
     * @param others the evidence for one row less
     * @return NaN if a row has nearly all of a model's rss, whose difference then has too few digits
     */
    double[] leftOut(double[] y, SelectionModel model, Evidence others) {
        Map<Double, StudentTable> laws = new HashMap<>();
        boolean[] isLost = new boolean[1];
        LogMeans[] means =
                Stream.generate(() -> new LogMeans(1)).limit(y.length).toArray(LogMeans[]::new);
        models.forEach((fit, logWeight) -> {
            double logPrior = logWeight - model.logEvidence(fit.size(), fit.rss(), fit.logDet());
            moments.load(fit);
            for (int t = 0; t < y.length; t++) {
                Combination of = moments.term(terms[t]);
                double value = (y[t] - zero[t]) / scale[t];
                double ofBase = 1.0 - of.squares(); // 1 less the leverage of the columns of all models
                double ofAll = ofBase - of.form(); // 1 less the leverage of all columns
                double off = (value - of.location()) / ofAll; // the error of the prediction without the row
                double offBase = value / ofBase; // that error in the model without candidates
                double total = 1.0 - value * offBase; // rss without the row in the model without candidates
                double left = fit.rss() - (value - of.location()) * off; // rss without the row
                isLost[0] |= left < LEAST_LEFT * fit.rss() || total < LEAST_LEFT;
                double rss = Math.max(left, 0.0) / total;
                // What the candidates add to the prediction of the row; its last component is 1 + the form of the base.
                Combination at = new Combination(0.0, offBase - off, 1.0 / ofAll - 1.0 / ofBase, 1.0 / ofBase);
                // logDet is 0, because the evidences that leave rows out are functions of k and rss alone.
                means[t].weigh(logPrior + others.logEvidence(fit.size(), rss, 0.0));
                for (PosteriorPart part : PosteriorPart.of(others, fit.size(), rss)) {
                    double deviation = Math.sqrt(total) * part.scale(at); // the part's unit is the root of total
                    StudentTable law = laws.computeIfAbsent(part.freedom(), StudentTable::new);
                    double log = law.logDensity((offBase - part.place(at)) / deviation);
                    means[t].add(0, part.weight(), log - Math.log(scale[t] * deviation));
                }
            }
        });
        return Stream.of(means)
                .flatMapToDouble(mean -> isLost[0] ? DoubleStream.of(Double.NaN) : DoubleStream.of(mean.all()))
                .toArray();
    }

    /** The largest leverage of a row in a model: that of its candidates plus that of the columns of all models. */
    double mostLeverage() {
        double[] most = new double[1];
        models.forEach((fit, logWeight) -> {
            moments.load(fit);
            for (Term term : terms) {
                Combination of = moments.term(term);
                most[0] = Math.max(most[0], of.form() + of.squares());
            }
        });
        return most[0];
    }

    /** Means of the response, by row. */
    double[] means() {
        WeightedSums sums = new WeightedSums(terms.length);
        models.forEach((fit, logWeight) -> {
            double weight = sums.weigh(logWeight);
            moments.load(fit);
            for (int t = 0; t < terms.length; t++) {
                sums.add(t, weight * moments.mean(moments.term(terms[t])));
            }
        });
        return IntStream.range(0, terms.length)
                .mapToDouble(t -> zero[t] + scale[t] * sums.mean(t))
                .toArray();
    }

    /** Adds one model to the sums, in units of the scaled response. */
    private void add(LinearFit fit, double weight, WeightedSums sums) {
        moments.load(fit);
        for (int t = 0; t < terms.length; t++) {
            Combination of = moments.term(terms[t]);
            sums.add(PARTS * t + MEAN, weight * moments.mean(of));
            sums.add(PARTS * t + SQUARE, weight * moments.square(of));
            sums.add(PARTS * t + RESPONSE_SQUARE, weight * moments.square(of.withNoise()));
        }
    }
}
