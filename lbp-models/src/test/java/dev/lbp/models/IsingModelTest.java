package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.function.ToDoubleFunction;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.nd4j.linalg.factory.Nd4j;

class IsingModelTest {

    private static final double[] FIELD = {0.3, -0.4, 0.0, 1.2, -0.9, 0.25, 0.1, -0.2, 0.6, 0.05, -1.5, 0.7};

    /** Over all pairs of sites: neighbours are those at distance 1, or at the far side when periodic. */
    private static double lattice(byte[] x, int rows, int cols, boolean periodic, double coupling, double[] field) {
        double sum = 0.0;
        for (int i = 0; i < x.length; i++) {
            sum += field[i] * spin(x[i]);
            for (int j = 0; j < i; j++) {
                int vertical = Math.abs(i / cols - j / cols);
                int horizontal = Math.abs(i % cols - j % cols);
                if (periodic) {
                    vertical = Math.min(vertical, rows - vertical);
                    horizontal = Math.min(horizontal, cols - horizontal);
                }
                if (vertical + horizontal == 1) {
                    sum += coupling * spin(x[i]) * spin(x[j]);
                }
            }
        }
        return sum;
    }

    private static int spin(byte x) {
        return x == 1 ? 1 : -1;
    }

    private static void assertDensity(IsingModel model, ToDoubleFunction<byte[]> definition) {
        byte[][] states = Enumeration.states(model.dimension());
        double[] expected = Enumeration.logProb(states, definition);
        assertThat(Enumeration.logProb(model, states)).containsExactly(expected, within(1e-12));
    }

    @Test
    void logProb_openLattice_isTheDefinition() {
        IsingModel model = IsingModel.lattice(3, 4).coupling(0.35).field(FIELD).build();
        assertDensity(model, x -> lattice(x, 3, 4, false, 0.35, FIELD));
        assertThat(model.rows()).isEqualTo(3);
        assertThat(model.cols()).isEqualTo(4);
    }

    @Test
    void logProb_periodicLattice_isTheDefinition() {
        IsingModel model =
                IsingModel.lattice(3, 4).periodic().coupling(-0.35).field(FIELD).build();
        assertDensity(model, x -> lattice(x, 3, 4, true, -0.35, FIELD));
    }

    @Test
    void logProb_singleRowColumnOrSite_isTheDefinition() {
        double[] field = {0.2, 0.2, 0.2, 0.2, 0.2};
        assertDensity(
                IsingModel.lattice(1, 5).coupling(0.7).field(0.2).build(), x -> lattice(x, 1, 5, false, 0.7, field));
        assertDensity(
                IsingModel.lattice(5, 1).coupling(0.7).field(0.2).build(), x -> lattice(x, 5, 1, false, 0.7, field));
        assertDensity(IsingModel.lattice(1, 1).coupling(0.7).field(0.2).build(), x -> 0.2 * spin(x[0]));
    }

    @Test
    void logProb_graph_isTheDefinition() {
        // one pair twice, in both orders
        IsingModel model = IsingModel.graph(
                        4, new int[] {0, 1, 3, 2}, new int[] {1, 3, 1, 0}, new double[] {0.5, -0.25, -0.5, 1.5})
                .field(new double[] {0.1, 0.2, 0.3, -0.4})
                .build();
        assertDensity(
                model,
                x -> 0.5 * spin(x[0]) * spin(x[1])
                        - 0.75 * spin(x[1]) * spin(x[3])
                        + 1.5 * spin(x[0]) * spin(x[2])
                        + 0.1 * spin(x[0])
                        + 0.2 * spin(x[1])
                        + 0.3 * spin(x[2])
                        - 0.4 * spin(x[3]));
        assertThat(model.rows()).isEqualTo(1);
        assertThat(model.cols()).isEqualTo(4);
    }

    @Test
    void field_neverSet_isZero() {
        IsingModel model = IsingModel.graph(2, new int[] {0}, new int[] {1}, new double[] {0.5})
                .build();
        assertDensity(model, x -> 0.5 * spin(x[0]) * spin(x[1]));
        IsingModel uniform = IsingModel.graph(2, new int[] {0}, new int[] {1}, new double[] {0.5})
                .field(0.3)
                .build();
        assertDensity(uniform, x -> 0.5 * spin(x[0]) * spin(x[1]) + 0.3 * (spin(x[0]) + spin(x[1])));
    }

    @Test
    void magnetisation_countsSpins() {
        IsingModel model = IsingModel.lattice(2, 2).coupling(1.0).build();
        assertThat(model.magnetisation(new byte[] {1, 1, 1, 0})).isEqualTo(0.5);
        assertThat(model.magnetisation(new byte[4])).isEqualTo(-1.0);
        assertThatThrownBy(() -> model.magnetisation(new byte[3])).hasMessage("must have length 4: state.length=3");
    }

