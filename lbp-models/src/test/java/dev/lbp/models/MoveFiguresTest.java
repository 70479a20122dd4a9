package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.ValueChain;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.result.StepInfo;
import dev.lbp.target.MoveModel;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Acceptance rates and jump distances on random instances, against an independent prototype's. Rates of two instances
 * differ by a standard deviation of about .001 (uniform swaps), .003 (sqrt), .002 (t/(t+1)) and .005 (paths of 25);
 * each tolerance is more than four standard errors of the mean over the test's instances. The command is {@code mvn
 * -Pslow test -pl lbp-models -am -Dtest=MoveFiguresTest -Dsurefire.failIfNoSpecifiedTests=false}.
 */
@Tag("slow")
class MoveFiguresTest {

    /** The acceptance rate and the mean number of changed sites of the steps with a given scale. */
    private record Figures(double acceptance, double distance) {

        static Figures of(
                Sampler sampler, LongFunction<MoveModel> instance, int instances, int warmup, int steps, int scale) {
            double acceptance = 0.0;
            double distance = 0.0;
            long counted = 0;
            for (int seed = 1; seed <= instances; seed++) {
                ValueChain chain = sampler.start(instance.apply(seed), seed);
                for (int t = 0; t < warmup + steps; t++) {
                    StepInfo step = chain.step();
                    if (t >= warmup && step.scale() == scale) {
                        acceptance += step.acceptanceProbability();
                        distance += step.flips();
                        counted++;
                    }
                }
            }
            return new Figures(acceptance / counted, distance / counted);
        }
    }

    private static MoveModel assignment(long seed) {
        return AssignmentModel.random(100, 3.0, seed);
    }

    private static MoveModel records(long seed) {
        return new SyntheticRecords(100, 100, 60, 8, 8, 0.1, seed).model(6.0);
    }

    private static PottsModel potts(long seed) {
        return PottsModel.lattice(10, 20, 4)
                .coupling(0.5)
                .randomField(1.5, seed)
                .build();
    }

    @Test
    void swaps_uniform_areAcceptedSeldom() {
        Sampler uniform = Samplers.rwm().scale(1).build();
        Figures figures = Figures.of(uniform, MoveFiguresTest::assignment, 4, 1_500_000, 1_000_000, 1);
        assertThat(figures.acceptance()).isCloseTo(0.013, within(0.0015));
    }

    @Test
    void swaps_balanced_areAcceptedMostly() {
        Sampler sqrt = Samplers.pas().path(1).weight(WeightFunction.SQRT).build();
        assertThat(Figures.of(sqrt, MoveFiguresTest::assignment, 4, 5_000, 20_000, 1)
                        .acceptance())
                .isCloseTo(0.894, within(0.008));
        Sampler barker = Samplers.pas().path(1).build();
        assertThat(Figures.of(barker, MoveFiguresTest::assignment, 4, 5_000, 20_000, 1)
                        .acceptance())
                .isCloseTo(0.961, within(0.005));
    }

    @Test
    void pathsOfSwaps_areAcceptedMostly() {
        Sampler pas = Samplers.pas().path(25).build();
        assertThat(Figures.of(pas, MoveFiguresTest::assignment, 4, 300, 4_000, 25)
                        .acceptance())
                .isCloseTo(0.877, within(0.015));
    }

    /**
     * Uniform moves of a matching are accepted once in 1,200 tries, and paths of five informed ones nine times in ten.
     */
    @Test
    void matchings_ofRecords_needInformedMoves() {
        Sampler pas = Samplers.pas().path(5).build();
        assertThat(Figures.of(pas, MoveFiguresTest::records, 4, 300, 8_000, 5).acceptance())
                .isCloseTo(0.887, within(0.02));
        Sampler uniform = Samplers.rwm().scale(1).build();
        assertThat(Figures.of(uniform, MoveFiguresTest::records, 4, 1_000_000, 1_000_000, 1)
                        .acceptance())
                .isCloseTo(0.0008, within(0.0002));
    }

    @Test
    void pathsOnALattice_jumpFar() {
        Sampler pas = Samplers.pas().path(80).build();
        Figures figures = Figures.of(pas, MoveFiguresTest::potts, 7, 300, 4_000, 80);
        assertThat(figures.acceptance()).isCloseTo(0.983, within(0.003));
        assertThat(figures.distance()).isCloseTo(56.5, within(1.0));
        Figures product = Figures.of(pas, s -> CategoricalProduct.random(200, 4, 1.5, s), 7, 300, 4_000, 80);
        assertThat(product.acceptance()).isCloseTo(0.982, within(0.003));
        assertThat(product.distance()).isCloseTo(53.0, within(1.0));
    }

    /** Fails by chance with probability 1e-6 at most: see {@link ChainMeans#assertMeansAre}. */
    @Test
    void lattice_marginalsOfPaths_areThoseOfGibbs() {
        PottsModel model = potts(1L);
        ChainMeans gibbs = ChainMeans.of(Samplers.gibbs().build(), model, 100L, 60, 100, 1_000, statistics());
        ChainMeans.of(Samplers.pas().path(40).build(), model, 200L, 60, 200, 2_000, statistics())
                .assertAgreesWith(gibbs);
    }

    @Test
    void hmm_marginalsOfPaths_areThoseOfGibbs() {
        CategoricalFactorialHmm model = CategoricalFactorialHmm.paper(20, 3, 4, PaperConfiguration.C1, 3L);
        ChainMeans gibbs = ChainMeans.of(Samplers.gibbs().build(), model, 100L, 60, 200, 2_000, statistics());
        ChainMeans.of(Samplers.pas().path(10).build(), model, 200L, 60, 500, 5_000, statistics())
                .assertAgreesWith(gibbs);
    }

    /** The value of every site as a number, whether it is the lowest one, and the equal pairs in order of the sites. */
    private static Function<int[], double[]> statistics() {
        return x -> {
            double[] values = new double[2 * x.length + 1];
            for (int i = 0; i < x.length; i++) {
                values[i] = x[i];
                values[x.length + i] = x[i] == 0 ? 1.0 : 0.0;
                values[2 * x.length] += i > 0 && x[i] == x[i - 1] ? 1.0 : 0.0;
            }
            return values;
        };
    }
}
