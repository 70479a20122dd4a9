package dev.lbp.select;

import dev.lbp.internal.select.average.LeadingModels;
import dev.lbp.internal.select.average.ModelAverage;
import dev.lbp.internal.select.average.PosteriorMixture;
import dev.lbp.internal.select.average.Regression;
import dev.lbp.internal.select.average.StudentTable;
import dev.lbp.internal.select.average.Term;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The coefficients of a result: moments over all models, and intervals and signs by the {@link PosteriorMixture} of
 * the models of largest weight.
 */
final class CoefficientTable {

    /**
     * Intervals are computed from the most probable models that together have this part of all weights; from all models
     * kept if these have less.
     */
    private static final double PART = 1.0 - 1e-7;

    /**
     * The models that were left out enter as one normal distribution, if they have more than this part of a
     * coefficient's inclusion probability.
     */
    private static final double LEFT_OUT = 1e-6;

    private final Regression<?> regression;
    private final ModelAverage<?> average;
    private final CoefficientAverages averages;
    private final int columns;

    /**
     * For each coefficient the models that have it. The coefficients of candidates come first, then those of the terms.
     */
    private final List<List<Holder>> holders = new ArrayList<>();

    private final Map<Double, StudentTable> tables = new HashMap<>();

    /** Lists for each column, and then for each term, the models of largest weight that have its coefficient. */
    CoefficientTable(Regression<?> regression, ModelAverage<?> average, CoefficientAverages averages) {
        this.regression = regression;
        this.average = average;
        this.averages = averages;
        List<LeadingModels.Weighted> models = average.leading.holding(PART, average.logTotal());
        this.columns = regression.facts().columns().size();
        for (int j = 0; j < columns; j++) {
            holders.add(new ArrayList<>());
        }
        for (LeadingModels.Weighted one : models) {
            for (int m = 0; m < one.model().columns().length; m++) {
                holders.get(one.model().columns()[m])
                        .add(new Holder(one, one.model().coefficients()[m]));
            }
        }
        int terms = regression.terms().size();
        for (int k = 0; k < terms; k++) {
            int term = k;
            holders.add(models.stream()
                    .map(one -> new Holder(one, one.model().terms()[term]))
                    .toList());
        }
    }

    /** A model that has a coefficient, with this model's distribution of the coefficient. */
    private record Holder(LeadingModels.Weighted model, LeadingModels.Held coefficient) {}

    /** The candidates' coefficients. */
    List<SelectionResult.Coefficient> candidates(double level) {
        List<SelectionResult.Coefficient> made = new ArrayList<>();
        for (int column = 0; column < columns; column++) {
            double unit = regression.unscaled(column, 1.0);
            made.add(coefficient(regression.facts().columns().get(column), column, unit, level));
        }
        return made;
    }

    /** The coefficients that all models have. */
    List<SelectionResult.Coefficient> terms(double level) {
        List<SelectionResult.Coefficient> made = new ArrayList<>();
        List<Term> terms = regression.terms();
        for (int k = 0; k < terms.size(); k++) {
            made.add(coefficient(terms.get(k).name(), columns + k, terms.get(k).unit(), level));
        }
        return made;
    }

    private SelectionResult.Coefficient coefficient(String name, int place, double unit, double level) {
        ModelAverage.Moments moments = averages.moments().get(place);
        return coefficient(name, moments, averages.errors()[place], mixture(place, moments, unit), unit, level);
    }

    /**
     * A row of the table.
     *
     * @param error of the mean
     * @param mixture the distribution of the coefficient, in the units of the data
     * @param unit converts moments of scaled columns to the units of the data
     */
    private static SelectionResult.Coefficient coefficient(
            String name,
            ModelAverage.Moments moments,
            double error,
            PosteriorMixture mixture,
            double unit,
            double level) {
        double in = moments.inclusion();
        double mean = moments.mean();
        double meanIfIn = moments.meanIfIn();
        return new SelectionResult.Coefficient(
                name,
                in,
                mean * unit,
                error * unit,
                Math.sqrt(Math.max(moments.square() - mean * mean, 0.0)) * unit,
                meanIfIn * unit,
                in > 0.0 ? Math.sqrt(Math.max(moments.square() / in - meanIfIn * meanIfIn, 0.0)) * unit : Double.NaN,
                mixture.quantile(0.5 - 0.5 * level),
                mixture.quantile(0.5 + 0.5 * level),
                mixture.positive(),
                mixture.negative());
    }

