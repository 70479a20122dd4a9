package dev.lbp.continuous;

import static dev.lbp.Results.assertSame;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.ContinuousBuilder;
import dev.lbp.ContinuousRun;
import dev.lbp.ContinuousSampler;
import dev.lbp.ParsedPage;
import dev.lbp.Report;
import dev.lbp.Samplers;
import dev.lbp.Workers;
import dev.lbp.diagnostics.MonteCarloError;
import dev.lbp.io.Draws;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.result.RunException;
import dev.lbp.result.StopReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.api.ndarray.INDArray;

/** Whole runs on densities. */
class ContinuousRunTest {

    /** Two coordinates, correlated and skewed: {@code y | x ~ N(x^2 / 2, 1), x ~ N(1, 0.5^2)}. */
    static final DensityModel BANANA = DensityModels.of(
            2, p -> -2.0 * (p[0] - 1.0) * (p[0] - 1.0) - 0.5 * square(p[1] - 0.5 * p[0] * p[0]), (p, gradient) -> {
                double off = p[1] - 0.5 * p[0] * p[0];
                gradient[0] = -4.0 * (p[0] - 1.0) + off * p[0];
                gradient[1] = -off;
            });

    @TempDir
    private Path directory;

    private static double square(double x) {
        return x * x;
    }

    @AfterEach
    void noThreadIsLeft() throws InterruptedException {
        Workers.assertNoneLeft();
    }

    static Stream<Supplier<ContinuousSampler>> samplers() {
        Stream<ContinuousBuilder> builders = Stream.of(
                Samplers.mala(),
                Samplers.barker().diagonal(),
                Samplers.barker().bimodal(),
                Samplers.continuous().weight(WeightFunction.MIN).diagonal(),
                Samplers.continuous().randomWalk(),
                Samplers.mala().scale(0.5));
        return Stream.concat(
                builders.map(builder -> builder::build),
                Stream.of(() -> Samplers.independent(new WideNormal(1.0, 1.5, 2))));
    }

    private static ContinuousRun run(ContinuousBuilder sampler) {
        return run(sampler.build());
    }

    private static ContinuousRun run(ContinuousSampler sampler) {
        return sampler.sample(BANANA)
                .chains(3)
                .warmup(200)
                .draws(400)
                .seed(4)
                .threads(2)
                .track("product", p -> p[0] * p[1]);
    }

    @ParameterizedTest
    @MethodSource("samplers")
    void run_anyNumberOfThreadsOrResumed_drawsTheSame(Supplier<ContinuousSampler> sampler) {
        ContinuousResult one = run(sampler.get()).threads(1).run();
        assertSame(one, run(sampler.get()).run());
        Path file = directory.resolve("checkpoint");
        run(sampler.get()).draws(150).checkpoint(file).run();
        ContinuousResult resumed = run(sampler.get()).resume(file); // its errors have other batches
        assertThat(resumed.traces()).usingRecursiveComparison().isEqualTo(one.traces());
        assertThat(resumed.means()).isEqualTo(one.means());
        assertThat(resumed.standardDeviations()).isEqualTo(one.standardDeviations());
        assertThat(resumed.expectedJumpDistance()).isEqualTo(one.expectedJumpDistance());
        assertThat(resumed.finalStates()).isDeepEqualTo(one.finalStates());
        assertThat(resumed.noiseDeviations()).isEqualTo(one.noiseDeviations());
    }

    /** The density of {@link #BANANA}, which fails when its calls have been made. */
    private record Failing(DensityModel model) implements DensityModel {

        static final AtomicInteger CALLS = new AtomicInteger();

        @Override
        public int dimension() {
            return model.dimension();
        }

        @Override
        public INDArray logProb(INDArray points) {
            if (CALLS.getAndDecrement() == 0) {
                throw new IllegalStateException("out of calls");
            }
            return model.logProb(points);
        }

        @Override
        public INDArray gradient(INDArray points) {
            return model.gradient(points);
        }
    }

