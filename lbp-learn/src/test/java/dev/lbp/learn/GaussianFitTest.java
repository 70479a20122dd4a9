package dev.lbp.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.Samplers;
import dev.lbp.check.ModelCheck;
import dev.lbp.continuous.ContinuousResult;
import dev.lbp.continuous.DensityModel;
import dev.lbp.continuous.DensityModels;
import dev.lbp.result.CheckpointException;
import dev.lbp.target.ModelException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Fits of a Gaussian to a posterior that a grid knows; stopped, resumed and failing fits. */
class GaussianFitTest {

    private static final LogisticPosterior POSTERIOR = new LogisticPosterior();
    private static final LogisticPosterior.Grid GRID = POSTERIOR.grid();
    private static final int CHAINS = 16;

    /** The fits of {@link #fit}, each made once. */
    private static final Map<Objective, FittedGaussian> FITS = new EnumMap<>(Objective.class);

    @TempDir
    private Path directory;

    private static FittedGaussian fitted(Objective objective) {
        return FITS.computeIfAbsent(objective, which -> fit(which).run());
    }

    private static GaussianFit fit(Objective objective) {
        GaussianFit fit = GaussianProposal.fit(POSTERIOR)
                .objective(objective)
                .updates(1_500)
                .diagnosis(2, 200);
        return objective == Objective.ACCEPTANCE_RATE
                ? fit.begunAt(new double[] {1.0, -1.0}, 0.5).draws(8)
                : fit;
    }

    @Test
    void posterior_passesItsCheck() {
        assertThat(ModelCheck.of(POSTERIOR).verify().largestGradientError()).isLessThan(1e-7);
    }

    /** The mean and its standard error over chains. */
    private static void isClose(double[] ofChains, double expected) {
        double mean = IntStream.range(0, CHAINS)
                .mapToDouble(c -> ofChains[c])
                .average()
                .orElseThrow();
        double squares = 0.0;
        for (double value : ofChains) {
            squares += (value - mean) * (value - mean);
        }
        double error = Math.sqrt(squares / (CHAINS - 1.0) / CHAINS);
        assertThat(mean).isCloseTo(expected, within(4.0 * error));
        assertThat(error).isLessThan(0.01);
    }

    private static double logLoss(ContinuousResult result, int chain) {
        double[] means = new double[LogisticPosterior.POINTS];
        for (int t = 0; t < result.draws(); t++) {
            double[] draw = result.draw(chain, t);
            for (int k = 0; k < means.length; k++) {
                means[k] += POSTERIOR.probability(draw, k) / result.draws();
            }
        }
        return -Arrays.stream(means).map(Math::log).sum() / means.length;
    }

    /**
     * Acceptance, moments and log-loss of chains with q are those of the grid: five figures within four standard errors
     * of 16 chains, by Student's t with 15 degrees of freedom exceeded once in 170 new seeds.
     */
    private static void chainsHaveTheLawOfTheGrid(GaussianProposal q) {
        ContinuousResult result = Samplers.independent(q)
                .sample(POSTERIOR)
                .chains(CHAINS)
                .warmup(100)
                .draws(2_000)
                .seed(5)
                .keepDraws()
                .run();
        isClose(result.acceptanceRates(), GRID.rate(q).acceptance());
        double[] losses =
                IntStream.range(0, CHAINS).mapToDouble(c -> logLoss(result, c)).toArray();
        double loss = 0.0;
        for (int k = 0; k < LogisticPosterior.POINTS; k++) {
            int datum = k;
            loss -= Math.log(GRID.mean(theta -> POSTERIOR.probability(theta, datum))) / LogisticPosterior.POINTS;
        }
        isClose(losses, loss);
        for (int j = 0; j < 2; j++) {
            int coordinate = j;
            double mean = GRID.mean(theta -> theta[coordinate]);
            double deviation = Math.sqrt(GRID.mean(theta -> Math.pow(theta[coordinate] - mean, 2)));
            assertThat(result.means()[j]).isCloseTo(mean, within(4.0 * result.meanErrors()[j]));
            assertThat(result.standardDeviations()[j])
                    .isCloseTo(deviation, within(4.0 * result.standardDeviationErrors()[j]));
        }
    }

