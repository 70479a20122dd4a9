package dev.lbp.experiments.exact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.Samplers;
import dev.lbp.Tempering;
import dev.lbp.models.IsingModel;
import dev.lbp.result.Estimate;
import dev.lbp.result.SampleResult;
import dev.lbp.result.SlotTable;
import dev.lbp.result.TemperedAverages;
import dev.lbp.result.TemperingResult;
import dev.lbp.target.Tempered;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Periodic Ising lattices with coupling 1 at 30 temperatures, nearly all between the slots of one ladder: energy, heat
 * capacity and log Z against Kaufman's formula, by the errors that the run itself states.
 *
 * <p>Estimates of one run at 30 temperatures are strongly correlated, so they count as about 5 independent ones of each
 * quantity. A z-score of 4 is exceeded with probability 2e-4 by a normal number whose error is too small by 7 %: 0.3 %
 * for the 15 independent ones of a run. So a false failure has a probability of 1.5 % in 5 runs, and 8 % in the 26 slow
 * ones; the seeds are fixed.
 */
class ThermodynamicsTest {

    private static final int TEMPERATURES = 30;
    private static final double COLDEST = 1.5;
    private static final double STEP = 0.1;

    /** The z-scores of a run: energy, heat capacity and log Z at each temperature, then the energy of each slot. */
    private static List<Double> scores(int side, int draws, long seed) {
        IsingModel lattice =
                IsingModel.lattice(side, side).periodic().coupling(1.0).build();
        SampleResult result = Samplers.gibbs()
                .build()
                .sample(Tempered.of(lattice, 1.0 / COLDEST))
                .tempering(Tempering.replicas().every(2))
                .trackEnergy(1.0 / COLDEST)
                .chains(4)
                .warmup(600)
                .draws(draws)
                .seed(seed)
                .run();
        TemperingResult ladder = result.tempering().orElseThrow();
        List<Double> scores = new ArrayList<>();
        for (int k = 0; k < TEMPERATURES; k++) {
            double temperature = COLDEST + STEP * k;
            TemperedAverages at = ladder.atTemperature(temperature);
            double beta = 1.0 / temperature;
            scores.add(score(at.energy(), energy(side, beta)));
            scores.add(score(at.heatCapacity(), heatCapacity(side, beta)));
            scores.add(score(at.logZ(), PeriodicIsing.logZ(side, side, beta)));
        }
        SlotTable energies = ladder.slots("energy");
        for (int k = 1; k < ladder.replicas(); k++) {
            double beta = ladder.betas()[k] / COLDEST;
            scores.add(score(
                    new Estimate(energies.mean()[k], energies.error()[k]), beta > 0.01 ? energy(side, beta) : 0.0));
        }
        return scores;
    }

    private static double score(Estimate estimate, double exact) {
        return (estimate.value() - exact) / estimate.error();
    }

    private static double energy(int side, double beta) {
        return -PeriodicIsing.meanLogProb(side, side, beta) / beta;
    }

    /** {@code beta^2 d^2 log Z / d beta^2}, by a difference quotient with a relative error of 1e-5 for 32 x 32. */
    private static double heatCapacity(int side, double beta) {
        double h = 5e-3;
        double sum = -30.0 * PeriodicIsing.logZ(side, side, beta);
        for (int sign = -1; sign <= 1; sign += 2) {
            sum += 16.0 * PeriodicIsing.logZ(side, side, beta + sign * h)
                    - PeriodicIsing.logZ(side, side, beta + 2 * sign * h);
        }
        return beta * beta * sum / (12.0 * h * h);
    }

    private static void check(int side, int draws, int seeds, double low, double high) {
        List<Double> all = new ArrayList<>();
        for (int seed = 1; seed <= seeds; seed++) {
            all.addAll(scores(side, draws, seed));
        }
        double rms = Math.sqrt(all.stream().mapToDouble(z -> z * z).average().orElseThrow());
        double worst = all.stream().mapToDouble(Math::abs).max().orElseThrow();
        System.out.println(String.format(Locale.ROOT, "%d x %d: rms z %.3f, worst %.2f", side, side, rms, worst));
        assertThat(worst).isLessThan(4.0);
        assertThat(rms).isBetween(low, high);
    }

    @ParameterizedTest
    @CsvSource({"8, 4000, 4", "16, 3000, 1"})
    void averages_atThirtyTemperatures_areExactWithinTheirErrors(int side, int draws, int seeds) {
        check(side, draws, seeds, 0.5, 1.7);
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource({"8, 10000, 16", "16, 10000, 8", "32, 15000, 2"})
    void averages_longRuns_haveHonestErrors(int side, int draws, int seeds) {
        check(side, draws, seeds, 0.8, 1.25);
    }
}
