package dev.lbp.infer;

import dev.lbp.models.factor.Factor;
import dev.lbp.models.factor.FactorGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** What a posterior must answer, by a sum over all states; and made-up graphs small enough for that. */
final class NaiveGraph {

    final FactorGraph graph;
    final List<int[]> states = new ArrayList<>();
    final List<Double> logProbs = new ArrayList<>();
    final double logZ;

    /** Of the states that agree with the evidence, -1 for sites without. */
    NaiveGraph(FactorGraph graph, int[] observed) {
        this.graph = graph;
        int[] state = new int[graph.sites()];
        boolean more = true;
        while (more) {
            double logProb = graph.logProb(state);
            boolean agrees = true;
            for (int i = 0; i < state.length; i++) {
                agrees &= observed[i] < 0 || observed[i] == state[i];
            }
            if (agrees && logProb > Double.NEGATIVE_INFINITY) {
                states.add(state.clone());
                logProbs.add(logProb);
            }
            int at = state.length - 1;
            while (at >= 0 && ++state[at] == graph.values(at)) {
                state[at--] = 0;
            }
            more = at >= 0;
        }
        double largest = largest();
        double sum = 0.0;
        for (double logProb : logProbs) {
            sum += Math.exp(logProb - largest);
        }
        logZ = largest + Math.log(sum);
    }

    double largest() {
        return logProbs.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NEGATIVE_INFINITY);
    }

    double probability(int k) {
        return Math.exp(logProbs.get(k) - logZ);
    }

    double[] marginal(int site) {
        double[] marginal = new double[graph.values(site)];
        for (int k = 0; k < states.size(); k++) {
            marginal[states.get(k)[site]] += probability(k);
        }
        return marginal;
    }

    double[] factorMarginal(Factor factor) {
        double[] marginal = new double[factor.size()];
        for (int k = 0; k < states.size(); k++) {
            int index = 0;
            for (int site : factor.sites()) {
                index = index * graph.values(site) + states.get(k)[site];
            }
            marginal[index] += probability(k);
        }
        return marginal;
    }

    /** A graph of 3 to 9 sites of 1 to 4 values, and of tables of 0 to 4 sites; a part of the entries are zeros. */
    static FactorGraph random(SplittableRandom rng) {
        int sites = 3 + rng.nextInt(7);
        int[] values = new int[sites];
        for (int i = 0; i < sites; i++) {
            values[i] = 1 + rng.nextInt(i < 4 ? 4 : 3);
        }
        double zeros = rng.nextBoolean() ? 0.0 : 0.3 * rng.nextDouble();
        double spread = rng.nextInt(4) == 0 ? 40.0 : 2.0;
        List<Factor> factors = new ArrayList<>();
        for (int a = rng.nextInt(2 * sites); a >= 0; a--) {
            int[] scope = new int[Math.min(sites, rng.nextInt(5))];
            int[] order = permutation(sites, rng);
            System.arraycopy(order, 0, scope, 0, scope.length);
            double[] logValues =
                    new double[Arrays.stream(scope).map(i -> values[i]).reduce(1, (x, y) -> x * y)];
            for (int k = 0; k < logValues.length; k++) {
                boolean zero = scope.length > 0 && rng.nextDouble() < zeros;
                logValues[k] = zero ? Double.NEGATIVE_INFINITY : spread * (2.0 * rng.nextDouble() - 1.0);
            }
            factors.add(Factor.of(scope, logValues));
        }
        return FactorGraph.of(values, factors);
    }

    static int[] permutation(int count, SplittableRandom rng) {
        int[] order = new int[count];
        for (int k = 0; k < count; k++) {
            int at = rng.nextInt(k + 1);
            order[k] = order[at];
            order[at] = k;
        }
        return order;
    }

    /** Evidence for a third of the sites in half of the cases, none in the others. */
    static int[] evidence(FactorGraph graph, SplittableRandom rng) {
        int[] observed = new int[graph.sites()];
        boolean any = rng.nextBoolean();
        for (int i = 0; i < observed.length; i++) {
            observed[i] = any && rng.nextInt(3) == 0 ? rng.nextInt(graph.values(i)) : -1;
        }
        return observed;
    }
}
