package dev.lbp.internal.select.glm;

import dev.lbp.internal.kernel.Exp;
import dev.lbp.internal.select.average.LogMeans;
import dev.lbp.internal.select.average.RowMixtures;
import dev.lbp.internal.select.average.Term;
import dev.lbp.internal.select.average.VisitedModels;
import dev.lbp.internal.select.average.WeightedSums;
import dev.lbp.internal.select.data.NewData;
import dev.lbp.internal.select.likelihood.CountMixture;
import dev.lbp.internal.select.likelihood.CoxLikelihood;
import dev.lbp.internal.select.likelihood.Likelihood;
import dev.lbp.internal.select.likelihood.ProbitLikelihood;
import dev.lbp.internal.select.likelihood.RowDensity;
import dev.lbp.internal.select.likelihood.RowLikelihood;
import dev.lbp.internal.select.prior.Combination;
import dev.lbp.internal.select.prior.PosteriorPart;
import dev.lbp.select.data.Prediction;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.math3.analysis.integration.gauss.GaussIntegrator;
import org.apache.commons.math3.analysis.integration.gauss.GaussIntegratorFactory;

/**
 * Predictions averaged over models. In one model the linear predictor of a row is normal, or a mixture of normal
 * distributions under a prior of g; means over each are by Gauss-Hermite quadrature of 20 points. Where it is wide and
 * the response is yes or no, the mean g of the response rises within a small part of its range, between these points.
 * Then for {@code eta ~ N(m, s^2)}
 *
 * <pre>{@code E g(eta)^r = integral of r g(l)^(r-1) g'(l) Phi((m - l) / s) dl}</pre>
 *
 * by the trapezoidal rule, which for such smooth functions errs by less than 1e-10.
 */
final class GlmPredictor {

    /** The number of sums for each row: mean and mean square of the expected response, variance of a response. */
    private static final int PARTS = 3;

    private static final int SQUARE = 1;
    private static final int VARIANCE = 2;

    /** From this standard deviation of a linear predictor on, the trapezoidal rule takes the place of Gauss-Hermite. */
    private static final double WIDE = 1.0;

    /** The distance between two points of the trapezoidal rule. */
    private static final double STEP = 0.75;

    /** Points of the rule on each side of 0. A logistic distribution has e^-30 of its probability beyond them. */
    private static final int REACH = 40;

    /** Gauss-Hermite quadrature, for {@code e^(-x^2)}. */
    private static final GaussIntegrator RULE = new GaussIntegratorFactory().hermite(20);

    /** Points and weights of {@link #RULE}, converted to the standard normal distribution. */
    private static final double[] NODES = IntStream.range(0, RULE.getNumberOfPoints())
            .mapToDouble(i -> Math.sqrt(2.0) * RULE.getPoint(i))
            .toArray();

    private static final double[] WEIGHTS = IntStream.range(0, NODES.length)
            .mapToDouble(i -> RULE.getWeight(i) / Math.sqrt(Math.PI))
            .toArray();

    private final GlmModel model;
    private final VisitedModels<GlmFit> models;

    /** By row, the linear predictor. */
    private final Term[] terms;

    GlmPredictor(GlmModel model, VisitedModels<GlmFit> models, NewData.Rows rows) {
        this.model = model;
        this.models = models;
        this.terms = new Term[rows.count()];
        for (int t = 0; t < terms.length; t++) {
            // The row as a Term, whose coefficients are those of its linear predictor; a row has no name.
            double[] always = rows.always(t); // the row's values in the columns that are always in
            double[] columns = new double[rows.columns().length];
            for (int j = 0; j < columns.length; j++) {
                columns[j] = model.design.at(j, rows.columns()[j][t], always);
            }
            double unit = 1.0; // the linear predictor is in its own units
            terms[t] = new Term("", model.design.baseAt(always), columns, rows.offset()[t], unit);
        }
    }

