package dev.lbp.runtime.engine.words;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.FairBits;
import dev.lbp.Parts;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.Tempering;
import dev.lbp.result.RunException;
import dev.lbp.result.SampleResult;
import dev.lbp.runtime.engine.cluster.PairTable;
import dev.lbp.runtime.run.CheckpointCopies;
import dev.lbp.target.LocalEnergyModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs whose chains are in words, against their own draws and against enumeration. */
class WordRunsTest {

    private static final WordCase CASE = WordCase.random(10, 18, 2, 0.3, 0.3, 4L);
    private static final LocalEnergyModel MODEL = CASE.table().bits();
    private static final int SITES = 10;
    private static final String IN_WORDS = "64 chains in a word";

    @TempDir
    private Path directory;

    private static SamplingRun run(Sampler sampler) {
        return sampler.sample(MODEL).chains(100).warmup(40).draws(150).seed(3);
    }

    private static SamplingRun metropolis() {
        return run(Samplers.metropolis().build());
    }

    @Test
    void runs_ofManyChains_areInWordsWhereTheyCanBe() {
        assertThat(run(Samplers.gibbs().build()).run().summary()).contains(IN_WORDS);
        assertThat(run(Samplers.gibbs().inOrder().build()).run().summary()).contains(IN_WORDS);
        assertThat(metropolis().chains(64).run().summary()).contains(IN_WORDS);
        SampleResult chosen = run(Samplers.auto().build()).run();
        assertThat(chosen.summary()).contains(IN_WORDS, "auto: Metropolis, systematic scan\n", "of few sizes");
        assertThat(text(chosen)).isEqualTo(text(metropolis().run()));
        Stream.of(
                        metropolis().chains(63),
                        run(Samplers.gibbs().randomScan().build()),
                        run(Samplers.gibbs().thinned(0.3).build()),
                        run(Samplers.gibbs().jumps(new FairBits(SITES), 0.1).build()),
                        run(Samplers.lbp().build()),
                        run(Samplers.gibbs().build()).warmup(60).tempering(Tempering.replicas(3)))
                .forEach(run -> assertThat(run.draws(10).run().summary()).doesNotContain(IN_WORDS));
        LocalEnergyModel unequal =
                new PairTable(new int[][] {{0, 1}, {1, 2}}, new double[] {0.5, Math.PI}, new double[3][2]).bits();
        assertThat(Samplers.gibbs()
                        .build()
                        .sample(unequal)
                        .chains(64)
                        .draws(10)
                        .run()
                        .summary())
                .doesNotContain(IN_WORDS);
    }

    @Test
    void draws_haveTheTracesAndMarginals_ofTheDefinition() {
        SampleResult result = metropolis().draws(600).keepDraws().run();
        double[][] logProb = Objects.requireNonNull(result.traces().get("logProb"));
        double[] ones = new double[SITES];
        for (int c = 0; c < 100; c++) {
            for (int t = 0; t < 600; t++) {
                byte[] draw = result.draw(c, t);
                assertThat(logProb[c][t]).isCloseTo(CASE.logProb(draw), within(1e-12));
                Arrays.setAll(ones, i -> ones[i] + draw[i] / 60_000.0);
            }
        }
        assertThat(result.marginals()).containsExactly(ones, within(1e-12));
        double[] exact = exactMarginals(new boolean[SITES], new byte[SITES]);
        for (int i = 0; i < SITES; i++) { // false failure: 10 sites at 5 errors, 6e-6
            assertThat(result.marginals()[i]).isCloseTo(exact[i], within(5.0 * result.marginalErrors()[i]));
        }
        assertThat(CASE.logProb(result.best().state())).isCloseTo(result.best().logProb(), within(1e-12));
    }

    private static double[] exactMarginals(boolean[] frozen, byte... held) {
        double[] sums = new double[SITES];
        double total = 0.0;
        for (int x = 0; x < 1 << SITES; x++) {
            byte[] state = CASE.state(x);
            if (IntStream.range(0, SITES).allMatch(i -> !frozen[i] || state[i] == held[i])) {
                double weight = Math.exp(CASE.logProb(state));
                total += weight;
                Arrays.setAll(sums, i -> sums[i] + state[i] * weight);
            }
        }
        double all = total;
        return Arrays.stream(sums).map(sum -> sum / all).toArray();
    }

    /** False failure: 20 comparisons at 5 errors, 1e-5; errors of conditionals are those of their own batches. */
    @Test
    void frozenRuns_haveTheMarginals_givenTheFrozenSites() {
        boolean[] frozen = new boolean[SITES];
        frozen[2] = true;
        frozen[7] = true;
        byte[][] initial = new byte[100][SITES];
        Arrays.stream(initial).forEach(state -> state[7] = 1);
        SampleResult result = metropolis()
                .draws(600)
                .initial(initial)
                .frozen(frozen)
                .conditionals()
                .keepBest(3)
                .run();
        double[] exact = exactMarginals(frozen, initial[0]);
        SampleResult.Conditionals conditionals = result.conditionals().orElseThrow();
        for (int i = 0; i < SITES; i++) {
            double error = frozen[i] ? 1e-12 : 5.0 * result.marginalErrors()[i];
            double ofConditionals = frozen[i] ? 1e-12 : 5.0 * conditionals.errors()[i];
            assertThat(result.marginals()[i]).isCloseTo(exact[i], within(error));
            assertThat(conditionals.marginals()[i]).isCloseTo(exact[i], within(ofConditionals));
        }
        assertThat(result.bestStates()).hasSize(3);
        assertThat(CASE.logProb(result.bestStates().get(0).state()))
                .isCloseTo(result.bestStates().get(0).logProb(), within(1e-12));
    }