    @ParameterizedTest
    @MethodSource("samplers")
    void run_thatFailedInWarmUpOrLater_isResumedToTheSameBits(Supplier<ContinuousSampler> sampler) {
        Supplier<ContinuousRun> run = () -> sampler.get()
                .sample(new Failing(BANANA))
                .chains(3)
                .warmup(100)
                .draws(100)
                .thin(2)
                .keepDraws();
        Failing.CALLS.set(Integer.MAX_VALUE);
        ContinuousResult whole = run.get().run();
        for (int calls : new int[] {60, 230}) {
            Path file = directory.resolve("at" + calls);
            Failing.CALLS.set(calls);
            assertThatThrownBy(() -> run.get().checkpoint(file, 7).run())
                    .isInstanceOf(RunException.class)
                    .hasMessageContaining("out of calls");
            Failing.CALLS.set(Integer.MAX_VALUE);
            ContinuousResult resumed = run.get().resume(file);
            assertSame(whole, resumed);
            assertThat(resumed.draw(2, 99)).isEqualTo(whole.draw(2, 99));
        }
    }

    /**
     * Each of four means and deviations is within 5 of its standard errors. With normal errors one sampler fails with
     * probability 4 * 6e-7; the seed is fixed. E y = (1 + 0.25) / 2, Var y = 1 + Var(x^2) / 4 with Var(x^2) = 4 * 0.25
     * + 2 * 0.0625.
     */
    @ParameterizedTest
    @MethodSource("samplers")
    void meansAndDeviations_areThoseOfTheTarget(Supplier<ContinuousSampler> sampler) {
        ContinuousResult result =
                run(sampler.get()).warmup(600).draws(1_000).chains(16).run();
        double[] means = {1.0, 0.625};
        double[] deviations = {0.5, Math.sqrt(1.0 + 0.25 * 1.125)};
        for (int i = 0; i < 2; i++) {
            assertThat(result.meanErrors()[i]).isBetween(0.0, 0.05);
            assertThat(result.means()[i]).isCloseTo(means[i], within(5.0 * result.meanErrors()[i]));
            assertThat(result.standardDeviations()[i])
                    .isCloseTo(deviations[i], within(5.0 * result.standardDeviationErrors()[i]));
        }
        assertThat(result.rHat()).isLessThan(1.02);
    }

    /**
     * From the draws themselves, the moments by their definitions, and the errors to the precision of 32 batches and
     * spectra.
     */
    @Test
    void moments_areThoseOfTheDraws() {
        int draws = 6_400;
        ContinuousResult result = run(Samplers.barker())
                .draws(draws)
                .keepDraws()
                .track("x", p -> p[0])
                .run();
        double[][] x = result.traces().get("x");
        double mean =
                Stream.of(x).flatMapToDouble(java.util.Arrays::stream).average().orElseThrow();
        double[][] squares = new double[3][draws];
        double variance = 0.0;
        double jumps = 0.0;
        for (int c = 0; c < 3; c++) {
            for (int t = 0; t < draws; t++) {
                assertThat(result.draw(c, t)[0]).isEqualTo(x[c][t]);
                squares[c][t] = square(x[c][t] - mean);
                variance += squares[c][t] / (3 * draws);
                jumps += t == 0
                        ? 0.0
                        : square(x[c][t] - x[c][t - 1]) + square(result.draw(c, t)[1] - result.draw(c, t - 1)[1]);
            }
        }
        assertThat(result.means()[0]).isCloseTo(mean, within(1e-12));
        assertThat(result.standardDeviations()[0]).isCloseTo(Math.sqrt(variance), within(1e-12));
        assertThat(result.expectedJumpDistance()).isCloseTo(jumps / (3 * draws), within(0.002));
        double ofMean = MonteCarloError.ofMean(x);
        assertThat(result.meanErrors()[0]).isCloseTo(ofMean, within(0.35 * ofMean));
        double ofDeviation = MonteCarloError.ofMean(squares) / (2.0 * Math.sqrt(variance));
        assertThat(result.standardDeviationErrors()[0]).isCloseTo(ofDeviation, within(0.35 * ofDeviation));
    }

