package dev.lbp;

import static dev.lbp.Results.assertSame;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.result.SampleResult;
import dev.lbp.target.EnergyModel;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Same seed, same draws: bit for bit, whatever the threads, and chain by chain. */
class DeterminismTest {

    private static final long SEED = 20_220_617L;
    private static final int CHAINS = 4;

    private static SamplingRun run(Sampler sampler, EnergyModel model) {
        return sampler.sample(model)
                .chains(CHAINS)
                .warmup(30)
                .draws(40)
                .seed(SEED)
                .threads(1);
    }

    @ParameterizedTest
    @MethodSource("dev.lbp.EngineCases#samplersInTurn")
    void run_anyNumberOfThreads_drawsTheSame(Sampler sampler, EnergyModel model) {
        SampleResult one = run(sampler, model).run();
        for (int threads : new int[] {2, 3}) {
            assertSame(one, run(sampler, model).threads(threads).run());
        }
    }

    @ParameterizedTest
    @MethodSource("dev.lbp.EngineCases#samplersInTurn")
    void run_calledTwice_drawsTheSame(Sampler sampler, EnergyModel model) {
        SamplingRun run = run(sampler, model).threads(2);
        assertSame(run.run(), run.run());
    }

    @ParameterizedTest
    @MethodSource("dev.lbp.EngineCases#samplersInTurn")
    void run_otherSeed_drawsOther(Sampler sampler, EnergyModel model) {
        double[][] hamming = run(sampler, model).run().traces().get("hamming");
        double[][] other = run(sampler, model).seed(SEED + 1).run().traces().get("hamming");
        for (int c = 0; c < CHAINS; c++) {
            assertThat(other[c]).isNotEqualTo(hamming[c]);
            assertThat(hamming[(c + 1) % CHAINS]).as("chains differ").isNotEqualTo(hamming[c]);
        }
    }

    /** Lock-step chains too: this target gives each row the same bits whatever the rows beside it. */
    @ParameterizedTest
    @MethodSource("dev.lbp.EngineCases#fixedInTurn")
    void run_fewerChains_firstOnesDrawTheSame(Sampler sampler, EnergyModel model) {
        SampleResult four = run(sampler, model).run();
        SampleResult two = run(sampler, model).chains(2).run();
        for (int c = 0; c < 2; c++) {
            assertThat(two.traces().get("logProb")[c]).isEqualTo(four.traces().get("logProb")[c]);
            assertThat(two.traces().get("hamming")[c]).isEqualTo(four.traces().get("hamming")[c]);
            assertThat(two.finalStates()[c]).isEqualTo(four.finalStates()[c]);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.lbp.EngineCases#samplersInTurn")
    void run_thinned_keepsEveryThirdDraw(Sampler sampler, EnergyModel model) {
        SampleResult all = run(sampler, model).draws(60).run();
        SampleResult thinned = run(sampler, model).draws(20).thin(3).run();
        for (String name : all.traces().keySet()) {
            for (int c = 0; c < CHAINS; c++) {
                double[] expected = new double[20];
                for (int t = 0; t < expected.length; t++) {
                    expected[t] = all.traces().get(name)[c][3 * t + 2];
                }
                assertThat(thinned.traces().get(name)[c]).isEqualTo(expected);
            }
        }
        assertThat(thinned.finalStates()).isDeepEqualTo(all.finalStates());
        assertThat(thinned.expectedJumpDistance()).isEqualTo(all.expectedJumpDistance());
        assertThat(thinned.acceptanceRate()).isEqualTo(all.acceptanceRate());
    }

    @ParameterizedTest
    @MethodSource("dev.lbp.EngineCases#samplersInTurn")
    void start_sameSeed_isTheRunStepByStep(Sampler sampler, EnergyModel model) {
        SampleResult result = run(sampler, model).run();
        ChainBatch batch = sampler.start(model, SEED, CHAINS);
        batch.warmUp(30);
        assertThat(batch.scale()).isEqualTo(result.scale());
        for (int t = 0; t < 40; t++) {
            batch.step();
            for (int c = 0; c < CHAINS; c++) {
                assertThat(batch.logProb(c)).isEqualTo(result.traces().get("logProb")[c][t]);
            }
        }
        for (int c = 0; c < CHAINS; c++) {
            assertThat(batch.state(c)).isEqualTo(result.finalStates()[c]);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.lbp.EngineCases#samplersInTurn")
    void startOfOneChain_sameSeed_isARunOfOneChain(Sampler sampler, EnergyModel model) {
        SampleResult result = run(sampler, model).chains(1).run();
        Chain chain = sampler.start(model, SEED);
        chain.warmUp(30);
        for (int t = 0; t < 40; t++) {
            chain.step();
            assertThat(chain.logProb()).isEqualTo(result.traces().get("logProb")[0][t]);
        }
        assertThat(chain.state()).isEqualTo(result.finalStates()[0]);
        assertThat(chain.scale()).isEqualTo(result.scale());
    }
}
