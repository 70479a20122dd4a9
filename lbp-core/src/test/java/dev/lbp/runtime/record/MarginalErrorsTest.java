package dev.lbp.runtime.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.ChainBatch;
import dev.lbp.EngineCases;
import dev.lbp.Failures;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.SpinLine;
import dev.lbp.diagnostics.MonteCarloError;
import dev.lbp.result.RunException;
import dev.lbp.result.SampleResult;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.ModelException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.api.buffer.DataType;

/**
 * Standard errors of marginals, kept by the flips, against batch means of all draws and against the errors there are.
 */
class MarginalErrorsTest {

    private static final long SEED = 21L;
    private static final int CHAINS = 3;

    /** Every draw of every site, as traces: [N][chains][draws]. */
    private static double[][][] draws(Sampler sampler, EnergyModel model, int draws, int thin) {
        ChainBatch batch = sampler.start(model, SEED, CHAINS);
        double[][][] all = new double[model.dimension()][CHAINS][draws];
        for (int t = 0; t < draws; t++) {
            for (int k = 0; k < thin; k++) {
                batch.step();
            }
            for (int c = 0; c < CHAINS; c++) {
                byte[] state = batch.state(c);
                for (int i = 0; i < state.length; i++) {
                    all[i][c][t] = state[i];
                }
            }
        }
        return all;
    }

    private static SamplingRun run(Sampler sampler, EnergyModel model, int draws, int thin) {
        return sampler.sample(model)
                .chains(CHAINS)
                .warmup(0)
                .draws(draws)
                .thin(thin)
                .seed(SEED)
                .threads(2);
    }

    /** {@code sqrt(s^2 b / n)} of the complete batches of b draws; NaN if their means are all equal. */
    private static double naive(double[][] traces, int length) {
        List<Double> means = new ArrayList<>();
        int draws = 0;
        for (double[] trace : traces) {
            draws += trace.length;
            for (int end = length; end <= trace.length; end += length) {
                means.add(IntStream.range(end - length, end)
                                .mapToDouble(t -> trace[t])
                                .sum()
                        / length);
            }
        }
        if (means.stream().distinct().count() < 2) {
            return Double.NaN;
        }
        double mean = means.stream().mapToDouble(m -> m).average().orElseThrow();
        double squares =
                means.stream().mapToDouble(m -> (m - mean) * (m - mean)).sum();
        return Math.sqrt(squares / (means.size() - 1) * length / draws);
    }

    /** Between chains over within, by the textbook; NaN if all batch means are equal. */
    private static double naiveRatio(double[][] traces, int length) {
        int batches = traces[0].length / length;
        double[] chainMeans = new double[traces.length];
        double within = 0.0;
        for (int c = 0; c < traces.length; c++) {
            double[] means = new double[batches];
            for (int b = 0; b < batches; b++) {
                means[b] =
                        Arrays.stream(traces[c], b * length, (b + 1) * length).sum() / length;
            }
            double mean = Arrays.stream(means).sum() / batches;
            chainMeans[c] = mean;
            within += Arrays.stream(means).map(m -> (m - mean) * (m - mean)).sum();
        }
        double grand = Arrays.stream(chainMeans).sum() / traces.length;
        double between = batches
                * Arrays.stream(chainMeans).map(m -> (m - grand) * (m - grand)).sum();
        return between / (traces.length - 1) / (within / (traces.length * (batches - 1.0)));
    }

    private static void compare(double[] errors, double[][][] all, int length) {
        for (int i = 0; i < errors.length; i++) {
            double expected = naive(all[i], length);
            if (Double.isNaN(expected)) {
                assertThat(errors[i]).as("site %d", i).isNaN();
            } else {
                assertThat(errors[i]).as("site %d", i).isCloseTo(expected, within(1e-12));
            }
        }
    }

    static Stream<Arguments> runs() {
        return EngineCases.fixedInTurn()
                .flatMap(run -> Stream.of(1, 3).map(thin -> Arguments.of(run.get()[0], run.get()[1], thin)));
    }

    @ParameterizedTest
    @MethodSource("runs")
    void errorsAndFRatios_anyEngine_areThoseOfAllDraws(Sampler sampler, EnergyModel model, int thin) {
        SampleResult result = run(sampler, model, 150, thin).run();
        double[] errors = result.marginalErrors();
        double[][][] all = draws(sampler, model, 150, thin);
        compare(errors, all, 4);
        for (int i = 0; i < errors.length; i++) {
            assertThat(errors[i]).isCloseTo(MonteCarloError.batchMeans(all[i], 37), within(1e-12));
        }
        double[] ratios = result.fRatios();
        for (int i = 0; i < ratios.length; i++) {
            double expected = naiveRatio(all[i], 4);
            assertThat(ratios[i]).as("site %d", i).isCloseTo(expected, within(1e-9 * Math.max(1.0, expected)));
        }
    }

