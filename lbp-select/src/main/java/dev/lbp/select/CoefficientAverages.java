package dev.lbp.select;

import dev.lbp.internal.select.average.LeadingModels;
import dev.lbp.internal.select.average.ModelAverage;
import dev.lbp.internal.select.average.Regression;
import dev.lbp.internal.select.average.SampledModels;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

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
        DrawSums<F> sums = new DrawSums<>(regression, average, models);
        ModelAverage.Moments[] moments = new ModelAverage.Moments[columns + terms];
        double[] errors = Arrays.stream(sums.byBatch).mapToDouble(models::error).toArray();
        for (int site = 0; site < inclusion.size(); site++) {
            SelectionTables.Variable variable = inclusion.get(site);
            for (int j = regression.model().firstColumn(site);
                    j < regression.model().firstColumn(site + 1);
                    j++) {
                ModelAverage.Moments drawn = average.moments(j);
                if (sums.conditionals != null) {
                    drawn = sums.conditionalMoments(j);
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

    /** Sums over all draws: of each coefficient by batch, and of conditional moments if the regression knows them. */
    private static final class DrawSums<F> {

        private final Regression<F> regression;
        private final ModelAverage<F> average;
        private final int columns;
        private final F fit;

        /** The moments of each coefficient given the other variables of a draw; null if the regression has none. */
        private final Regression.@Nullable Conditionals conditionals;

        /** By column, the mean over the drawn models that have it. */
        private final double[] given;

        /** [columns + terms], what a draw of one model adds to {@link #byBatch}; reused. */
        private final double[] values;

        /**
         * [columns + terms][batches], the sum of each coefficient. Without conditional moments that of a column is its
         * difference from {@link #given}, and 0 in a model without the column: it then tells the error alone.
         */
        private final double[][] byBatch;

        /** By column, the sum over draws of the conditional probability that it is in. */
        private final double[] included;

        /** By column, the sum over draws of its coefficient's conditional mean square. */
        private final double[] square;

        private double draws;

        DrawSums(Regression<F> regression, ModelAverage<F> average, SampledModels<F> models) {
            this.regression = regression;
            this.average = average;
            this.columns = regression.facts().columns().size();
            this.fit = regression.newFit();
            this.conditionals = regression.newConditionals();
            this.given = IntStream.range(0, columns)
                    .mapToDouble(j -> average.moments(j).meanIfIn())
                    .toArray();
            this.values = new double[columns + regression.terms().size()];
            this.byBatch = new double[values.length][models.batches()];
            this.included = new double[columns];
            this.square = new double[columns];
            models.forEachDrawn(this::add);
        }

        /** Adds the draws of one model. */
        private void add(int[] sites, SampledModels.Draws ofModel) {
            writeValues(sites);
            if (conditionals != null) {
                conditionals.load(sites);
                System.arraycopy(conditionals.mean, 0, values, 0, columns);
                for (int j = 0; j < columns; j++) {
                    included[j] += ofModel.total() * conditionals.inclusion[j];
                    square[j] += ofModel.total() * conditionals.square[j];
                }
            }
            for (int k = 0; k < ofModel.batches(); k++) {
                for (int j = 0; j < values.length; j++) {
                    byBatch[j][ofModel.batch(k)] += ofModel.count(k) * values[j];
                }
            }
            draws += ofModel.total();
        }

        private void writeValues(int[] sites) {
            regression.load(fit, sites);
            LeadingModels.Member member = average.member(fit);
            Arrays.fill(values, 0.0);
            for (int m = 0; m < member.columns().length; m++) {
                int j = member.columns()[m];
                values[j] = member.coefficients()[m].mean() - given[j];
            }
            for (int k = 0; k < values.length - columns; k++) {
                values[columns + k] = member.terms()[k].mean();
            }
        }

        /** The moments of column j as averages of conditional moments over all draws. */
        private ModelAverage.Moments conditionalMoments(int j) {
            double mean = Arrays.stream(byBatch[j]).sum() / draws;
            return new ModelAverage.Moments(included[j] / draws, mean, square[j] / draws);
        }
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
