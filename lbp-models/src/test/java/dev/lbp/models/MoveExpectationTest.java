package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.check.ModelCheck;
import dev.lbp.check.MoveCheck;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.target.CategoricalModel;
import dev.lbp.target.CategoricalModels;
import dev.lbp.target.MoveModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Marginals of small targets with moves, exactly by enumeration, and as samplers estimate them. */
class MoveExpectationTest {

    private static final int CHAINS = 60;

    /** Expectations nearer to 0 or 1 than this are left out: no chain may see them, so they have no estimated error. */
    private static final double RARE = 0.02;

    static List<MoveModel> models() {
        double[][] numbers = PermutationModelTest.normal(4, 3L);
        for (double[] row : numbers) {
            Arrays.setAll(row, k -> 0.4 * row[k]);
        }
        return List.of(
                AssignmentModel.of(numbers),
                OrderingModel.of(numbers),
                OrderingModel.cyclic(numbers),
                MatchingModel.complete(numbers),
                MatchingModel.of(4, 3, new int[] {0, 0, 1, 1, 2, 3}, new int[] {0, 1, 1, 2, 0, 2}, new double[] {
                    .5, -1, .7, .2, 1, -.4
                }),
                PottsModel.lattice(2, 3, 3).coupling(0.6).randomField(1.0, 4L).build(),
                Permutations.of(4, s -> s[0] < s[1] ? 0.7 : 0.4 * s[2] - 0.1 * s[3] * s[1]),
                CategoricalModels.of(3, 3, x -> x[0] == x[1] ? 0.8 : 0.3 * x[2]),
                CategoricalProduct.random(4, 4, 1.0, 5L),
                CategoricalFactorialHmm.paper(3, 2, 3, PaperConfiguration.C2, 6L));
    }

    static Stream<Arguments> cases() {
        List<Sampler> samplers = List.of(
                Samplers.pas().path(1).build(),
                Samplers.pas().path(4).weight(WeightFunction.SQRT).build(),
                Samplers.rwm().scale(1).build(),
                Samplers.gibbs().build(),
                Samplers.gibbs().randomScan().build());
        return models().stream()
                .flatMap(model -> samplers.stream()
                        .filter(sampler -> model instanceof CategoricalModel
                                || !sampler.toString().startsWith("Gibbs"))
                        .map(sampler -> Arguments.of(sampler, model)));
    }

    @ParameterizedTest
    @MethodSource("models")
    void tracker_isConsistent(MoveModel model) {
        MoveCheck.Report report = ModelCheck.of(model).verify();
        assertThat(report.moves()).isPositive();
        assertThat(report.largestError()).isLessThan(1e-13);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void sample_smallTarget_hasItsMarginals(Sampler sampler, MoveModel model) {
        int values = model.values();
        double[] exact = exact(model, indicators(values));
        int[] common = IntStream.range(0, exact.length)
                .filter(k -> exact[k] > RARE && exact[k] < 1.0 - RARE)
                .toArray();
        assertThat(common.length).isGreaterThan(model.dimension());
        Function<int[], double[]> all = indicators(values);
        ChainMeans.of(sampler, model, 11L, CHAINS, 100, 300, x -> {
                    double[] now = all.apply(x);
                    return Arrays.stream(common).mapToDouble(k -> now[k]).toArray();
                })
                .assertMeansAre(Arrays.stream(common).mapToDouble(k -> exact[k]).toArray());
    }

    /** Whether each site has each value, and whether each site and the one before it have one value. */
    private static Function<int[], double[]> indicators(int values) {
        return x -> {
            double[] indicators = new double[x.length * (values + 1)];
            for (int i = 0; i < x.length; i++) {
                indicators[i * (values + 1) + x[i]] = 1.0;
                indicators[i * (values + 1) + values] = i > 0 && x[i] == x[i - 1] ? 1.0 : 0.0;
            }
            return indicators;
        };
    }

    /** Expectations over all states of the feasible set: those that a tracker does not refuse. */
    private static double[] exact(MoveModel model, Function<int[], double[]> statistics) {
        MoveModel.Tracker tracker = model.newTracker();
        List<int[]> states = new ArrayList<>(List.of(new int[0]));
        for (int i = 0; i < model.dimension(); i++) {
            states = states.stream()
                    .flatMap(x -> Stream.iterate(0, v -> v + 1)
                            .limit(model.values())
                            .map(v -> {
                                int[] longer = Arrays.copyOf(x, x.length + 1);
                                longer[x.length] = v;
                                return longer;
                            }))
                    .toList();
        }
        double[] sums = null;
        double total = 0.0;
        double reference = reference(model);
        for (int[] x : states) {
            if (feasible(tracker, x)) {
                double p = Math.exp(tracker.logProb() - reference);
                double[] now = statistics.apply(x);
                sums = sums == null ? new double[now.length] : sums;
                for (int k = 0; k < now.length; k++) {
                    sums[k] += p * now[k];
                }
                total += p;
            }
        }
        double sum = total;
        return Arrays.stream(sums).map(value -> value / sum).toArray();
    }

    private static double reference(MoveModel model) {
        MoveModel.Tracker tracker = model.newTracker();
        tracker.reset(model.randomState(RandomSource.XO_SHI_RO_256_PP.create(1L)));
        return tracker.logProb();
    }

    private static boolean feasible(MoveModel.Tracker tracker, int[] state) {
        try {
            tracker.reset(state);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