    /** A site changes once in 40 steps, so that it sleeps through batches. */
    @ParameterizedTest
    @CsvSource({"1, 1", "2, 1", "5, 1", "31, 1", "63, 1", "64, 2", "95, 2", "320, 10", "321, 10", "351, 10", "4000, 125"
    })
    void run_anyNumberOfDraws_areBatchMeansOfAllDraws(int draws, int length) {
        Sampler sampler = Samplers.rwm().scale(1).build();
        EnergyModel model = SpinLine.flat(40);
        compare(run(sampler, model, draws, 1).run().marginalErrors(), draws(sampler, model, draws, 1), length);
    }

    @Test
    void run_endedEarly_areThoseOfTheBatchesThereAre() {
        Sampler sampler = Samplers.rwm().scale(2).build();
        EnergyModel model = SpinLine.of(10).batched(DataType.DOUBLE);
        int[] calls = new int[1];
        RunException failure = Failures.of(
                ModelException.class,
                () -> run(sampler, model, 3_200, 1)
                        .chains(1)
                        .track("count", x -> calls[0]++ > 250 ? Double.NaN : 0.0)
                        .run());
        SampleResult partial = failure.partialResult().orElseThrow();
        int made = partial.draws();
        assertThat(made).isBetween(250, 3_000);
        double[][][] all = draws(sampler, model, made, 1);
        for (int i = 0; i < all.length; i++) {
            all[i] = new double[][] {all[i][0]};
        }
        compare(partial.marginalErrors(), all, 100);
    }

    @Test
    void run_siteThatNeverChanges_hasNone() {
        boolean[] frozen = new boolean[8];
        frozen[3] = true;
        frozen[4] = true;
        byte[][] initial = new byte[4][8];
        for (byte[] state : initial) {
            state[4] = 1;
        }
        SampleResult result = Samplers.gibbs()
                .build()
                .sample(SpinLine.of(8))
                .initial(initial)
                .frozen(frozen)
                .run();
        for (int i = 0; i < 8; i++) {
            assertThat(Double.isNaN(result.marginalErrors()[i])).isEqualTo(frozen[i]);
        }
    }

    /** Fair bits, drawn independently: the estimate is off by more than two errors as often as Student's t says. */
    @Test
    void errors_independentDraws_coverTheMarginals() {
        SampleResult result = Samplers.gibbs()
                .build()
                .sample(SpinLine.flat(1_000))
                .chains(4)
                .warmup(1)
                .draws(640)
                .seed(5)
                .run();
        // 128 batch means: P(|t_127| > 2) = 0.0476. Of 1,000 independent sites 47.6 are outside on average; false
        // failure
        // P(< 16) + P(> 94) = 2e-8, binomial.
        assertThat(outside(result)).isBetween(16, 94);
    }

    /**
     * The same of bits that a step of five in a hundred flips: of correlation time 10, the errors are 4.4 times those
     * of fair coins.
     */
    @Test
    void errors_correlatedDraws_coverTheMarginals() {
        int outside = 0;
        for (int seed = 0; seed < 10; seed++) {
            SampleResult result = Samplers.rwm()
                    .scale(5)
                    .build()
                    .sample(SpinLine.flat(100))
                    .chains(4)
                    .warmup(1)
                    .draws(6_400)
                    .seed(seed)
                    .run();
            outside += outside(result);
            // (1 + rho) / (1 - rho) with rho = 1 - 2 * 5 / 100 is 19, over 25,600 draws of variance 1/4. One error of
            // 128
            // batch means is off by 6 % as a rule; half or double is 8 standard deviations.
            double truth = Math.sqrt(19 * 0.25 / 25_600);
            assertThat(Arrays.stream(result.marginalErrors()))
                    .allMatch(error -> error > 0.5 * truth && error < 2 * truth);
        }
        // Batches 20 correlation times long miss 5 % of the variance: 0.055, so P(< 16) + P(> 94) = 3e-7.
        assertThat(outside).isBetween(16, 94);
    }

    private static int outside(SampleResult result) {
        double[] marginals = result.marginals();
        double[] errors = result.marginalErrors();
        return (int) IntStream.range(0, errors.length)
                .filter(i -> Math.abs(marginals[i] - 0.5) > 2 * errors[i])
                .count();
    }
}
