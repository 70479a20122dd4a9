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
 * quantity: 15 in a run. A z-score of 4.6 is exceeded with probability 1.7e-5 by a normal number whose error is too
 * small by 7 %: 0.7 % in all 31 runs. The root mean square of 15 runs' z-scores has a standard deviation of 1 / sqrt(30
 * runs); three of these and 7 % are allowed: 0.3 % for each of the five cases. The seeds are fixed.
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

    private static void check(int side, int draws, int seeds) {
        List<Double> all = new ArrayList<>();
        for (int seed = 1; seed <= seeds; seed++) {
            all.addAll(scores(side, draws, seed));
        }
        double rms = Math.sqrt(all.stream().mapToDouble(z -> z * z).average().orElseThrow());
        double worst = all.stream().mapToDouble(Math::abs).max().orElseThrow();
        System.out.println(String.format(Locale.ROOT, "%d x %d: rms z %.3f, worst %.2f", side, side, rms, worst));
        assertThat(worst).isLessThan(4.6);
        double spread = 0.07 + 3.0 / Math.sqrt(30.0 * seeds);
        assertThat(rms).isBetween(1.0 - spread, 1.0 + spread);
    }

    @ParameterizedTest
    @CsvSource({"8, 4000, 4", "16, 3000, 1"})
    void averages_atThirtyTemperatures_areExactWithinTheirErrors(int side, int draws, int seeds) {
        check(side, draws, seeds);
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource({"8, 10000, 16", "16, 10000, 8", "32, 15000, 2"})
    void averages_longRuns_haveHonestErrors(int side, int draws, int seeds) {
        check(side, draws, seeds);
    }
}