    @ParameterizedTest
    @EnumSource
    void fittedProposal_hasTheAcceptanceAndLawOfTheGrid(Objective objective) {
        FittedGaussian fitted = fitted(objective);
        AcceptanceRate exact = GRID.rate(fitted.proposal());
        assertThat(exact.acceptance()).isGreaterThan(0.5).isGreaterThanOrEqualTo(exact.lowerBound());
        assertThat(fitted.acceptance()).isCloseTo(exact.acceptance(), within(0.1));
        assertThat(fitted.rate().acceptance()).isCloseTo(exact.acceptance(), within(0.1));
        assertThat(fitted.summary())
                .contains("fitted by " + objective, "ELBO", "lower bound", "importance ESS", "worth it: ")
                .doesNotContain("not worth it");
        chainsHaveTheLawOfTheGrid(fitted.proposal());
    }

    @Test
    void wrongProposal_isAcceptedSeldom_andStaysExact() {
        GaussianProposal wrong = GaussianProposal.of(new double[] {0.5, -1.0}, new double[] {1.0, 1.2});
        assertThat(GRID.rate(wrong).acceptance()).isLessThan(0.4);
        chainsHaveTheLawOfTheGrid(wrong);
    }

    /** The KL form has the largest bound of all, and the acceptance form the largest acceptance but for noise. */
    @Test
    void objectives_areBest_atWhatTheyRaise() {
        AcceptanceRate elbo = GRID.rate(fitted(Objective.REVERSE_KL).proposal());
        AcceptanceRate likelihood = GRID.rate(fitted(Objective.FORWARD_KL).proposal());
        AcceptanceRate bound = GRID.rate(fitted(Objective.LOWER_BOUND).proposal());
        AcceptanceRate accepted = GRID.rate(fitted(Objective.ACCEPTANCE_RATE).proposal());
        assertThat(bound.lowerBound())
                .isGreaterThan(elbo.lowerBound())
                .isGreaterThan(likelihood.lowerBound())
                .isGreaterThan(accepted.lowerBound());
        assertThat(accepted.acceptance())
                .isGreaterThan(elbo.acceptance() - 0.002)
                .isGreaterThan(bound.acceptance() - 0.002)
                .isGreaterThan(likelihood.acceptance() - 0.002);
    }

    @Test
    void batches_giveNearlyTheProposal_ofAllData() {
        GaussianProposal whole = fitted(Objective.REVERSE_KL).proposal();
        GaussianProposal batches = fit(Objective.REVERSE_KL).batch(10).run().proposal();
        for (int j = 0; j < 2; j++) {
            assertThat(batches.means()[j]).isCloseTo(whole.means()[j], within(0.1));
            assertThat(batches.deviations()[j]).isCloseTo(whole.deviations()[j], within(0.1));
        }
    }

    @Test
    void acceptanceRate_takesABatchOfAllData() {
        GaussianFit fit = fit(Objective.ACCEPTANCE_RATE).updates(20);
        double[] whole = fit.run().proposal().means();
        assertThat(fit.batch(LogisticPosterior.POINTS).run().proposal().means()).isEqualTo(whole);
    }

    @Test
    void mode_isThatOfTheGrid() {
        double[] mode = PosteriorMode.of(POSTERIOR).updates(2_000).batch(40).run();
        double[] gradient = new double[2];
        POSTERIOR.estimate(mode, IntStream.range(0, LogisticPosterior.POINTS).toArray(), gradient);
        assertThat(gradient).containsExactly(new double[] {0.0, 0.0}, within(1e-2));
    }

    /** A flat density answers anywhere, so nothing else would notice that Adam left the numbers. */
    @Test
    void mode_beyondTheNumbers_isRefused() {
        DensityModel flat = DensityModels.of(1, x -> 0.0, (x, gradient) -> gradient[0] = 1.0);
        assertThatThrownBy(() ->
                        PosteriorMode.of(flat).learningRate(1e308).updates(10).run())
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("learningRate=1.0E308: must be finite: point[0]=");
    }

