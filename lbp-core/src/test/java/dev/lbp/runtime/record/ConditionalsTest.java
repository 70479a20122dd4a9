package dev.lbp.runtime.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.ChainBatch;
import dev.lbp.EngineCases;
import dev.lbp.Failures;
import dev.lbp.Fault;
import dev.lbp.Results;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.SmallPairwise;
import dev.lbp.SpinLine;
import dev.lbp.diagnostics.MonteCarloError;
import dev.lbp.result.RunException;
import dev.lbp.result.SampleResult;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.EnergyModels;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.ModelException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Rao-Blackwellised marginals, kept by what flips touch, against the conditional probabilities of every draw. */
class ConditionalsTest {

    private static final long SEED = 31L;
    private static final int CHAINS = 3;
    private static final int DRAWS = 150;

    /** P(x_i = 1 | the others) by the density alone. */
    private static double conditional(EnergyModel model, byte[] state, int site) {
        byte[] x = state.clone();
        x[site] = 1;
        double one = score(model, x);
        x[site] = 0;
        return 1 / (1 + Math.exp(score(model, x) - one));
    }

    private static double score(EnergyModel model, byte[] state) {
        LocalEnergyModel.Tracker tracker = ((LocalEnergyModel) model).newTracker();
        tracker.reset(state);
        return tracker.logProb();
    }

    static Stream<Arguments> runs() {
        SpinLine line = SpinLine.of(EngineCases.N);
        LocalEnergyModel hardCore = EnergyModels.of(EngineCases.N, x -> {
            double sum = 0;
            for (int i = 0; i < x.length; i++) {
                sum += i > 0 && x[i] * x[i - 1] == 1 ? Double.NEGATIVE_INFINITY : 0.3 * x[i];
            }
            return sum;
        });
        return EngineCases.fixed().stream()
                .flatMap(sampler -> Stream.of(line, (LocalEnergyModel) line.plain(), hardCore)
                        .flatMap(model -> Stream.of(1, 4).map(thin -> Arguments.of(sampler, model, thin))));
    }

    @ParameterizedTest
    @MethodSource("runs")
    void run_anySampler_areTheAveragesOfEveryDraw(Sampler sampler, LocalEnergyModel model, int thin) {
        int n = model.dimension();
        byte[][] initial = new byte[CHAINS][n];
        ChainBatch batch = sampler.start(model, SEED, initial);
        double[][][] all = new double[n][CHAINS][DRAWS];
        for (int t = 0; t < 20 + DRAWS * thin; t++) {
            batch.step();
            for (int c = 0; c < CHAINS && t >= 20; c++) {
                byte[] state = batch.state(c);
                for (int i = 0; i < n; i++) {
                    all[i][c][(t - 20) / thin] = conditional(model, state, i); // the last of a draw's steps stays
                }
            }
        }
        SampleResult.Conditionals conditionals = sampler.sample(model)
                .initial(initial)
                .chains(CHAINS)
                .warmup(20)
                .draws(DRAWS)
                .thin(thin)
                .seed(SEED)
                .threads(2)
                .conditionals()
                .run()
                .conditionals()
                .orElseThrow();
        for (int i = 0; i < n; i++) {
            double mean = 0;
            for (double[] chain : all[i]) {
                for (double p : chain) {
                    mean += p / (CHAINS * DRAWS);
                }
            }
            assertThat(conditionals.marginals()[i]).as("site %d", i).isCloseTo(mean, within(1e-12));
            double error = MonteCarloError.batchMeans(all[i], 37); // 150 / 32 is 4, of which there are 37
            if (error > 1e-15) {
                assertThat(conditionals.errors()[i]).as("site %d", i).isCloseTo(error, within(1e-12));
            } else { // what is left of it is the rounding of the naive mean
                assertThat(conditionals.errors()[i]).as("site %d", i).isNaN();
            }
        }
    }

    /** RWM asks a tracker; LBP with t/(t+1) reads its own weights, which are rounded otherwise where a site is 1. */
    static Stream<Sampler> bothRecorders() {
        return Stream.of(
                Samplers.rwm().scale(1).build(), Samplers.lbp().scale(1).build());
    }

