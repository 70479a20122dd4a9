package dev.lbp.select;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Moments of coefficients averaged over models, with the errors of the means by batch means.
 *
 * @param moments by column, then by term
 * @param errors 0 if exact
 */
record CoefficientAverages(List<ModelAverage.Moments> moments, double[] errors) {

    /** Of models that were enumerated. */
    static CoefficientAverages exact(Regression<?> regression, ModelAverage<?> average) {
        int count = regression.facts().columns().size() + regression.terms().size();
        return new CoefficientAverages(
                IntStream.range(0, count).mapToObj(average::moments).toList(), new double[count]);
    }

    /**
     * Of draws. Where the regression knows {@link ConditionalMoments}, the candidates' moments are averages of these;
     * else, and for coefficients that all models have, of the models drawn.
     */
    static <F> CoefficientAverages sampled(Regression<F> regression, ModelAverage<F> average, SampledModels<F> models) {
        int columns = regression.facts().columns().size();
        int terms = regression.terms().size();
        ConditionalMoments conditionals = regression.newConditionals();
        double[][] sums = new double[columns + terms][models.batches()];
        double[] inclusion = new double[columns];
        double[] square = new double[columns];
        double[] values = new double[columns + terms];
        double[] total = new double[1];
        F fit = regression.newFit();
        models.forEachDrawn((sites, draws) -> {
            regression.load(fit, sites);
            LeadingModels.Member member = average.member(fit);
            Arrays.fill(values, 0.0);
            for (int m = 0; m < member.columns().length; m++) {
                values[member.columns()[m]] = member.coefficients()[m].mean();
            }
            for (int k = 0; k < terms; k++) {
                values[columns + k] = member.terms()[k].mean();
            }
            if (conditionals != null) {
                conditionals.load(sites);
                System.arraycopy(conditionals.mean, 0, values, 0, columns);
                for (int j = 0; j < columns; j++) {
                    inclusion[j] += draws.total() * conditionals.inclusion[j];
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
        List<ModelAverage.Moments> moments = new ArrayList<>();
        for (int j = 0; j < values.length; j++) {
            moments.add(
                    conditionals == null || j >= columns
                            ? average.moments(j)
                            : new ModelAverage.Moments(
                                    inclusion[j] / total[0],
                                    Arrays.stream(sums[j]).sum() / total[0],
                                    square[j] / total[0]));
        }
        return new CoefficientAverages(
                moments, Arrays.stream(sums).mapToDouble(models::error).toArray());
    }
}