    /**
     * Of the ratios at the state of all zeros, {@code d_i = 2 h_i - 2 J degree_i}, so h can be read off. Inside the
     * circle it is uniform on -mu +- sigma, outside on mu +- sigma. At p = 50 each part has over 1200 sites: the mean
     * of a part has a standard deviation below sigma / 60, and is out by sigma / 10, six of them, in 2e-9 of all seeds;
     * its extremes are within 2 % of sigma from their ends, each but for (1 - .01)^1200 = 6e-6 of all seeds.
     */
    @ParameterizedTest
    @CsvSource({"C1, 0.1, 0.3, 0.1", "C2, 0.15, 0.45, 0.15", "C3, 0.2, 0.6, 0.2"})
    void paper_eachConfiguration_hasTheDiscAsItsField(
            PaperConfiguration configuration, double mu, double sigma, double lambda) {
        int p = 50;
        double[] field = paperField(configuration, lambda, p, 5);
        double[] sum = new double[2];
        double[] least = {9, 9};
        double[] largest = {-9, -9};
        int[] count = new int[2];
        for (int r = 0; r < p; r++) {
            for (int c = 0; c < p; c++) {
                double fromCentre = Math.hypot(r / 50.0 - 0.5, c / 50.0 - 0.5);
                int part = fromCentre < Math.sqrt(1 / (2 * Math.PI)) ? 1 : 0;
                double h = field[r * p + c];
                sum[part] += h;
                count[part]++;
                least[part] = Math.min(least[part], h);
                largest[part] = Math.max(largest[part], h);
            }
        }
        assertThat(count[1]).isBetween(1200, 1300); // half of the area
        for (int part = 0; part < 2; part++) {
            double centre = part == 1 ? -mu : mu;
            assertThat(sum[part] / count[part]).isCloseTo(centre, within(sigma / 10));
            assertThat(least[part]).isBetween(centre - sigma - 1e-12, centre - 0.98 * sigma);
            assertThat(largest[part]).isBetween(centre + 0.98 * sigma, centre + sigma + 1e-12);
        }
        assertThat(paperField(configuration, lambda, p, 5)).isEqualTo(field);
        assertThat(paperField(configuration, lambda, p, 6)).isNotEqualTo(field);
    }

    private static double[] paperField(PaperConfiguration configuration, double lambda, int p, long seed) {
        IsingModel model = IsingModel.paper(p, configuration, seed);
        double[] field = model.gradient(Nd4j.zeros(1, p * p)).toDoubleVector();
        for (int i = 0; i < field.length; i++) {
            int degree = 4;
            degree -= i / p == 0 || i / p == p - 1 ? 1 : 0;
            degree -= i % p == 0 || i % p == p - 1 ? 1 : 0;
            field[i] = 0.5 * field[i] + lambda * degree;
        }
        return field;
    }

    @Test
    void lattice_badArgument_namesIt() {
        assertRefused(() -> IsingModel.lattice(0, 4), "must be >= 1: rows=0");
        assertRefused(() -> IsingModel.lattice(4, -1), "must be >= 1: cols=-1");
        assertRefused(
                () -> IsingModel.lattice(1 << 20, 1 << 20), "must have at most 2^28 sites: rows * cols=1099511627776");
        assertRefused(
                () -> IsingModel.lattice(2, 4).periodic(),
                "must be >= 3 for a periodic lattice, which else joins a pair of sites twice: rows=2");
        assertRefused(
                () -> IsingModel.lattice(4, 2).periodic(),
                "must be >= 3 for a periodic lattice, which else joins a pair of sites twice: cols=2");
        IsingModel.LatticeBuilder builder = IsingModel.lattice(2, 2);
        assertRefused(() -> builder.coupling(Double.NaN), "must be finite: coupling=NaN");
        assertRefused(() -> builder.field(Double.NEGATIVE_INFINITY), "must be finite: field=-Infinity");
        assertRefused(() -> builder.field(new double[3]), "must have length 4: field.length=3");
        assertRefused(() -> builder.field(new double[] {0, 0, Double.NaN, 0}), "must be finite: field[2]=NaN");
        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("must be set: coupling");
        assertRefused(() -> IsingModel.paper(0, PaperConfiguration.C1, 1), "must be >= 1: side=0");
    }

    @Test
    void graph_badArgument_namesIt() {
        int[] zero = {0};
        int[] one = {1};
        double[] j = {0.5};
        assertRefused(() -> IsingModel.graph(0, zero, one, j), "must be >= 1: n=0");
        assertRefused(() -> IsingModel.graph(2, zero, new int[] {2}, j), "must be a site, 0 to 1: to[0]=2");
        assertRefused(() -> IsingModel.graph(2, new int[] {-1}, one, j), "must be a site, 0 to 1: from[0]=-1");
        assertRefused(() -> IsingModel.graph(2, one, one, j), "must differ from from[0]: to[0]=1");
        assertRefused(
                () -> IsingModel.graph(2, new int[2], one, j),
                "must have as many entries as couplings (1): from.length=2");
        assertRefused(
                () -> IsingModel.graph(2, zero, new int[2], j),
                "must have as many entries as couplings (1): to.length=2");
        assertRefused(
                () -> IsingModel.graph(2, zero, one, new double[] {Double.NaN}), "must be finite: couplings[0]=NaN");
        assertRefused(
                () -> IsingModel.graph(2, zero, one, j).field(new double[1]), "must have length 2: field.length=1");
    }

    private static void assertRefused(ThrowingCallable call, String message) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
    }
}
