package dev.lbp.select;

import dev.lbp.internal.select.average.Regression;
import dev.lbp.internal.select.average.VisitedModels;
import dev.lbp.internal.select.average.WeightedSums;
import java.util.ArrayList;
import java.util.List;

/**
 * The inclusion probabilities if the evidence of the most probable models is computed without Laplace's method, see
 * {@link SelectionSettings#exactEvidence(int)}. These models keep their common part of the probability, and all others
 * keep theirs.
 *
 * @param models the number of models whose evidence was sampled
 * @param share their part of the probability of all models known
 * @param inclusion the inclusion probabilities, in the order of the data, each with the error that it has under
 *     Laplace's method
 * @param largestChange the largest absolute difference from an inclusion probability under Laplace's method
 * @param variable the variable of the largest change
 * @param largestError the largest standard error of the logarithm of an evidence, from the importance sample
 */
public record ExactEvidence(
        int models,
        double share,
        List<SelectionResult.Variable> inclusion,
        double largestChange,
        String variable,
        double largestError) {

    /** Copies the list. */
    public ExactEvidence {
        inclusion = List.copyOf(inclusion);
    }

    /**
     * Corrects the probabilities of the most probable models.
     *
     * @param models all that are known
     * @param ratios of the evidence of the most probable of them, in the order of {@link VisitedModels#best}
     * @param before the inclusion probabilities by Laplace's method
     */
    static ExactEvidence of(
            VisitedModels<?> models, List<Regression.EvidenceRatio> ratios, List<SelectionResult.Variable> before) {
        List<VisitedModels.Known> known = models.best();
        double share = 0.0;
        double error = 0.0;
        double shift = shift(known, ratios); // taken off each ratio, so that these models keep their common probability
        double[] changes = new double[before.size()];
        for (int k = 0; k < ratios.size(); k++) {
            double probability = Math.exp(known.get(k).logProb() - models.logTotal());
            share += probability;
            error = Math.max(error, ratios.get(k).error());
            for (int site : known.get(k).sites()) {
                changes[site] += probability * Math.expm1(ratios.get(k).log() - shift);
            }
        }
        List<SelectionResult.Variable> after = new ArrayList<>();
        int furthest = 0; // the site of the largest change
        for (int site = 0; site < changes.length; site++) {
            SelectionResult.Variable one = before.get(site);
            double probability = Math.min(Math.max(one.probability() + changes[site], 0.0), 1.0);
            after.add(new SelectionResult.Variable(one.name(), probability, one.error(), one.averaged(), one.prior()));
            furthest = Math.abs(changes[site]) > Math.abs(changes[furthest]) ? site : furthest;
        }
        return new ExactEvidence(
                ratios.size(),
                share,
                after,
                Math.abs(changes[furthest]),
                before.get(furthest).name(),
                error);
    }

    /** The logarithm of the factor by which the sum of these models' probabilities changes. */
    private static double shift(List<VisitedModels.Known> known, List<Regression.EvidenceRatio> ratios) {
        WeightedSums before = new WeightedSums(0);
        WeightedSums after = new WeightedSums(0);
        for (int k = 0; k < ratios.size(); k++) {
            before.weigh(known.get(k).logProb());
            after.weigh(known.get(k).logProb() + ratios.get(k).log());
        }
        return after.logTotal() - before.logTotal();
    }
}
