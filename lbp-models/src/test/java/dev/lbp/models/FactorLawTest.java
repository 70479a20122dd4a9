package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.Tempering;
import dev.lbp.models.factor.FactorBits;
import dev.lbp.models.factor.FactorCategories;
import dev.lbp.models.factor.FactorModel;
import dev.lbp.models.factor.RandomTerms;
import dev.lbp.result.TemperingResult;
import dev.lbp.result.ValueResult;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What samplers estimate of declared models, against enumeration. */
class FactorLawTest {

    private static final int CHAINS = 60;

    /** Probabilities nearer to 0 or 1 have no error that 60 chains can estimate. */
    private static final double RARE = 0.03;

    private static final List<Sampler> OF_BITS = List.of(
            Samplers.lbp().build(),
            Samplers.pas().path(2).build(),
            Samplers.gwg().build(),
            Samplers.rwm().scale(1).build(),
            Samplers.metropolis().build(),
            Samplers.gibbs().build());

    private static final List<Sampler> OF_CATEGORIES = List.of(
            Samplers.pas().path(2).build(),
            Samplers.rwm().scale(1).build(),
            Samplers.metropolis().build(),
            Samplers.gibbs().build(),
            Samplers.gibbs().randomScan().build());

    /** Each of 22 comparisons fails a right sampler with probability 1e-6 at most; seeds are fixed. */
    @Test
    void sample_declaredModel_hasItsMarginals() {
        checkModels(2);
    }

    /** Some 2,000 comparisons, each wrong with probability 1e-6 at most. */
    @Tag("slow")
    @Test
    void sample_200declaredModels_haveTheirMarginals() {
        checkModels(200);
    }

    private static void checkModels(int count) {
        for (int m = 0, seed = 0; m < count; seed++) {
            boolean bits = m % 2 == 0;
            RandomTerms terms = new RandomTerms(bits ? 5 : 4, bits, true, seed);
            double[] marginals = marginals(terms);
            int[] common = IntStream.range(0, marginals.length)
                    .filter(k -> marginals[k] > RARE && marginals[k] < 1.0 - RARE)
                    .toArray();
            if (!isConnected(terms) || common.length < 4) {
                continue; // single changes do not reach all states
            }
            m++;
            double[] expected =
                    Arrays.stream(common).mapToDouble(k -> marginals[k]).toArray();
            int most = Arrays.stream(terms.values).max().orElseThrow();
            FactorModel model = bits
                    ? terms.build(FactorModel.bits(5), false)
                    : terms.build(FactorModel.values(terms.values), false);
            for (Sampler sampler : bits ? OF_BITS : OF_CATEGORIES) {
                ChainMeans means = model instanceof FactorBits of
                        ? ChainMeans.of(sampler, of, seed, CHAINS, 100, 200, x -> indicators(common, most, i -> x[i]))
                        : ChainMeans.of(
                                sampler,
                                (FactorCategories) model,
                                seed,
                                CHAINS,
                                100,
                                200,
                                x -> indicators(common, most, i -> x[i]));
                means.assertMeansAre(expected);
            }
        }
    }

    /** Whether sites have values, each given as {@code i C + c}. */
    private static double[] indicators(int[] of, int most, IntUnaryOperator state) {
        return Arrays.stream(of)
                .mapToDouble(k -> state.applyAsInt(k / most) == k % most ? 1.0 : 0.0)
                .toArray();
    }

    /** With numbers of values of their own the reference has fewer states than C^N. A deviation of 4.5 errors: 7e-6. */
    @Test
    void replicas_sitesOfOwnNumbersOfValues_haveTheRightEvidenceAndMarginals() {
        RandomTerms terms = new RandomTerms(5, false, false, 4);
        FactorCategories model = terms.build(FactorModel.values(terms.values), false);
        assertThat(Arrays.stream(terms.values).distinct().count()).isGreaterThan(1);
        ValueResult result = Samplers.gibbs()
                .build()
                .sample(model)
                .tempering(Tempering.replicas(4))
                .chains(4)
                .draws(4_000)
                .seed(5)
                .run();
        TemperingResult tempering = result.tempering().orElseThrow();
        double exact = RandomTerms.states(terms.values).stream()
                .mapToDouble(x -> Math.exp(terms.logProb(x)))
                .sum();
        assertThat(Math.abs(tempering.logZ() - Math.log(exact))).isLessThan(4.5 * tempering.logZError());
        double[] marginals = marginals(terms);
        int most = model.values();
        for (int k = 0; k < marginals.length; k++) {
            assertThat(result.valueMarginals()[k / most][k % most]).isBetween(marginals[k] - 0.03, marginals[k] + 0.03);
            if (k % most >= terms.values[k / most]) {
                assertThat(result.valueMarginals()[k / most][k % most]).isZero();
            }
        }
    }

    /** P(x_i = c) at i C + c. */
    private static double[] marginals(RandomTerms terms) {
        int most = Arrays.stream(terms.values).max().orElseThrow();
        double[] sums = new double[terms.values.length * most];
        double total = 0.0;
        for (int[] x : RandomTerms.states(terms.values)) {
            double p = Math.exp(terms.logProb(x));
            total += p;
            for (int i = 0; i < x.length; i++) {
                sums[i * most + x[i]] += p;
            }
        }
        double all = total;
        return Arrays.stream(sums).map(p -> p / all).toArray();
    }

    /** Whether changes of one site lead from each possible state to each other one. */
    private static boolean isConnected(RandomTerms terms) {
        Map<List<Integer>, Boolean> possible = new HashMap<>(); // and whether it was reached
        for (int[] x : RandomTerms.states(terms.values)) {
            if (terms.logProb(x) != Double.NEGATIVE_INFINITY) {
                possible.put(Arrays.stream(x).boxed().toList(), false);
            }
        }
        ArrayDeque<List<Integer>> queue =
                new ArrayDeque<>(possible.keySet().stream().limit(1).toList());
        while (!queue.isEmpty()) {
            List<Integer> x = queue.remove();
            if (possible.put(x, true)) {
                continue;
            }
            for (int i = 0; i < x.size(); i++) {
                for (int c = 0; c < terms.values[i]; c++) {
                    List<Integer> y = new ArrayList<>(x);
                    y.set(i, c);
                    if (possible.containsKey(y) && !possible.get(y)) {
                        queue.add(y);
                    }
                }
            }
        }
        return possible.values().stream().allMatch(reached -> reached);
    }
}