    @ParameterizedTest
    @EnumSource(names = {"REVERSE_KL", "LOWER_BOUND"})
    void stoppedFit_goesOnToTheSameBits(Objective objective) {
        GaussianFit fit = fit(objective).updates(90).batch(7);
        GaussianProposal whole = fit.run().proposal();
        Path file = directory.resolve("fit");
        fit.checkpoint(file, 40).listener(progress -> {
            if (progress.update() == 53) {
                Thread.currentThread().interrupt();
            }
        });
        assertThatThrownBy(fit::run)
                .isInstanceOf(CancellationException.class)
                .hasMessage("interrupted after update 53 of 90");
        assertThat(Thread.interrupted()).isTrue();
        AtomicInteger first = new AtomicInteger();
        GaussianProposal resumed = fit.listener(progress -> first.compareAndSet(0, progress.update()))
                .run()
                .proposal();
        assertThat(first).hasValue(54);
        assertThat(resumed.means()).isEqualTo(whole.means());
        assertThat(resumed.deviations()).isEqualTo(whole.deviations());
        assertThat(fit.run().proposal().means()).isEqualTo(whole.means());
        assertThatThrownBy(() -> fit.learningRate(0.5).run())
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("learningRate must be 0.02, as in the checkpoint, and is 0.5");
    }

    private static GaussianFit normal(double mean) {
        DensityModel model = DensityModels.of(
                1, p -> -0.5 * (p[0] - mean) * (p[0] - mean), (p, gradient) -> gradient[0] = mean - p[0]);
        return GaussianProposal.fit(model)
                .begunAt(new double[] {0.0}, 0.1)
                .updates(5)
                .diagnosis(1, 10);
    }

    @Test
    void checkpoint_ofAnotherDensityOfTheSameClass_isRefused() {
        Path file = directory.resolve("fit");
        normal(1.0).checkpoint(file, 1).run();
        assertThatThrownBy(() -> normal(-2.0).checkpoint(file, 1).run())
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("the log-density at the first means must be -0.5");
    }

    /** A normal density that answers NaN after some calls. */
    private static DensityModel failing(AtomicInteger calls) {
        return DensityModels.of(
                1,
                p -> -0.5 * p[0] * p[0],
                (p, gradient) -> gradient[0] = calls.getAndDecrement() > 0 ? -p[0] : Double.NaN);
    }

    @Test
    void nan_isRefused_andTheLastCheckpointKept() throws IOException {
        AtomicInteger calls = new AtomicInteger(Integer.MAX_VALUE);
        GaussianFit fit = GaussianProposal.fit(failing(calls)).updates(60).diagnosis(1, 10);
        GaussianProposal whole = fit.run().proposal();
        Path file = directory.resolve("fit");
        calls.set(4 * 35);
        AtomicInteger last = new AtomicInteger();
        fit.checkpoint(file, 10).listener(progress -> last.set(progress.update()));
        assertThatThrownBy(fit::run)
                .isInstanceOf(ModelException.class)
                .hasMessage("update 36 of a Gaussian: plain Java density: must be finite: gradient[0]=NaN");
        assertThat(last).hasValue(35);
        byte[] kept = Files.readAllBytes(file);
        assertThatThrownBy(fit::run).hasMessageStartingWith("update 31 of a Gaussian");
        assertThat(file).hasBinaryContent(kept);
        calls.set(Integer.MAX_VALUE);
        assertThat(fit.run().proposal().means()).isEqualTo(whole.means());
    }

    @Test
    void badArguments_areRefused() {
        GaussianFit fit = GaussianProposal.fit(POSTERIOR);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> fit.batch(41))
                .withMessage("must be in [1, 40]: batch=41");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> fit(Objective.ACCEPTANCE_RATE).batch(5).run())
                .withMessage("must be all 40 data for ACCEPTANCE_RATE: batch=5");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> GaussianProposal.fit(failing(new AtomicInteger())).batch(1))
                .withMessageContaining("must be a DataDensity for batches");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> fit.begunAt(new double[] {1.0}, 1.0))
                .withMessageContaining("must have length 2: means");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> fit.learningRate(0.0))
                .withMessage("must be finite and > 0: learningRate=0.0");
    }
}
