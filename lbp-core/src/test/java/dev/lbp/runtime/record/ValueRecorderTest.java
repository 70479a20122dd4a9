package dev.lbp.runtime.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.MoveSpace;
import dev.lbp.MoveSpaces;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.TableMoves;
import dev.lbp.ValueChain;
import dev.lbp.ValueRun;
import dev.lbp.result.SiteDisagreement;
import dev.lbp.result.ValueResult;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a run on moves reports against the same steps in a loop, and against its own draws looked at naively. */
class ValueRecorderTest {

    private static final long SEED = 7L;
    private static final int CHAINS = 3;
    private static final int WARM_UP = 9;
    private static final int DRAWS = 80;

    private static Stream<Arguments> cases() {
        return Stream.of(MoveSpaces.sites(2, 3, 4), MoveSpaces.permutations(4), MoveSpaces.subsets(5, 2))
                .flatMap(space -> Stream.of(1, 4)
                        .flatMap(thin -> Stream.of(1, 3).map(scale -> Arguments.of(space, scale, thin))));
    }

    private static ValueRun run(Sampler sampler, TableMoves model, int thin) {
        return sampler.sample(model)
                .chains(CHAINS)
                .warmup(WARM_UP)
                .draws(DRAWS)
                .thin(thin)
                .seed(SEED)
                .threads(2)
                .track("first", x -> x[0])
                .keepDraws();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void run_fixedScale_reportsWhatStepsDid(MoveSpace space, int scale, int thin) {
        TableMoves model = TableMoves.random(space, 0.7, 3L);
        Sampler sampler = Samplers.rwm().scale(scale).build();
        ValueResult result = run(sampler, model, thin).run();
        ValueChain chain = sampler.start(model, SEED);
        double best = chain.logProb();
        for (int t = 0; t < WARM_UP; t++) {
            chain.step();
            best = Math.max(best, chain.logProb());
        }
        int[] reference = chain.state();
        long jumps = 0;
        double acceptance = 0.0;
        for (int t = 0; t < DRAWS; t++) {
            for (int k = 0; k < thin; k++) {
                int[] before = chain.state();
                chain.step();
                jumps += distance(before, chain.state());
                acceptance += chain.lastStep().acceptanceProbability();
                best = Math.max(best, chain.logProb());
            }
            assertThat(result.draw(0, t)).isEqualTo(chain.state());
            assertThat(trace(result, "logProb")[0][t]).isEqualTo(chain.logProb());
        }
        assertThat(result.finalStates()[0]).isEqualTo(chain.state());
        assertThat(result.jumpDistances()[0]).isEqualTo((double) jumps / (DRAWS * thin));
        assertThat(result.acceptanceRates()[0]).isCloseTo(acceptance / (DRAWS * thin), within(1e-13));
        for (int c = 0; c < CHAINS; c++) {
            for (int t = 0; t < DRAWS; t++) {
                int[] state = result.draw(c, t);
                assertThat(trace(result, "hamming")[c][t]).isEqualTo(distance(state, reference));
                assertThat(trace(result, "first")[c][t]).isEqualTo(state[0]);
                assertThat(trace(result, "logProb")[c][t]).isEqualTo(model.logProb()[space.number(state)]);
            }
        }
        assertThat(result.best().logProb())
                .isGreaterThanOrEqualTo(best)
                .isEqualTo(model.logProb()[space.number(result.best().values())]);
        ValueResult alone = run(sampler, model, thin).chains(1).run();
        assertThat(alone.best().logProb()).isEqualTo(best);
        assertThat(model.logProb()[space.number(alone.best().values())]).isEqualTo(best);
    }

    private static double[][] trace(ValueResult result, String name) {
        return result.traces().get(name);
    }

    private static int distance(int[] state, int[] reference) {
        return (int) IntStream.range(0, state.length)
                .filter(i -> state[i] != reference[i])
                .count();
    }

    /** Indicators of a value of a site at all draws, [chains][draws]. */
    private static double[][] indicators(ValueResult result, int site, int value) {
        double[][] rows = new double[CHAINS][result.draws()];
        for (int c = 0; c < CHAINS; c++) {
            int chain = c;
            Arrays.setAll(rows[c], t -> result.draw(chain, t)[site] == value ? 1.0 : 0.0);
        }
        return rows;
    }

    /** Sums of squares of batch means: between chains, and within. */
    private static double[] squares(double[][] traces, int length) {
        int batches = traces[0].length / length;
        double[] chainMeans = new double[traces.length];
        double within = 0.0;
        for (int c = 0; c < traces.length; c++) {
            double[] row = traces[c];
            double[] means = IntStream.range(0, batches)
                    .mapToDouble(b ->
                            Arrays.stream(row, b * length, (b + 1) * length).sum() / length)
                    .toArray();
            double mean = Arrays.stream(means).sum() / batches;
            chainMeans[c] = mean;
            within += Arrays.stream(means).map(m -> (m - mean) * (m - mean)).sum();
        }
        double grand = Arrays.stream(chainMeans).sum() / traces.length;
        double between = batches
                * Arrays.stream(chainMeans).map(m -> (m - grand) * (m - grand)).sum();
        return new double[] {between, within};
    }

    @ParameterizedTest
    @MethodSource("cases")
    void marginals_anySpace_areThoseOfAllDraws(MoveSpace space, int scale, int thin) {
        TableMoves model = TableMoves.random(space, 0.7, 3L);
        ValueResult result =
                run(Samplers.rwm().scale(scale).build(), model, thin).draws(70).run();
        int length = 70 / 32;
        int batches = 70 / length;
        double[] fRatios = result.fRatios();
        for (int i = 0; i < model.dimension(); i++) {
            double between = 0.0;
            double within = 0.0;
            for (int v = 0; v < model.values(); v++) {
                double[][] traces = indicators(result, i, v);
                double mean =
                        Arrays.stream(traces).flatMapToDouble(Arrays::stream).sum() / (CHAINS * 70);
                assertThat(result.valueMarginals()[i][v]).isEqualTo(mean);
                double[] squares = squares(traces, length);
                double deviations = squares[0] + squares[1];
                double error = Math.sqrt(deviations / (CHAINS * batches - 1) * length / (CHAINS * 70));
                if (deviations == 0.0 && (mean == 0.0 || mean == 1.0)) { // a bound: 3 / batches is two errors
                    assertThat(result.valueMarginalErrors()[i][v]).isEqualTo(1.5 / (CHAINS * batches));
                } else if (deviations == 0.0) {
                    assertThat(result.valueMarginalErrors()[i][v]).isNaN();
                } else {
                    assertThat(result.valueMarginalErrors()[i][v]).isCloseTo(error, within(1e-12));
                }
                between += squares[0];
                within += squares[1];
            }
            assertThat(fRatios[i])
                    .isCloseTo(between / (CHAINS - 1) / (within / (CHAINS * (batches - 1.0))), within(1e-9));
        }
    }

    /** Site 0 is 0 or 3 for ever, by the chain's start; site 1 is the same for all chains, and mixes. */
    @Test
    void siteDisagreements_chainsApart_nameTheValueFurthestApart() {
        MoveSpace space = MoveSpaces.sites(4, 3);
        TableMoves model = new TableMoves(space, x -> x % 4 == 0 || x % 4 == 3 ? 0.0 : -1e3);
        ValueResult result = Samplers.rwm()
                .scale(1)
                .build()
                .sample(new TableMoves(space, x -> model.logProb()[x]) {
                    @Override
                    public double logRatio(int x, int move) {
                        return move < 4 ? Double.NEGATIVE_INFINITY : super.logRatio(x, move);
                    }
                })
                .chains(3)
                .warmup(0)
                .draws(320)
                .initial(new int[][] {{0, 0}, {3, 0}, {0, 1}})
                .run();
        assertThat(result.siteDisagreements()).hasSize(1);
        SiteDisagreement at = result.siteDisagreements().get(0);
        assertThat(at.site()).isZero();
        assertThat(at.fRatio()).isInfinite();
        assertThat(at.value()).isZero();
        assertThat(at.marginals()).containsExactly(1.0, 0.0, 1.0);
        assertThat(result.summary())
                .contains("not shown to have mixed")
                .contains("- 1 site differs between chains (F ratio above ")
                .contains("- Site 0: P(x = 0) from 0.000 to 1.000, F = infinity.");
    }

    @Test
    void marginals_off_areRefusedByName() {
        ValueRun run = run(Samplers.rwm().scale(1).build(), TableMoves.random(MoveSpaces.permutations(4), 1.0, 1L), 1)
                .marginals(false);
        ValueResult result = run.run();
        assertThat(result.fRatios()).hasSize(4).containsOnly(Double.NaN);
        assertThat(result.siteDisagreements()).isEmpty();
        assertThatIllegalStateException()
                .isThrownBy(result::valueMarginals)
                .withMessage("must be asked for before the run: marginals(true)");
        assertThatIllegalStateException()
                .isThrownBy(result::valueMarginalErrors)
                .withMessage("must be asked for before the run: marginals(true)");
        ValueResult with = run.marginals(true).run();
        assertThat(with.traces().get("hamming")).isDeepEqualTo(result.traces().get("hamming"));
    }
}