    /** Predicts the rows: means and deviations from sums over all models, intervals from mixtures of probable ones. */
    List<Prediction> predict(double level) {
        int logSize = PARTS * terms.length; // the place of its sum
        WeightedSums sums = new WeightedSums(logSize + 1);
        RowMixtures<GlmFit> mixtures = new RowMixtures<>();
        models.forEach((fit, logWeight) -> {
            double weight = sums.weigh(logWeight);
            add(fit, weight, sums);
            sums.add(logSize, weight * Math.log(fit.curve.size()));
            mixtures.count(logWeight);
        });
        Likelihood.ResponseMoments moments = model.likelihood.moments(Math.exp(sums.mean(logSize)));
        double tail = 0.5 * (1.0 - level);
        List<Prediction> predictions = new ArrayList<>();
        mixtures.forEach(models, new GlmMoments(model.newFit()), terms, (t, expected, unused) -> {
            double mean = mean(sums, t, moments);
            double square = sums.mean(PARTS * t + SQUARE);
            // the variance of the mean response; infinite or NaN as its square is
            double ofMean = square <= Double.MAX_VALUE ? Math.max(square - mean * mean, 0.0) : square;
            double[] response = moments.isCount()
                    ? new CountMixture(expected, moments).interval(tail)
                    : new double[] {Double.NaN, Double.NaN};
            predictions.add(new Prediction(
                    mean,
                    Math.sqrt(ofMean),
                    Math.sqrt(ofMean + sums.mean(PARTS * t + VARIANCE)),
                    moments.mean(expected.quantile(tail)),
                    moments.mean(expected.quantile(1.0 - tail)),
                    response[0],
                    response[1]));
        });
        return predictions;
    }

    /** Means of the response, by row. */
    double[] means() {
        Likelihood.ResponseMoments moments = model.likelihood.moments();
        WeightedSums sums = new WeightedSums(PARTS * terms.length);
        models.forEach((fit, logWeight) -> add(fit, sums.weigh(logWeight), sums));
        return IntStream.range(0, terms.length)
                .mapToDouble(t -> mean(sums, t, moments))
                .toArray();
    }

    /** Means of the linear predictor, by row. */
    double[] predictors() {
        GlmMoments moments = new GlmMoments(model.newFit());
        WeightedSums sums = new WeightedSums(terms.length);
        models.forEach((fit, logWeight) -> {
            double weight = sums.weigh(logWeight);
            moments.load(fit);
            for (int t = 0; t < terms.length; t++) {
                sums.add(t, weight * moments.mean(fit.predictor(terms[t])));
            }
        });
        return IntStream.range(0, terms.length).mapToDouble(sums::mean).toArray();
    }

    /**
     * The logarithms of the predictive densities of the rows.
     *
     * @param likelihood of the rows, perhaps among others
     * @param rows the places of the rows in the likelihood
     */
    double[] logDensities(RowLikelihood likelihood, int... rows) {
        LogMeans means = new LogMeans(rows.length);
        models.forEach((fit, logWeight) -> {
            means.weigh(logWeight);
            PosteriorPart[] parts = fit.parts().get();
            for (int t = 0; t < rows.length; t++) {
                Combination row = fit.predictor(terms[t]);
                double sizeOfCounts = fit.curve.size(); // of a negative binomial distribution
                RowDensity density = likelihood.density(rows[t], sizeOfCounts);
                for (PosteriorPart part : parts) {
                    means.add(t, part.weight(), density.log(part.place(row), part.scale(row)));
                }
            }
        });
        return means.all();
    }

    /** The mean response of a row. Rounding errors of the sums may take it past the largest one. */
    private static double mean(WeightedSums sums, int t, Likelihood.ResponseMoments moments) {
        return Math.min(sums.mean(PARTS * t), moments.mostMean());
    }

