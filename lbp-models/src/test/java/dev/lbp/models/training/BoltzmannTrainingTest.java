package dev.lbp.models.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.Samplers;
import dev.lbp.models.DenseCategories;
import dev.lbp.result.CheckpointException;
import dev.lbp.result.ValueResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BoltzmannTrainingTest {

    @TempDir
    private Path directory;

    /** Draws of a model, ten sweeps apart. */
    private static int[][] draws(DenseCategories model, int count) {
        ValueResult result = Samplers.gibbs()
                .build()
                .sample(model)
                .chains(4)
                .warmup(200)
                .draws(count / 4)
                .thin(10)
                .seed(9L)
                .keepDraws()
                .run();
        int[][] draws = new int[count][];
        Arrays.setAll(draws, k -> result.draw(k % 4, k / 4));
        return draws;
    }

    private static final int[][] SEQUENCES = draws(DenseCategories.random(6, 3, 0.5, 0.4, 1L), 400);

    static BoltzmannTraining small() {
        return small(SEQUENCES, 3);
    }

    private static BoltzmannTraining small(int[][] sequences, int values) {
        return BoltzmannTraining.of(sequences, values)
                .chains(250)
                .momentum(0.5)
                .pearson(0.999)
                .updates(12);
    }

    /** The root of the mean square of the differences of couplings in the zero-sum gauge. */
    private static double distance(DenseCategories one, DenseCategories other) {
        DenseCategories a = one.zeroSum();
        DenseCategories b = other.zeroSum();
        double sum = 0.0;
        int count = 0;
        for (int i = 0; i < a.dimension(); i++) {
            for (int j = i + 1; j < a.dimension(); j++) {
                for (int c = 0; c < a.values(); c++) {
                    for (int d = 0; d < a.values(); d++) {
                        double difference = a.coupling(i, j)[c][d] - b.coupling(i, j)[c][d];
                        sum += difference * difference;
                        count++;
                    }
                }
            }
        }
        return Math.sqrt(sum / count);
    }

    /**
     * A coupling's estimate from n = 20,000 sequences has a standard error of about 1 / sqrt(n p), with p = 1/16 the
     * frequency of a pair of values: 0.028 before the zero-sum gauge, which keeps 9 of 16 dimensions: 0.021. Couplings
     * have a standard deviation of 0.2, so a model without couplings is at 0.15. The mean over 3,040 couplings varies
     * by 2 % of itself, so 0.05 is not reached by chance.
     */
    @Test
    @Tag("slow")
    void run_drawsOfAKnownModel_findsItsCouplings() {
        DenseCategories model = DenseCategories.random(20, 4, 0.5, 0.2, 3L);
        BoltzmannResult result = BoltzmannTraining.of(draws(model, 20_000), 4)
                .chains(10_000)
                .pearson(0.995)
                .updates(400)
                .run();
        assertThat(distance(result.model(), model)).isLessThan(0.05);
    }

    /** The same with 8 sites of 3 values: standard error sqrt(9 / 4,000 * 4 / 9) = 0.032, and 0.2 without couplings. */
    @Test
    void run_drawsOfASmallModel_findsItsCouplings() {
        DenseCategories model = DenseCategories.random(8, 3, 0.5, 0.3, 3L);
        BoltzmannResult result = BoltzmannTraining.of(draws(model, 4_000), 3)
                .chains(2_000)
                .pearson(0.98)
                .updates(500)
                .run();
        assertThat(result.converged()).isTrue();
        assertThat(distance(result.model(), model)).isLessThan(0.08);
    }

    @Test
    void run_anyThreads_givesTheSameBits() {
        BoltzmannResult one = small().threads(1).run();
        BoltzmannResult three = small().threads(3).run();
        assertThat(three.history()).isEqualTo(one.history()).hasSize(12);
        assertThat(three.chains()).isDeepEqualTo(one.chains());
        assertThat(three.model().coupling(4, 1)).isDeepEqualTo(one.model().coupling(4, 1));
        assertThat(small().seed(2L).run().history()).isNotEqualTo(one.history());
    }

    /** An interrupt ends the training after its update, with all chains moved, and stays set. */
    @Test
    void run_interrupted_endsAfterTheUpdate() {
        BoltzmannResult whole = small().updates(3).run();
        BoltzmannResult result = small().listener((update, updates, pearson) -> {
                    if (update == 3) {
                        Thread.currentThread().interrupt();
                    }
                })
                .run();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(result.history()).isEqualTo(whole.history());
        BoltzmannTraining never = small();
        Thread.currentThread().interrupt();
        assertThat(never.run().history()).isEmpty();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void resume_afterAStop_givesTheBitsOfOneTraining() {
        Path file = directory.resolve("training.lbp");
        BoltzmannTraining first = small().checkpoint(file, 100);
        BoltzmannResult half = first.listener((update, updates, pearson) -> {
                    if (update == 5) {
                        first.stop();
                    }
                })
                .run();
        assertThat(half.history()).hasSize(5);
        BoltzmannResult resumed = small().resume(file);
        BoltzmannResult whole = small().run();
        assertThat(resumed.history()).isEqualTo(whole.history());
        assertThat(resumed.model().fields()).isDeepEqualTo(whole.model().fields());
        assertThat(resumed.chains()).isDeepEqualTo(whole.chains());
    }

    /** After the first update the hour is not over, so the file is that of the end. */
    @Test
    void checkpoint_everyHour_isThatOfTheEnd() {
        Path file = directory.resolve("training.lbp");
        small().checkpoint(file, Duration.ofHours(1))
                .listener((update, updates, pearson) -> assertThat(file).doesNotExist())
                .run();
        assertThat(small().resume(file).history()).hasSize(12);
        Path each = directory.resolve("each.lbp");
        small().checkpoint(each, Duration.ofNanos(1))
                .listener((update, updates, pearson) -> {
                    if (update > 1) {
                        assertThat(each).exists();
                    }
                })
                .run();
        assertThatThrownBy(() -> small().checkpoint(file, Duration.ZERO)).hasMessage("must be > 0: every=PT0S");
    }

    @Test
    void resume_otherTrainingOrDamage_isRefused() throws Exception {
        Path file = directory.resolve("training.lbp");
        small().updates(2).checkpoint(file, 1).run();
        int[][] changed = SEQUENCES.clone();
        changed[399] = SEQUENCES[399].clone();
        changed[399][5] = (changed[399][5] + 1) % 3;
        double[] weights = ones(400);
        weights[399] = 0.5;
        List<BoltzmannTraining> others = List.of(
                small().seed(2L),
                small().chains(251),
                small().sweeps(2),
                small().learningRate(0.3),
                small().momentum(0.4),
                small().l2(0.1),
                small().pseudocount(0.1),
                small().weights(weights),
                small(SEQUENCES, 4),
                small(changed, 3));
        for (BoltzmannTraining other : others) {
            assertThatThrownBy(() -> other.resume(file))
                    .isInstanceOf(CheckpointException.class)
                    .hasMessageContaining("cannot resume from " + file + ": the training must be Boltzmann machine, ");
        }
        assertThat(small().updates(3).pearson(0.9999).threads(3).resume(file).history())
                .hasSize(3);
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2]++;
        Files.write(file, bytes);
        assertThatThrownBy(() -> small().resume(file)).hasMessageContaining("damaged");
        assertThatThrownBy(() -> small().resume(directory.resolve("none"))).hasMessageContaining("it is not there");
    }

    @Test
    void run_failingListener_keepsTheModelOfTheLastUpdate() {
        BoltzmannTraining training = small().listener((update, updates, pearson) -> {
            throw new IllegalStateException("full");
        });
        assertThatThrownBy(training::run).isInstanceOfSatisfying(BoltzmannException.class, e -> {
            assertThat(e).hasMessageContaining("the listener failed in update 1: full");
            assertThat(e.partialResult().history()).hasSize(1);
        });
    }

    /** A step of 1 with a penalty of 1e7 multiplies couplings by -1e7. The bound is 2^17 / 6 sites. */
    @Test
    void run_diverging_keepsTheLastGoodModel() {
        assertThatThrownBy(() -> small().learningRate(1.0).l2(1e7).run())
                .isInstanceOfSatisfying(BoltzmannException.class, e -> {
                    assertThat(e).hasMessageMatching("diverged at update .: a parameter is not below 21845; take .*");
                    assertThat(Math.abs(e.partialResult().model().coupling(0, 1)[0][0]))
                            .isLessThan(0x1p17 / 6.0);
                });
    }

    /** Couplings grow by a factor of -2 an update, up to the bound, and the last model can still be represented. */
    @Test
    void run_divergingSlowly_hasAModelAtTheBound() {
        int[][] sequences = new int[100][60];
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(5L);
        for (int[] sequence : sequences) {
            Arrays.setAll(sequence, i -> random.nextInt(2));
        }
        assertThatThrownBy(() -> BoltzmannTraining.of(sequences, 2)
                        .chains(50)
                        .pearson(0.999)
                        .learningRate(1.0)
                        .l2(3.0)
                        .run())
                .isInstanceOfSatisfying(BoltzmannException.class, e -> {
                    assertThat(e).hasMessageContaining("a parameter is not below 2185; take");
                    assertThat(e.partialResult().model().dimension()).isEqualTo(60);
                });
    }

    @Test
    void sequenceWeights_countRelatives() {
        int[][] sequences = {{0, 0, 0, 0, 0}, {0, 0, 0, 0, 1}, {0, 0, 0, 1, 1}, {2, 2, 2, 2, 2}};
        assertThat(SequenceWeights.of(sequences, 0.8)).containsExactly(1.0 / 2, 1.0 / 3, 1.0 / 2, 1.0);
        assertThat(SequenceWeights.of(sequences, 0.7)).containsExactly(1.0 / 2, 1.0 / 3, 1.0 / 2, 1.0); // 3.5 sites: 4
        assertThat(SequenceWeights.of(sequences, 1.0)).containsExactly(1.0, 1.0, 1.0, 1.0);
    }

    @Test
    void pairFrequencies_withWeights_areTheDefinition() {
        PairFrequencies data = new PairFrequencies(new int[][] {{0, 1}, {1, 1}}, new double[] {3.0, 1.0}, 2, 0.2);
        assertThat(data.single[0]).isCloseTo(0.8 * 0.75 + 0.1, within(1e-15));
        assertThat(data.single[3]).isCloseTo(0.8 + 0.1, within(1e-15));
        assertThat(data.pairs[1][(0 * 2 + 0) * 2 + 1]).isCloseTo(0.8 * 0.75 + 0.05, within(1e-15));
        assertThat(data.pairs[1][(0 * 2 + 1) * 2 + 0]).isCloseTo(0.05, within(1e-15));
    }

    /**
     * The chains' frequencies of pairs after 30 sweeps, beside those of all 27 states. 40,000 chains: a frequency has a
     * standard error of at most 0.0025, and 27 frequencies are within 5 of them but with probability 27 * 6e-7 = 2e-5.
     */
    @Test
    void sweep_manyChains_haveTheFrequenciesOfEnumeration() {
        PottsParameters parameters = new PottsParameters(3, 3);
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(5L);
        Arrays.setAll(parameters.fields, k -> random.nextDouble() - 0.5);
        for (int i = 0; i < 3; i++) {
            for (int at = 0; at < i * 9; at++) {
                parameters.couplings[i][at] = 2.0 * random.nextDouble() - 1.0;
            }
            parameters.mirror(i);
        }
        PottsChains chains = new PottsChains(40_000, 3, 3, 1L);
        for (int block = 0; block < chains.blocks(); block++) {
            chains.sweep(block, parameters, 30, () -> false);
        }
        PairFrequencies found = new PairFrequencies(chains.copy(), ones(40_000), 3, 0.0);
        int[][] states = new int[27][];
        Arrays.setAll(states, s -> new int[] {s % 3, s / 3 % 3, s / 9});
        DenseCategories model = parameters.model();
        double[] weights = Arrays.stream(states)
                .mapToDouble(x -> Math.exp(model.fields()[0][x[0]]
                        + model.fields()[1][x[1]]
                        + model.fields()[2][x[2]]
                        + model.coupling(0, 1)[x[0]][x[1]]
                        + model.coupling(0, 2)[x[0]][x[2]]
                        + model.coupling(1, 2)[x[1]][x[2]]))
                .toArray();
        PairFrequencies exact = new PairFrequencies(states, weights, 3, 0.0);
        for (int i = 1; i < 3; i++) {
            for (int at = 0; at < i * 9; at++) {
                assertThat(found.pairs[i][at]).isCloseTo(exact.pairs[i][at], within(0.0125));
            }
        }
    }

    private static double[] ones(int count) {
        double[] ones = new double[count];
        Arrays.fill(ones, 1.0);
        return ones;
    }

    /**
     * The first step from J = 0, by the definition: the covariance of the data about its means minus that of the chains
     * about the same means, and the fields corrected by what the couplings add at the means.
     */
    @Test
    void update_firstStep_isTheCentredGradientOfTheDefinition() {
        int[][] sequences = {{0, 1, 1}, {1, 1, 0}, {0, 0, 1}, {1, 0, 0}, {0, 1, 0}};
        PairFrequencies data = new PairFrequencies(sequences, ones(5), 2, 0.1);
        PottsAscent ascent = new PottsAscent(data, 3, 2, 1_000, 4L);
        double[] before = ascent.parameters.fields.clone();
        ForkJoinPool threads = new ForkJoinPool(2);
        assertThat(ascent.move(threads, 1)).isTrue();
        assertThat(ascent.update(threads, 0.5, 0.0, 0.0)).isTrue();
        threads.shutdown();
        PairFrequencies chains = new PairFrequencies(ascent.chains.copy(), ones(1_000), 2, 0.0);
        double[][][] steps = new double[3][3][4]; // of J_ij(a, b) at 2 a + b
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < i; j++) {
                for (int k = 0; k < 4; k++) {
                    int a = i * 2 + k % 2;
                    int b = j * 2 + k / 2;
                    double ofData = data.pairs[i][j * 4 + k] - data.single[a] * data.single[b];
                    double ofChains = chains.pairs[i][j * 4 + k]
                            - data.single[a] * chains.single[b]
                            - chains.single[a] * data.single[b]
                            + data.single[a] * data.single[b];
                    double step = 0.5 * (ofData - ofChains);
                    steps[i][j][2 * (k % 2) + k / 2] = step;
                    steps[j][i][2 * (k / 2) + k % 2] = step;
                    assertThat(ascent.parameters.couplings[i][j * 4 + k]).isCloseTo(step, within(1e-12));
                    assertThat(ascent.parameters.couplings[j][i * 4 + 2 * (k % 2) + k / 2])
                            .isCloseTo(step, within(1e-12));
                }
            }
        }
        for (int i = 0; i < 3; i++) {
            for (int a = 0; a < 2; a++) {
                double step = 0.5 * (data.single[i * 2 + a] - chains.single[i * 2 + a]);
                for (int j = 0; j < 3; j++) {
                    for (int b = 0; b < 2; b++) {
                        step -= steps[i][j][2 * a + b] * data.single[j * 2 + b];
                    }
                }
                assertThat(ascent.parameters.fields[i * 2 + a] - before[i * 2 + a])
                        .isCloseTo(step, within(1e-12));
            }
        }
    }

    @Test
    void badInput_isRefused() {
        int[][] sequences = {{0, 1}, {1, 2}};
        assertThatThrownBy(() -> BoltzmannTraining.of(sequences, 2)).hasMessage("must be in [0, 1]: sequences[1][1]=2");
        assertThatThrownBy(() -> BoltzmannTraining.of(new int[][] {{0, 1}, {1}}, 2))
                .hasMessage("must have length 2: sequences[1].length=1");
        BoltzmannTraining training = BoltzmannTraining.of(sequences, 3);
        assertThatThrownBy(() -> training.weights(new double[] {1.0, Double.NaN}))
                .hasMessage("must be finite: weights[1]=NaN");
        assertThatThrownBy(() -> training.weights(new double[2]))
                .hasMessage("must have a positive, finite sum: weights=0.0");
        assertThatThrownBy(() -> training.weights(new double[] {1e308, 1e308}))
                .hasMessage("must have a positive, finite sum: weights=Infinity");
        assertThatThrownBy(() -> training.pearson(1.0)).hasMessage("must be in (0, 1): pearson=1.0");
        assertThatThrownBy(() -> training.learningRate(0.0)).hasMessage("must be in (0, 1]: learningRate=0.0");
        assertThatThrownBy(() -> training.momentum(1.0)).hasMessage("must be in [0, 1): momentum=1.0");
        assertThatThrownBy(() -> training.l2(-1.0)).hasMessage("must be >= 0: l2=-1.0");
        assertThatThrownBy(() -> training.pseudocount(0.0)).hasMessage("must be in (0, 1): pseudocount=0.0");
        assertThatThrownBy(() -> SequenceWeights.of(sequences, 1.1)).hasMessage("must be in (0, 1]: identity=1.1");
    }
}