    @Test
    void sinkExportAndCsv_holdTheDraws() throws IOException {
        Path sink = directory.resolve("sink");
        Path export = directory.resolve("export");
        ContinuousResult result =
                run(Samplers.mala()).keepDraws().sink(sink).draws(300).run();
        result.export(export);
        result.exportCsv(directory.resolve("csv"));
        for (Path written : new Path[] {sink, export}) {
            Draws draws = Draws.read(written);
            assertThat(draws.traces()).containsOnlyKeys("logProb", "distance", "product");
            for (int c = 0; c < 3; c++) {
                assertThat(draws.point(c, 299)).isEqualTo(result.draw(c, 299));
                assertThat(draws.point(c, 17)).isEqualTo(result.draw(c, 17));
                double[] x = result.draw(c, 5);
                assertThat(draws.traces().get("product")[c][5]).isEqualTo(x[0] * x[1]);
            }
            assertThatThrownBy(() -> draws.values(0, 0))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("read by point()");
            assertThat(Files.readString(written.resolve("manifest.json")))
                    .contains("\"space\": \"reals\"", "\"type\": \"float64\"");
        }
        assertThat(Files.readString(directory.resolve("csv/summary.csv"))).contains("distance", "product");
    }

    @Test
    void sink_ofAResumedRun_holdsTheSameDraws() throws IOException {
        Path file = directory.resolve("checkpoint");
        ContinuousResult whole = run(Samplers.mala()).keepDraws().run();
        run(Samplers.mala())
                .keepDraws()
                .sink(directory.resolve("sink"))
                .draws(70)
                .checkpoint(file)
                .run();
        run(Samplers.mala()).keepDraws().sink(directory.resolve("sink")).resume(file);
        Draws draws = Draws.read(directory.resolve("sink"));
        for (int t : new int[] {0, 69, 70, 399}) {
            assertThat(draws.point(1, t)).isEqualTo(whole.draw(1, t));
        }
    }

    @Test
    void stoppingRule_endsTheRun_onTheSameDraws() {
        ContinuousResult result = run(Samplers.barker())
                .draws(100_000)
                .untilEss(400, "product", "distance")
                .run();
        assertThat(result.stopReason()).isEqualTo(StopReason.CONVERGED);
        assertThat(result.draws()).isLessThan(50_000);
        assertThat(result.effectiveSampleSize("product")).isGreaterThanOrEqualTo(400.0);
        ContinuousResult exact = run(Samplers.barker()).draws(result.draws()).run();
        assertThat(exact.means()).isEqualTo(result.means());
        assertThat(result.meanErrors()[0]).isCloseTo(exact.meanErrors()[0], within(0.5 * exact.meanErrors()[0]));
    }

    /** Two wells far apart; each chain sees its own. */
    @Test
    void summaryAndReport_ofChainsThatDisagree_nameTheCoordinate() throws IOException {
        DensityModel wells =
                DensityModels.of(2, p -> -0.5 * square(Math.abs(p[0]) - 30.0) - 0.5 * p[1] * p[1], (p, gradient) -> {
                    gradient[0] = -(Math.abs(p[0]) - 30.0) * Math.signum(p[0]);
                    gradient[1] = -p[1];
                });
        ContinuousResult result = Samplers.barker()
                .build()
                .sample(wells)
                .initial(new double[][] {{-30, 0}, {30, 0}, {30, 1}, {-30, 0}})
                .draws(1_000)
                .run();
        assertThat(result.summary())
                .contains(
                        "Barker, scale s: acceptance 0.574",
                        "N = 2 coordinates",
                        "squared jump distance",
                        "not shown to have mixed",
                        "1 coordinate differs between chains",
                        "- Coordinate 0: mean from ");
        assertThat(result.siteDisagreements().get(0).site()).isZero();
        Path page = directory.resolve("report.html");
        Report.of(result).lattice(1, 2).write(page);
        assertThat(ParsedPage.source(page))
                .contains("Coordinate by coordinate", "error of mean", "coordinate 0", "Trace of distance", "squared")
                .contains("Real coordinates N", "barker() or diagonal() may help")
                .doesNotContain("A site", "Sites N");
        Path mixed = directory.resolve("mixed.html");
        Samplers.mala()
                .build()
                .sample(Gaussians.narrowFirst(2, 1.0))
                .draws(2_000)
                .run()
                .report(mixed);
        assertThat(ParsedPage.source(mixed))
                .contains("No coordinate differs between chains by more than chance")
                .doesNotContain("No site");
    }
}
