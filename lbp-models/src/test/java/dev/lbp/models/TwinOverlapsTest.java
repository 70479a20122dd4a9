package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.Tempering;
import dev.lbp.result.Estimate;
import dev.lbp.result.SlotTable;
import dev.lbp.result.TemperedAverages.Moments;
import dev.lbp.result.TemperingObservables;
import dev.lbp.result.TemperingResult;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Overlaps of the two replicas of each slot on a 3 x 3 torus with fields, against all pairs of its 512 states. */
class TwinOverlapsTest {

    private static final int SIDE = 3;
    private static final int N = SIDE * SIDE;
    private static final int STATES = 1 << N;
    private static final int[] FROM = new int[2 * N];
    private static final int[] TO = new int[2 * N];
    private static final double[] COUPLINGS = new double[2 * N];
    private static final double[] FIELD = new double[N];

    static {
        for (int i = 0; i < N; i++) {
            FROM[2 * i] = i;
            TO[2 * i] = i / SIDE * SIDE + (i + 1) % SIDE;
            FROM[2 * i + 1] = i;
            TO[2 * i + 1] = (i + SIDE) % N;
            COUPLINGS[2 * i] = 0.9 * Math.sin(1.0 + 5.0 * i);
            COUPLINGS[2 * i + 1] = 0.9 * Math.cos(2.0 + 3.0 * i);
            FIELD[i] = 0.2 * Math.sin(3.0 * i);
        }
    }

    private static SamplingRun run(int chains) {
        return Samplers.gibbs()
                .build()
                .sample(IsingModel.graph(N, FROM, TO, COUPLINGS).field(FIELD).build())
                .chains(chains)
                .tempering(Tempering.replicas(4).every(2).overlaps())
                .warmup(200)
                .draws(800)
                .seed(5)
                .threads(1);
    }

    private static TemperingResult tempering(SamplingRun run) {
        return run.run().tempering().orElseThrow();
    }

    private static int spin(int state, int site) {
        return 2 * (state >> site & 1) - 1;
    }

    private static double logWeight(int state, double beta) {
        double sum = 0.0;
        for (int k = 0; k < FROM.length; k++) {
            sum += COUPLINGS[k] * spin(state, FROM[k]) * spin(state, TO[k]);
        }
        for (int i = 0; i < N; i++) {
            sum += FIELD[i] * spin(state, i);
        }
        return beta * sum;
    }

    /** q, |q|, q^2, q^4 and the link overlap, by all pairs of states. */
    private static double[] exact(double beta) {
        double[] law = new double[STATES];
        Arrays.setAll(law, x -> Math.exp(logWeight(x, beta)));
        double z = Arrays.stream(law).sum();
        double[] sums = new double[5];
        for (int x = 0; x < STATES; x++) {
            for (int y = 0; y < STATES; y++) {
                double weight = law[x] / z * law[y] / z;
                int differ = x ^ y; // a spin is -1 where the states differ
                double q = 0.0;
                for (int i = 0; i < N; i++) {
                    q -= (double) spin(differ, i) / N;
                }
                double link = 0.0;
                for (int k = 0; k < FROM.length; k++) {
                    link += (double) spin(differ, FROM[k]) * spin(differ, TO[k]) / FROM.length;
                }
                double[] values = {q, Math.abs(q), q * q, q * q * q * q, link};
                for (int v = 0; v < values.length; v++) {
                    sums[v] += weight * values[v];
                }
            }
        }
        return sums;
    }

    private static final List<ToDoubleFunction<Moments>> AVERAGES = List.of(
            moments -> moments.moment(TemperingObservables.OVERLAP, 1),
            moments -> moments.moment(TemperingObservables.ABSOLUTE_OVERLAP, 1),
            moments -> moments.moment(TemperingObservables.OVERLAP, 2),
            moments -> moments.moment(TemperingObservables.OVERLAP, 4),
            moments -> moments.moment(TemperingObservables.LINK_OVERLAP, 1));

    /** A value is within 6 of its errors, and they are small. */
    private static void assertNear(double expected, double value, double error) {
        assertThat(error).isBetween(1e-6, 0.02);
        assertThat(value).isCloseTo(expected, within(6.0 * error));
    }