    /** Adds the expected responses of all rows by one model to the sums. */
    private void add(GlmFit fit, double weight, WeightedSums sums) {
        Likelihood.ResponseMoments moments = model.likelihood.moments(fit.curve.size());
        PosteriorPart[] parts = fit.parts().get();
        for (int t = 0; t < terms.length; t++) {
            Combination row = fit.predictor(terms[t]);
            for (PosteriorPart part : parts) {
                addNormal(PARTS * t, weight * part.weight(), moments, part.place(row), part.scale(row), sums);
            }
        }
    }

    /**
     * Adds to the three sums of one row the means, over one normal distribution of its linear predictor, of the
     * expected response, of its square, and of the response's variance.
     *
     * @param place of the first of the sums
     * @param weight of the distribution
     */
    private static void addNormal(
            int place,
            double weight,
            Likelihood.ResponseMoments moments,
            double location,
            double deviation,
            WeightedSums sums) {
        boolean isYesOrNo = !Double.isNaN(moments.slope(0.0)); // only such responses have a slope
        if (deviation > WIDE && isYesOrNo) {
            addWide(place, weight, moments, location, deviation, sums);
            return;
        }
        for (int i = 0; i < NODES.length; i++) {
            double at = location + deviation * NODES[i];
            double mean = moments.mean(at);
            double part = weight * WEIGHTS[i];
            sums.add(place, part * mean);
            sums.add(place + SQUARE, part * mean * mean);
            sums.add(place + VARIANCE, part * moments.variance(at));
        }
    }

    /**
     * {@link #addNormal} for a response of yes or no: by parts, the mean of {@code m(eta)} over a normal eta is the
     * integral of {@code m'(x) P(eta > x)}, whose width is that of m'. By the trapezoidal rule in x.
     */
    private static void addWide(
            int place,
            double weight,
            Likelihood.ResponseMoments moments,
            double location,
            double deviation,
            WeightedSums sums) {
        double mean = 0.0;
        double square = 0.0;
        for (int i = -REACH; i <= REACH; i++) {
            double at = STEP * i;
            double mass = STEP * moments.slope(at) * ProbitLikelihood.normalCdf((location - at) / deviation);
            mean += mass;
            square += 2.0 * moments.mean(at) * mass; // the slope of m^2 is 2 m m'
        }
        sums.add(place, weight * mean);
        sums.add(place + SQUARE, weight * square);
        sums.add(place + VARIANCE, weight * (mean - square)); // the mean of m(eta) (1 - m(eta))
    }

    /**
     * The probability of surviving each time, by row.
     *
     * @param times [times]
     * @return [rows][times]
     */
    double[][] survival(CoxLikelihood likelihood, double[] times) {
        WeightedSums sums = new WeightedSums(terms.length * times.length);
        models.forEach((fit, logWeight) -> {
            double weight = sums.weigh(logWeight);
            double[] logHazard = likelihood.logHazard(fit.predictor(), times);
            PosteriorPart[] parts = fit.parts().get();
            for (int t = 0; t < terms.length; t++) {
                Combination row = fit.predictor(terms[t]);
                for (PosteriorPart part : parts) {
                    addSurvival(t, weight * part.weight(), logHazard, part.place(row), part.scale(row), sums);
                }
            }
        });
        double[][] survival = new double[terms.length][times.length];
        for (int t = 0; t < terms.length; t++) {
            for (int k = 0; k < times.length; k++) {
                survival[t][k] = Math.min(sums.mean(t * times.length + k), 1.0);
            }
        }
        return survival;
    }

    /** Adds the mean survival of a row by one normal distribution of its linear predictor, for each time. */
    private static void addSurvival(
            int row, double weight, double[] logHazard, double location, double deviation, WeightedSums sums) {
        for (int i = 0; i < NODES.length; i++) {
            double at = location + deviation * NODES[i];
            for (int k = 0; k < logHazard.length; k++) {
                sums.add(row * logHazard.length + k, weight * WEIGHTS[i] * Exp.exp(-Exp.exp(logHazard[k] + at)));
            }
        }
    }
}