    /**
     * Where nothing is coupled, the value never changes, and neither sums nor weights may make it seem to by rounding.
     */
    @ParameterizedTest
    @MethodSource("bothRecorders")
    void run_independentSites_isExactAndWithoutError(Sampler sampler) {
        SampleResult result = sampler.sample(
                        new SmallPairwise(new double[] {0.1, -0.3, 0.7}, new double[3][3], new int[0][]))
                .draws(333)
                .conditionals()
                .run();
        SampleResult.Conditionals conditionals = result.conditionals().orElseThrow();
        double[] exact = {1 / (1 + Math.exp(-0.1)), 1 / (1 + Math.exp(0.3)), 1 / (1 + Math.exp(-0.7))};
        assertThat(conditionals.marginals()).containsExactly(exact, within(1e-15));
        assertThat(conditionals.errors()).containsOnly(Double.NaN);
    }

    @Test
    void run_frozenSites_haveTheirValue() {
        boolean[] frozen = new boolean[8];
        frozen[3] = true;
        frozen[4] = true;
        byte[][] initial = new byte[4][8];
        for (byte[] state : initial) {
            state[4] = 1;
        }
        SampleResult.Conditionals conditionals = Samplers.lbp()
                .build()
                .sample(SpinLine.of(8))
                .initial(initial)
                .frozen(frozen)
                .conditionals()
                .run()
                .conditionals()
                .orElseThrow();
        assertThat(conditionals.marginals()[3]).isZero();
        assertThat(conditionals.marginals()[4]).isOne();
        assertThat(conditionals.marginals()[2]).isBetween(0.1, 0.9);
        assertThat(conditionals.errors()[4]).isNaN();
    }

    @Test
    void run_notAsked_drawsTheSameWithoutThem() {
        SamplingRun run = Samplers.lbp().build().sample(SpinLine.of(12)).draws(50);
        SampleResult plain = run.run();
        assertThat(plain.conditionals()).isEmpty();
        Results.assertSame(plain, run.conditionals().run());
    }

    /** The model is asked for more than the chain asks: what it then throws is its failure, at that step. */
    @Test
    void run_modelFailsWhenAsked_namesItAndKeepsTheRest() {
        int[] asked = new int[1];
        SpinLine line = SpinLine.of(6);
        LocalEnergyModel model = EnergyModels.of(6, x -> {
            if (asked[0]++ > 10_000) {
                throw new Fault.Broken();
            }
            return line.score(x);
        });
        RunException failure = Failures.of(
                ModelException.class,
                () -> Samplers.rwm()
                        .scale(1)
                        .build()
                        .sample(model)
                        .chains(1)
                        .draws(100_000)
                        .conditionals()
                        .run());
        assertThat(failure)
                .hasMessageContaining("failed in chain 0 at step ")
                .hasRootCauseInstanceOf(Fault.Broken.class);
        SampleResult partial = failure.partialResult().orElseThrow();
        assertThat(partial.conditionals().orElseThrow().marginals()).hasSize(6).doesNotContain(Double.NaN);
    }

    /**
     * Against the exact marginals of eight coupled spins, by enumeration: of z-values with t of 127 degrees the largest
     * of 8 is above 6 with probability 2e-7. On this target, conditioning helps at every site.
     */
    @Test
    void run_longRun_agreesWithEnumerationAndIsLessNoisy() {
        SpinLine line = SpinLine.of(8);
        double[] exact = new double[8];
        double total = 0;
        for (int bits = 0; bits < 256; bits++) {
            byte[] x = new byte[8];
            for (int i = 0; i < 8; i++) {
                x[i] = (byte) (bits >> i & 1);
            }
            double weight = Math.exp(line.score(x));
            total += weight;
            for (int i = 0; i < 8; i++) {
                exact[i] += x[i] * weight;
            }
        }
        for (Sampler sampler : List.of(Samplers.lbp().build(), Samplers.gibbs().build())) {
            SampleResult result = sampler.sample(line)
                    .chains(4)
                    .draws(20_000)
                    .seed(2)
                    .conditionals()
                    .run();
            SampleResult.Conditionals conditionals = result.conditionals().orElseThrow();
            for (int i = 0; i < 8; i++) {
                double off = Math.abs(conditionals.marginals()[i] - exact[i] / total);
                assertThat(off).isLessThan(6 * conditionals.errors()[i]);
                assertThat(conditionals.errors()[i]).isLessThan(0.9 * result.marginalErrors()[i]);
            }
        }
    }
}