    /** What a run without kept draws has, as a text. */
    private static String text(SampleResult result) {
        StringBuilder text = new StringBuilder();
        result.traces().forEach((name, chains) -> text.append(name).append(Arrays.deepToString(chains)));
        return text.append(Arrays.toString(result.marginals()))
                .append(Arrays.toString(result.marginalErrors()))
                .append(Arrays.toString(result.fRatios()))
                .append(Arrays.toString(result.jumpDistances()))
                .append(Arrays.deepToString(result.finalStates()))
                .append(Arrays.toString(result.best().state()))
                .append(result.verdict())
                .toString();
    }

    /** Threads, checkpoints and parts that cut a word, where no part of a record unpacks states at each step. */
    @Test
    void draws_onThreadsResumedOrInParts_areThoseOfThePlainRun() throws IOException {
        for (int thin : new int[] {1, 3}) {
            String plain = text(metropolis().thin(thin).threads(1).run());
            assertThat(text(metropolis().thin(thin).keepDraws().threads(2).run()))
                    .isEqualTo(plain);
            assertThat(text(Parts.merged(() -> metropolis().thin(thin), 100, 11)))
                    .isEqualTo(plain);
            assertThat(text(Parts.merged(() -> metropolis().thin(thin), 100, 64)))
                    .isEqualTo(plain);
            List<Path> copies = new ArrayList<>();
            Path written = Files.createDirectory(directory.resolve("thin" + thin));
            CheckpointCopies.of(metropolis().thin(thin), 37, written, copies, null);
            for (int k = 0; k < copies.size(); k++) {
                Path again = Files.createDirectory(written.resolve("again" + k));
                assertThat(text((SampleResult) CheckpointCopies.of(
                                metropolis().thin(thin), 37, again, new ArrayList<>(), copies.get(k))))
                        .isEqualTo(plain);
            }
        }
    }

    /** The chains before the one whose statistic fails have recorded a draw more than the others. */
    @Test
    void marginals_ofARunThatFailsAtAChain_areThoseOfItsDraws() {
        int[] calls = new int[1];
        SamplingRun failing = metropolis().chains(64).threads(1).track("fails", x -> {
            if (++calls[0] == 5_000) {
                throw new IllegalStateException("5,000 calls");
            }
            return x[0];
        });
        SampleResult whole = metropolis().chains(64).keepDraws().run();
        assertThatThrownBy(failing::run).isInstanceOfSatisfying(RunException.class, e -> {
            Matcher chain = Pattern.compile("chain (\\d+)").matcher(e.getMessage());
            assertThat(chain.find()).isTrue();
            int failed = Integer.parseInt(chain.group(1));
            SampleResult partial = e.partialResult().orElseThrow();
            assertThat(failed).isPositive();
            double[] ones = new double[SITES];
            for (int c = 0; c < 64; c++) {
                for (int t = 0; t < partial.draws() + (c < failed ? 1 : 0); t++) {
                    byte[] draw = whole.draw(c, t);
                    Arrays.setAll(ones, i -> ones[i] + draw[i] / (64.0 * partial.draws() + failed));
                }
            }
            assertThat(partial.marginals()).containsExactly(ones, within(1e-12));
        });
    }

    /** Beside couplings of 10^12 a field of one nat is no more than rounding, so such models have single chains. */
    @Test
    void pairsAreInWords_whileTheTermsOfASiteAreFew() {
        for (double coupling : new double[] {499.5, 500.5}) {
            LocalEnergyModel chain = new PairTable(
                            new int[][] {{0, 1}, {1, 2}}, new double[] {coupling, coupling}, new double[3][2])
                    .bits();
            SampleResult result =
                    Samplers.gibbs().build().sample(chain).chains(64).draws(10).run();
            assertThat(result.summary().contains(IN_WORDS)).isEqualTo(coupling < 500.0);
        }
    }

    @Test
    void bondsThatAreNotTheModels_areNamed() {
        LocalEnergyModel lying = CASE.table()
                .bits(WordCase.random(SITES, 18, 2, 0.3, 0.3, 5L).table().bonds());
        SamplingRun fromRandom = Samplers.gibbs().build().sample(lying).chains(64);
        SamplingRun fromOne = Samplers.gibbs().build().sample(lying).chains(64).initial(new byte[64][SITES]);
        for (SamplingRun run : List.of(fromRandom, fromOne)) {
            assertThatThrownBy(run::run)
                    .isInstanceOf(RunException.class)
                    .hasMessageContaining("must be the pairs and fields of the log-probability")
                    .hasMessageContaining("bonds()");
        }
    }
}
