package dev.lbp.select;

import dev.lbp.internal.select.average.LeadingModels;
import dev.lbp.internal.select.average.ModelAverage;
import dev.lbp.internal.select.average.Regression;
import dev.lbp.internal.select.average.SampledModels;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The moments of all coefficients averaged over models, with the errors of the means by batch means.
 *
 * @param moments by candidates' column, then by coefficient that all models have
 * @param errors of the means, in the same order; 0 if exact
 */
record CoefficientAverages(List<ModelAverage.Moments> moments, double[] errors) {

    /** The averages over models that were enumerated. */
    static CoefficientAverages exact(Regression<?> regression, ModelAverage<?> average) {
        int count = regression.facts().columns().size() + regression.terms().size();
        return new CoefficientAverages(
                IntStream.range(0, count).mapToObj(average::moments).toList(), new double[count]); // errors of 0
    }

    /**
     * The averages over draws. First come the moments of a coefficient given that its variable is in: averages of the
     * conditional moments, if the regression knows them; else averages over the drawn models that have the variable;
     * else the moments in the best model with the variable added. They are multiplied by the inclusion probability that
     * other tables have, so that {@code P(b = 0)} agrees with it.
     */
    static <F> CoefficientAverages sampled(
            Regression<F> regression,
            ModelAverage<F> average,
            SampledModels<F> models,
            List<SelectionTables.Variable> inclusion) {
        int columns = regression.facts().columns().size();
        int terms = regression.terms().size();
        Regression.Conditionals conditionals = regression.newConditionals();
        double[][] sums = new double[columns + terms][models.batches()];
        // By column, sums over draws of the conditional probability that it is in and of its coefficient's mean square.
        double[] included = new double[columns];
        double[] square = new double[columns];
        // By column, the mean over the drawn models that have it.
        double[] given = IntStream.range(0, columns)
                .mapToDouble(j -> average.moments(j).meanIfIn())
                .toArray();
        double[] values = new double[columns + terms];
        double[] total = new double[1];
        F fit = regression.newFit();
        models.forEachDrawn((sites, draws) -> {
            regression.load(fit, sites);
            LeadingModels.Member member = average.member(fit);
            Arrays.fill(values, 0.0);
            for (int m = 0; m < member.columns().length; m++) {
                int j = member.columns()[m];
                values[j] = member.coefficients()[m].mean() - given[j]; // sums by batch then tell its error
            }
            for (int k = 0; k < terms; k++) {
                values[columns + k] = member.terms()[k].mean();
            }
            if (conditionals != null) {
                conditionals.load(sites);
                System.arraycopy(conditionals.mean, 0, values, 0, columns);
                for (int j = 0; j < columns; j++) {
                    included[j] += draws.total() * conditionals.inclusion[j];
                    square[j] += draws.total() * conditionals.square[j];
                }
            }
            for (int k = 0; k < draws.batches(); k++) {
                for (int j = 0; j < values.length; j++) {
                    sums[j][draws.batch(k)] += draws.count(k) * values[j];
                }
            }
            total[0] += draws.total();
        });
        ModelAverage.Moments[] moments = new ModelAverage.Moments[columns + terms];
        double[] errors = Arrays.stream(sums).mapToDouble(models::error).toArray();
        for (int site = 0; site < inclusion.size(); site++) {
            SelectionTables.Variable variable = inclusion.get(site);
            for (int j = regression.model().firstColumn(site);
                    j < regression.model().firstColumn(site + 1);
                    j++) {
                ModelAverage.Moments drawn = average.moments(j);
                if (conditionals != null) {
                    double mean = Arrays.stream(sums[j]).sum() / total[0];
                    drawn = new ModelAverage.Moments(included[j] / total[0], mean, square[j] / total[0]);
                } else {
                    drawn = drawn.inclusion() > 0.0 ? drawn : momentsIfAdded(regression, average, models, site, j);
                    errors[j] = models.hasErrors()
                            ? errorOfProduct(errors[j], Math.abs(drawn.meanIfIn()) * variable.error())
                            : Double.NaN;
                }
                moments[j] = drawn.scaledTo(variable.probability());
            }
        }
        for (int k = 0; k < terms; k++) {
            moments[columns + k] = average.moments(columns + k);
        }
        return new CoefficientAverages(List.of(moments), errors);
    }

    /** The error of a product, from the errors that its two factors contribute. An error of NaN is left out. */
    private static double errorOfProduct(double ofMean, double ofProbability) {
        return Double.isNaN(ofMean)
                ? ofProbability
                : Double.isNaN(ofProbability) ? ofMean : Math.hypot(ofMean, ofProbability);
    }

    /** The moments of a column in the best model after its variable is added; NaN if that model is impossible. */
    private static <F> ModelAverage.Moments momentsIfAdded(
            Regression<F> regression, ModelAverage<F> average, SampledModels<F> models, int site, int column) {
        F fit = regression.newFit();
        int[] sites = IntStream.concat(IntStream.of(models.best().get(0).sites()), IntStream.of(site))
                .sorted()
                .toArray();
        if (regression.load(fit, sites) > Double.NEGATIVE_INFINITY) {
            LeadingModels.Member member = average.member(fit);
            for (int m = 0; m < member.columns().length; m++) {
                if (member.columns()[m] == column) {
                    LeadingModels.Held held = member.coefficients()[m];
                    return new ModelAverage.Moments(1.0, held.mean(), held.square()); // 1: given that it is in
                }
            }
        }
        return new ModelAverage.Moments(1.0, Double.NaN, Double.NaN);
    }
}