    /**
     * 47 averages, each with an error from 50 ladders. Student's t with 49 degrees of freedom is above 6 in size with
     * probability 2.3e-7, so a right run fails with probability 1.1e-5 at most.
     */
    @Test
    void overlaps_atSlotsAndBetween_areThoseOfAllPairsOfStates() {
        TemperingResult result = tempering(run(50));
        TemperingObservables overlaps = result.observables().overlaps().orElseThrow();
        double[] betas = result.betas();

        SlotTable[] tables = List.of(
                        TemperingObservables.OVERLAP,
                        TemperingObservables.ABSOLUTE_OVERLAP,
                        TemperingObservables.LINK_OVERLAP)
                .stream()
                .map(overlaps::slots)
                .toArray(SlotTable[]::new);
        for (int k = 0; k < betas.length; k++) {
            double[] exact = exact(betas[k]);
            assertNear(exact[0], tables[0].mean()[k], tables[0].error()[k]);
            assertNear(exact[1], tables[1].mean()[k], tables[1].error()[k]);
            assertNear(exact[4], tables[2].mean()[k], tables[2].error()[k]);
            assertThat(tables[0].variance()[k]).isCloseTo(exact[2] - exact[0] * exact[0], within(0.02));
            double beta = k == 0 ? 0.0 : 0.5 * (betas[k - 1] + betas[k]);
            exact = exact(beta);
            for (int v = 0; v < exact.length; v++) {
                Estimate estimate = overlaps.at(beta).estimate(AVERAGES.get(v));
                assertNear(exact[v], estimate.value(), estimate.error());
            }
        }
        double logZ = result.at(0.5).logZ().value();
        assertThat(overlaps.at(0.5).logZ().value()).as("that of two systems").isCloseTo(2.0 * logZ, within(0.05));
    }

    @Test
    void overlaps_fewerThanFourLadders_haveNoErrors() {
        TemperingObservables overlaps =
                tempering(run(3)).observables().overlaps().orElseThrow();

        assertThat(overlaps.names()).containsExactly("logProb", "overlap", "absoluteOverlap", "linkOverlap");
        assertThat(overlaps.slots("overlap").error()).containsOnly(Double.NaN);
        assertThat(overlaps.at(0.7).mean("overlap").error()).isNaN();
        assertThat(overlaps.at(0.7).mean("overlap").value()).isBetween(-1.0, 1.0);
        assertThat(overlaps.overlaps()).isEmpty();
        assertThat(tempering(run(1))
                        .observables()
                        .overlaps()
                        .orElseThrow()
                        .at(1.0)
                        .mean("linkOverlap")
                        .value())
                .isBetween(-1.0, 1.0);
    }

    @Test
    void overlaps_draws_areNotChanged() {
        SamplingRun plain = run(2).tempering(Tempering.replicas(4).every(2).twins(true));

        assertThat(run(2).run().marginals()).isEqualTo(plain.run().marginals());
        assertThat(tempering(plain).observables().overlaps()).isEmpty();
        assertThat(tempering(run(2).tempering(Tempering.replicas(4).twins(false).overlaps()))
                        .observables()
                        .overlaps())
                .isEmpty();
    }

    @Test
    void overlaps_resumedRun_areThoseOfAWholeRun(@TempDir Path directory) {
        Path file = directory.resolve("run");
        run(4).draws(300).checkpoint(file).run();
        TemperingObservables resumed = run(4).checkpoint(file)
                .resume(file)
                .tempering()
                .orElseThrow()
                .observables()
                .overlaps()
                .orElseThrow();
        TemperingObservables whole = tempering(run(4)).observables().overlaps().orElseThrow();

        for (String name : whole.names()) {
            assertThat(resumed.slots(name).mean()).isEqualTo(whole.slots(name).mean());
            assertThat(resumed.slots(name).error()).isEqualTo(whole.slots(name).error());
            assertThat(resumed.at(0.4).mean(name)).isEqualTo(whole.at(0.4).mean(name));
        }
        assertThatThrownBy(() -> run(4).tempering(Tempering.replicas(4).every(2))
                        .checkpoint(file)
                        .resume(file))
                .hasMessageContaining("overlaps of tempering");
    }

    @Test
    void overlaps_ofValues_areRefused() {
        assertThatThrownBy(() -> Samplers.gibbs()
                        .build()
                        .sample(PottsModel.lattice(2, 2, 3).coupling(1.0).build())
                        .tempering(Tempering.replicas(3).overlaps()))
                .hasMessage("must be of bits alone: Tempering.overlaps()=true");
    }
}
