package dev.lbp.runtime.engine.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.SmallTargets;
import dev.lbp.TableTarget;
import dev.lbp.internal.kernel.PathProposal;
import dev.lbp.proposal.FixedScale;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.result.SampleResult;
import dev.lbp.runtime.engine.ForcedPaths;
import dev.lbp.runtime.engine.metropolis.MetropolisMethod;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.start.StopSignal;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.engine.step.ConditionalFlips;
import dev.lbp.runtime.engine.step.StepKind;
import dev.lbp.target.EnergyModels;
import dev.lbp.target.LocalEnergyModel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Conditional probabilities from log-ratios that are not exact, corrected by the steps. */
class CorrectedConditionalsTest {

    private static final TableTarget ROUGH = SmallTargets.rough(2.0);

    private static final TableTarget HOLES = SmallTargets.hard().stream()
            .map(SmallTargets.Case::target)
            .filter(target -> target.toString().equals("holes"))
            .findFirst()
            .orElseThrow();

    /**
     * From every state, with every site proposed: the correction, with the probability of its proposal, and that of the
     * computed probability have in sum the exact conditional probabilities as mean, and over all states the marginals.
     */
    @ParameterizedTest
    @ValueSource(doubles = {0.0, 0.25})
    void corrections_haveTheMarginalsAsMean(double swaps) {
        for (TableTarget target : List.of(ROUGH, HOLES)) {
            int n = target.dimension();
            double[] pi = target.probabilities();
            double[] means = new double[n];
            double[] marginals = new double[n];
            for (int x = 0; x < pi.length; x++) {
                for (int j = 0; target.possible(x) && j < n; j++) {
                    double estimate = estimate(target, x, j, swaps);
                    double there = target.logProb(x ^ 1 << j);
                    double exact = 1 / (1 + Math.exp(target.logProb(x) - there));
                    double ofOne = (x >> j & 1) == 1 ? 1 - exact : exact;
                    assertThat(estimate).as("site %d of state %d", j, x).isEqualTo(ofOne, offset(1e-12));
                    means[j] += pi[x] * estimate;
                    marginals[j] += pi[x] * (x >> j & 1);
                }
            }
            assertThat(means).containsExactly(marginals, offset(1e-12));
        }
    }

    /** The mean of the corrected P(x_j = 1 | the others) over the steps from a state. */
    private static double estimate(TableTarget target, int x, int j, double swaps) {
        int n = target.dimension();
        ForcedPaths forced = new ForcedPaths(new PathProposal(), List.of(new int[] {j}));
        MetropolisMove move =
                new MetropolisMove(forced, WeightFunction.BARKER, new FixedScale(1.0), StepMix.MOVES.withSwaps(swaps));
        BitStart start = new BitStart(n, 1, 3L, new byte[][] {TableTarget.state(x, n)}, null);
        Ensemble<byte[]> ensemble =
                new MetropolisMethod("forced", move).ensemble(target.localWithGradient(), start, WorkerPool.inline());
        ChainState<byte[]> chain = ensemble.chains.get(0);
        ConditionalFlips flips = chain.conditionalFlips();
        assertThat(flips.areCorrected()).isTrue();
        double weight = flips.probabilities()[j];
        double value = Math.abs((x >> j & 1) - weight);
        double computed = flips.computedCorrection(j, (x >> j & 1) == 1, chain.logProb);
        do {
            ensemble.reset(0, TableTarget.state(x, n));
            ensemble.run(1, stepped -> {}, new StopSignal());
            assertThat(flips.proposed()).isEqualTo(chain.kind == StepKind.SWAP ? -1 : j);
        } while (chain.kind == StepKind.SWAP);
        double q = (1 - swaps) * Math.exp(forced.logForward[0]);
        return value + q * flips.correction() + computed;
    }

    /** Exact log-ratios need no corrections; neither do chains whose steps propose more sites than one. */
    @Test
    void otherChains_areNotCorrected() {
        LocalEnergyModel exact = ROUGH.local();
        LocalEnergyModel crude = ROUGH.localWithGradient();
        assertThat(flips(exact, 1.0).areCorrected()).isFalse();
        assertThat(flips(crude, 2.0).areCorrected()).isFalse();
        assertThat(flips(crude, 1.0).areCorrected()).isTrue();
    }

    private static ConditionalFlips flips(LocalEnergyModel model, double scale) {
        MetropolisMove move = new MetropolisMove(new PathProposal(), WeightFunction.BARKER, new FixedScale(scale));
        BitStart start = new BitStart(5, 1, 3L, new byte[1][5], null);
        return new MetropolisMethod("lbp", move)
                .ensemble(model, start, WorkerPool.inline())
                .chains
                .get(0)
                .conditionalFlips();
    }

    /**
     * A run's averages: 4 chains of 32 batches have about 124 degrees of freedom, and a comparison at 4.5 standard
     * errors fails with probability 1.6e-5, 10 of them with 1.6e-4.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void averages_areTheMarginals(int thin) {
        SampleResult.Conditionals found =
                run(ROUGH.localWithGradient(), 8_000, thin).run().conditionals().orElseThrow();
        double[] pi = ROUGH.probabilities();
        for (int j = 0; j < ROUGH.dimension(); j++) {
            double marginal = 0;
            for (int x = 0; x < pi.length; x++) {
                marginal += pi[x] * (x >> j & 1);
            }
            assertThat(found.errors()[j]).isBetween(1e-5, 0.02);
            assertThat(found.marginals()[j]).isEqualTo(marginal, offset(4.5 * found.errors()[j]));
        }
    }

    /**
     * A site of probability 2e-9 is hardly ever proposed, and its estimates are off by the factor e^2. Computed
     * probabilities are the same in every state, and so have no error but that which they could not show: the average
     * over 1 + m, with m = 4 * 500 / 4 / 2 values. Without them the average is an eighth of it, with no error.
     */
    @Test
    void siteThatIsNeverProposed_isCorrected() {
        LocalEnergyModel model = EnergyModels.of(
                2,
                (byte[] x) -> -20.0 * x[1],
                (x, gradient) -> System.arraycopy(new double[] {0.0, -22.0}, 0, gradient, 0, 2));
        SampleResult.Conditionals found =
                run(model, 500, 1).run().conditionals().orElseThrow();
        double exact = 1 / (1 + Math.exp(20.0));
        assertThat(found.marginals()[1]).isEqualTo(exact, offset(1.5 * found.errors()[1]));
        assertThat(found.errors()[1]).isBetween(exact / 400, exact / 100);
    }

    private static SamplingRun run(LocalEnergyModel model, int draws, int thin) {
        byte[][] initial = new byte[4][model.dimension()];
        Arrays.stream(initial).forEach(state -> state[0] = 1);
        return Samplers.lbp()
                .scale(1)
                .swaps(0.25)
                .build()
                .sample(model)
                .chains(4)
                .warmup(100)
                .draws(draws)
                .thin(thin)
                .initial(initial)
                .conditionals();
    }

    @Test
    void resumedRun_hasTheSameBits(@TempDir Path directory) {
        LocalEnergyModel model = ROUGH.localWithGradient();
        Path file = directory.resolve("saved");
        run(model, 777, 1).checkpoint(file).run();
        SampleResult.Conditionals resumed =
                run(model, 2_000, 1).resume(file).conditionals().orElseThrow();
        SampleResult.Conditionals whole =
                run(model, 2_000, 1).threads(2).run().conditionals().orElseThrow();
        assertThat(resumed.marginals()).isEqualTo(whole.marginals());
    }
}
