package dev.lbp.cli.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.cli.instance.Instance;
import dev.lbp.cli.instance.PairForm;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.DoubleSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The test of equilibrium by the link overlap, on instances of one pair, whose averages are known. */
class DisorderAveragesTest {

    private static final int COUNT = 1_000;
    private static final double TEMPERATURE = 0.7;

    private static double[] couplings(double... weights) {
        int[] from = IntStream.range(0, weights.length).toArray();
        int[] to = IntStream.range(1, weights.length + 1).toArray();
        return InstanceAverages.couplings(new Instance("chain", PairForm.RUDY, weights.length + 1, from, to, weights));
    }

    /** Two spins with {@code E = w s s'}: {@code U = -w tanh(w / T)} and {@code q_l = tanh(w / T)^2}. */
    private static String text(DoubleSupplier weights, double heated) {
        List<InstanceAverages> instances = new ArrayList<>();
        List<double[]> couplings = new ArrayList<>();
        for (int j = 0; j < COUNT; j++) {
            double w = weights.getAsDouble();
            double tanh = Math.tanh(w / TEMPERATURE);
            instances.add(new InstanceAverages(
                    "" + j,
                    j,
                    j == 0 ? "not shown to have mixed." : "mixed.",
                    Map.of(
                            "temperature", new double[] {TEMPERATURE},
                            "pair_energy", new double[] {-w * tanh + heated},
                            "square", new double[] {w * w},
                            "energy", new double[] {-w * tanh + heated},
                            "heat_capacity", new double[] {1.0},
                            "overlap_squared", new double[] {1.0},
                            "overlap_fourth", new double[] {1.0},
                            "link_overlap", new double[] {tanh * tanh})));
            couplings.add(couplings(w));
        }
        return new DisorderAverages(instances, couplings, new double[] {TEMPERATURE}).table.csv();
    }

    private static double[] difference(String csv) {
        List<String> names = Arrays.asList(csv.lines().findFirst().orElseThrow().split(",", -1));
        String[] row = csv.lines().skip(1).findFirst().orElseThrow().split(",", -1);
        int at = names.indexOf("difference");
        return new double[] {Double.parseDouble(row[at]), Double.parseDouble(row[at + 1])};
    }

    /** Of variance 4. The mean of 1,000 independent differences is over 5 errors off with probability 6e-7. */
    @Test
    void difference_inEquilibrium_isZeroWithinItsError() {
        Random random = new Random(1);
        double[] difference = difference(text(() -> 2.0 * random.nextGaussian(), 0.0));
        assertThat(difference[1]).isBetween(1e-4, 0.1);
        assertThat(Math.abs(difference[0])).isLessThan(5.0 * difference[1]);
    }

    /** With the same couplings the difference moves by what the energy is off. */
    @Test
    void difference_ofEnergiesThatAreTooHigh_isMoreThanItsError() {
        Random random = new Random(1);
        double[] difference = difference(text(() -> 2.0 * random.nextGaussian(), 0.5));
        assertThat(difference[0]).isGreaterThan(5.0 * difference[1]);
    }

    @Test
    void couplings_thatAreNotNormal_haveNoTest() {
        Random random = new Random(2);
        assertThat(text(() -> random.nextBoolean() ? 1.0 : -1.0, 0.0)).doesNotContain("difference");
        assertThat(text(() -> random.nextDouble() - 0.5, 0.0)).doesNotContain("difference");
        assertThat(text(() -> random.nextGaussian() + 0.5, 0.0)).doesNotContain("difference");
    }

    /** Zeros, a pair listed twice, a field. */
    @Test
    void couplings_thatHaveNoTest_areNoNumbers() {
        assertThat(couplings(2.0, -1.0)).containsExactly(2.0, 1.0, 5.0, 7.0, 17.0);
        assertThat(couplings(2.0, 0.0)).containsOnly(Double.NaN);
        assertThat(InstanceAverages.couplings(new Instance(
                        "field", PairForm.RUDY, 2, new int[] {0, 1}, new int[] {1, 1}, new double[] {1.0, 0.5})))
                .containsOnly(Double.NaN);
        assertThat(InstanceAverages.couplings(new Instance(
                        "twice", PairForm.RUDY, 2, new int[] {0, 1}, new int[] {1, 0}, new double[] {1.0, 0.5})))
                .containsOnly(Double.NaN);
    }
}