    /**
     * The posterior distribution of a coefficient, averaged over models. Models of largest weight enter one by one; the
     * others enter together as one normal distribution with their moments, if they have a noticeable probability.
     *
     * @param place the number of its column; the numbers of terms that all models have follow those of the columns
     * @param moments of the coefficient in the other tables, whose inclusion probability the distribution is scaled to
     */
    private PosteriorMixture mixture(int place, ModelAverage.Moments moments, double unit) {
        PosteriorMixture mixture = new PosteriorMixture(tables);
        ModelAverage.Moments rest = average.moments(place); // of the models that are not added
        for (Holder one : holders.get(place)) {
            LeadingModels.Held held = one.coefficient();
            double weight = Math.exp(one.model().logWeight() - average.logTotal());
            mixture.add(weight, one.model().model().parts().get(), held.of(), unit);
            rest = new ModelAverage.Moments(
                    rest.inclusion() - weight,
                    rest.mean() - weight * held.mean(),
                    rest.square() - weight * held.square());
        }
        if (rest.inclusion() > LEFT_OUT * average.moments(place).inclusion()) {
            addNormal(mixture, rest, unit);
        } else if (holders.get(place).isEmpty() && moments.inclusion() > 0.0) { // no model with it was drawn
            addNormal(mixture, moments, unit);
        }
        return mixture.withProbability(moments.inclusion());
    }

    /**
     * Adds a normal distribution with the mean and variance of a coefficient in the models that have it, with the
     * weight of these models.
     */
    private static void addNormal(PosteriorMixture mixture, ModelAverage.Moments of, double unit) {
        double mean = of.mean() / of.inclusion();
        double variance = of.square() / of.inclusion() - mean * mean;
        if (variance < Double.POSITIVE_INFINITY) {
            double scale = Math.sqrt(Math.max(variance, 0.0));
            mixture.add(of.inclusion(), unit * mean, unit * scale, Double.POSITIVE_INFINITY);
        }
    }

    /** The coefficients of one model: those that all have, then those of its candidates. */
    static <F> List<SelectionResult.Coefficient> of(
            Regression<F> regression, LeadingModels.Member model, double level) {
        Map<Double, StudentTable> tables = new HashMap<>();
        List<SelectionResult.Coefficient> made = new ArrayList<>();
        List<Term> terms = regression.terms();
        for (int k = 0; k < terms.size(); k++) {
            made.add(of(
                    terms.get(k).name(), model, model.terms()[k], terms.get(k).unit(), level, tables));
        }
        int[] in = model.columns();
        IntStream.range(0, in.length)
                .boxed()
                .sorted(Comparator.comparingInt(m -> in[m]))
                .forEach(m -> made.add(of(
                        regression.facts().columns().get(in[m]),
                        model,
                        model.coefficients()[m],
                        regression.unscaled(in[m], 1.0),
                        level,
                        tables)));
        return made;
    }

    /** A row of the table of a single model. */
    private static SelectionResult.Coefficient of(
            String name,
            LeadingModels.Member model,
            LeadingModels.Held held,
            double unit,
            double level,
            Map<Double, StudentTable> tables) {
        PosteriorMixture mixture = new PosteriorMixture(tables);
        mixture.add(1.0, model.parts().get(), held.of(), unit);
        return coefficient(
                name,
                new ModelAverage.Moments(1.0, held.mean(), held.square()), // 1: the variable is in this model
                0.0, // the mean has no error
                mixture.withProbability(1.0),
                unit,
                level);
    }
}
