package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.proposal.ScaleController;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.result.SampleResult;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.EnergyModels;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

class FrozenSitesTest {

    private static final int N = EngineCases.N;

    private static boolean[] mask(int n, int every) {
        boolean[] mask = new boolean[n];
        for (int i = 0; i < n; i += every) {
            mask[i] = true;
        }
        return mask;
    }

    private static byte[][] states(int chains, int n) {
        byte[][] states = new byte[chains][n];
        for (int c = 0; c < chains; c++) {
            for (int i = 0; i < n; i++) {
                states[c][i] = (byte) ((i * 7 + c * 3) % 5 & 1);
            }
        }
        return states;
    }

    @ParameterizedTest
    @MethodSource("dev.lbp.EngineCases#samplersInTurn")
    void run_frozenSites_neverChangeWhileOthersDo(Sampler sampler, EnergyModel model) {
        byte[][] initial = states(3, N);
        boolean[] mask = mask(N, 4);
        SampleResult result = sampler.sample(model)
                .chains(3)
                .initial(initial)
                .frozen(mask)
                .warmup(50)
                .draws(200)
                .threads(1)
                .run();
        double[] marginals = result.marginals();
        for (int i = 0; i < N; i++) {
            if (mask[i]) {
                int site = i;
                assertThat(marginals[i])
                        .isEqualTo(Arrays.stream(initial).mapToInt(x -> x[site]).sum() / 3.0);
            } else {
                assertThat(marginals[i]).isBetween(0.05, 0.95);
            }
        }
        assertThat(result.scale()).isPositive().isLessThanOrEqualTo(N * 0.75);
    }

    private static Stream<Arguments> weightsOnBoth() {
        List<WeightFunction> weights = List.of(
                WeightFunction.SQRT,
                WeightFunction.BARKER,
                WeightFunction.MIN,
                WeightFunction.MAX,
                WeightFunction.of("t^0.9", logT -> 0.9 * logT));
        return weights.stream().flatMap(weight -> Stream.of(false, true).map(batched -> Arguments.of(weight, batched)));
    }

    /**
     * A flip that would raise the log-probability by 3,000, if it were free, must not drown the weights of the others.
     */
    @ParameterizedTest
    @MethodSource("weightsOnBoth")
    void run_frozenSiteOfHugeRatio_leavesTheOthersToMove(WeightFunction weight, boolean batched) {
        SpinLine line = SpinLine.of(8);
        EnergyModel model = batched
                ? new Steep(line.batched(DataType.DOUBLE))
                : EnergyModels.of(8, x -> line.score(x) + 3_000 * x[0]);
        boolean[] mask = mask(8, 8);
        for (ScaleController scale : List.of(ScaleController.fixed(1), ScaleController.logScale(0.574))) {
            SampleResult result = Samplers.lbp()
                    .weight(weight)
                    .scale(scale)
                    .build()
                    .sample(model)
                    .chains(2)
                    .initial(new byte[2][8])
                    .frozen(mask)
                    .warmup(20)
                    .draws(200)
                    .run();
            assertThat(result.acceptanceRate()).isGreaterThan(0.2);
            assertThat(result.marginals()[0]).isZero();
            assertThat(Arrays.stream(result.marginals()).skip(1)).allMatch(p -> p > 0.02 && p < 0.98);
        }
    }

    /** Adds 3,000 to the log-odds of the first site. */
    private record Steep(EnergyModel model) implements EnergyModel {

        @Override
        public int dimension() {
            return model.dimension();
        }

        @Override
        public INDArray logProb(INDArray states) {
            return model.logProb(states).addi(states.getColumn(0).mul(3_000));
        }

        @Override
        public INDArray gradient(INDArray states) {
            INDArray gradient = model.gradient(states);
            gradient.getColumn(0).addi(3_000);
            return gradient;
        }
    }
}
