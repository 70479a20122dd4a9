package dev.lbp.select;

import dev.lbp.internal.Names;
import dev.lbp.internal.select.average.ModelAverage;
import dev.lbp.internal.select.average.Regression;
import dev.lbp.internal.select.average.SampledModels;
import dev.lbp.internal.select.average.VisitedModels;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Single models of a result, and the table of coefficients over all of them, which is made when it is first asked for.
 *
 * @param <F> the fit of a model
 */
final class ModelTables<F> {

    private final Regression<F> regression;
    private final VisitedModels<F> models;
    private final ModelAverage<F> average;
    private final List<SelectionTables.Variable> inclusion;
    private final List<String> names;

    /** The fit of one single model after another; methods that use it are synchronized. */
    private final F fit;

    /** The table of coefficients averaged over all models; null until it is asked for. */
    private @Nullable CoefficientTable coefficients;

    /** Keeps the credible sets and pairs that were asked for, by level and largest number of variables in a set. */
    private final Map<List<Number>, JointInclusion> joint = new HashMap<>();

    ModelTables(
            Regression<F> regression,
            VisitedModels<F> models,
            ModelAverage<F> average,
            List<SelectionTables.Variable> inclusion) {
        this.inclusion = inclusion;
        this.regression = regression;
        this.models = models;
        this.average = average;
        this.names = regression.facts().names();
        this.fit = regression.newFit();
    }

    /**
     * The sites of candidates, ascending.
     *
     * @throws IllegalArgumentException if one is no candidate; the message lists similar names
     */
    int[] sites(List<String> variables) {
        return variables.stream()
                .mapToInt(name -> Names.find("a candidate", name, names.size(), names::get))
                .sorted()
                .distinct()
                .toArray();
    }

    /**
     * The table's row of any model, which is fitted here. {@code relative} compares it with the known models: it is the
     * model's probability if all were enumerated. If models were drawn, the probability is the model's share of draws.
     */
    synchronized SelectionTables.Model model(int... sites) {
        double logProb = regression.load(fit, sites);
        boolean possible = logProb > Double.NEGATIVE_INFINITY;
        List<String> variables = IntStream.of(sites).mapToObj(names::get).toList();
        double relative = possible ? Math.exp(logProb - models.logTotal()) : 0.0;
        double evidence = possible
                ? logProb - regression.model().logPrior(sites.length) - regression.emptyLogEvidence()
                : Double.NEGATIVE_INFINITY;
        evidence = sites.length == 0 && possible ? 0.0 : evidence; // 0 up to the rounding of logProb
        double rSquared = possible ? regression.explained(fit) : Double.NaN;
        return models instanceof SampledModels<?> sampled
                ? new SelectionTables.Model(
                        variables, sampled.share(sites), sampled.shareError(sites), relative, evidence, rSquared)
                : new SelectionTables.Model(variables, relative, 0.0, relative, evidence, rSquared);
    }

    /** Why an impossible model is impossible, in words that name as few of its variables as suffice. */
    synchronized String whyImpossible(List<String> variables) {
        int[] sites = sites(variables);
        // the terms of lower order that a variable needs by heredity, as a:b needs a and b
        int[] lacking = regression.model().margins.lacking(sites);
        if (lacking.length > 0) {
            return names.get(lacking[0]) + " is in without the terms that it needs (heredity)";
        }
        int[] least = fewestImpossible(sites);
        if (regression.model().logPrior(least.length) == Double.NEGATIVE_INFINITY) {
            return "it has more variables than models may have";
        }
        List<String> named = IntStream.of(least).mapToObj(names::get).toList();
        String all = named.size() < 2
                ? String.join("", named)
                : String.join(", ", named.subList(0, named.size() - 1)) + " and " + named.get(named.size() - 1);
        return named.size() == 2 ? "columns " + all + " are copies" : "columns of " + all + " explain each other";
    }

    /** Leaves each variable out of an impossible model, if the model stays impossible without it. */
    private int[] fewestImpossible(int[] sites) {
        int[] least = sites;
        for (int site : sites) {
            int[] without = IntStream.of(least).filter(other -> other != site).toArray();
            least = regression.load(fit, without) > Double.NEGATIVE_INFINITY ? least : without;
        }
        return least;
    }

    /**
     * The coefficients of one model.
     *
     * @throws IllegalArgumentException if a variable is no candidate, or the model is impossible
     */
    synchronized List<SelectionTables.Coefficient> coefficients(List<String> variables, double level) {
        boolean possible = regression.load(fit, sites(variables)) > Double.NEGATIVE_INFINITY;
        if (!possible) {
            throw new IllegalArgumentException("must be possible: model=" + variables);
        }
        return CoefficientTable.of(regression, average.member(fit), level);
    }

    /** Sets and pairs of variables; computed once for summary, report and files. */
    synchronized JointInclusion joint(double level, int most) {
        return joint.computeIfAbsent(
                List.of(level, most), key -> new JointModels(regression, models, average, inclusion).of(level, most));
    }

    /** The coefficients averaged over models. */
    synchronized CoefficientTable coefficients() {
        CoefficientTable made = coefficients;
        if (made == null) {
            made = new CoefficientTable(
                    regression,
                    average,
                    models instanceof SampledModels<F> sampled
                            ? CoefficientAverages.sampled(regression, average, sampled, inclusion)
                            : CoefficientAverages.exact(regression, average));
            coefficients = made;
        }
        return made;
    }
}
