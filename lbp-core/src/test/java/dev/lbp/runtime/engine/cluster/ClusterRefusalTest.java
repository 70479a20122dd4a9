package dev.lbp.runtime.engine.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.SpinLine;
import dev.lbp.TableCategories;
import dev.lbp.runtime.engine.cluster.ClusterMethod.Kind;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.PairBonds;
import dev.lbp.target.SiteGraph;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.api.buffer.DataType;

/** What cluster moves cannot sample, what is no {@link PairBonds}, and where {@code auto()} takes clusters. */
class ClusterRefusalTest {

    private static final int[][] PATH = {{0, 1}, {1, 2}};

    private static PairTable path(double first, double second) {
        return new PairTable(PATH, new double[] {first, second}, new double[3][2]);
    }

    private static final SiteGraph PAIR = SiteGraph.ofTerms(2, new int[][] {{0, 1}});

    private static PairBonds pair(double there, double back, double... fields) {
        return PairBonds.of(PAIR, new double[] {there, back}, 2, fields);
    }

    static Stream<Arguments> bad() {
        Sampler all = Samplers.swendsenWang().build();
        Sampler one = Samplers.wolff().build();
        return Stream.of(
                Arguments.of(
                        (ThrowingCallable) () -> one.sample(path(0.5, -1.2).bits()),
                        "must be ferromagnetic, with J >= 0, for wolff(); use auto(): J, the log-probability of equal"
                                + " minus that of different values, of sites 1 and 2=-1.2"),
                Arguments.of(
                        (ThrowingCallable) () -> all.sample(path(-0.1, 1.0).categories()),
                        "must be ferromagnetic, with J >= 0, for swendsenWang(); use auto(): J, the log-probability of"
                                + " equal minus that of different values, of sites 0 and 1=-0.1"),
                Arguments.of(
                        (ThrowingCallable) () -> one.sample(SpinLine.of(4)),
                        "with bonds(), pairs and fields alone, for wolff(); use auto(): model=SpinLine"),
                Arguments.of(
                        (ThrowingCallable) () -> all.sample(SpinLine.of(4).batched(DataType.DOUBLE)),
                        "must be a LocalEnergyModel or CategoricalModel with bonds()"),
                Arguments.of(
                        (ThrowingCallable) () -> all.sample(TableCategories.random(3, 1.0, 3L, 3, 3)),
                        "for a batched model of categories: sampler=Swendsen-Wang"),
                Arguments.of(
                        (ThrowingCallable)
                                () -> all.sample(path(0.5, 1.0).bits()).ones(1),
                        "must keep the number of ones, but its clusters take any value: sampler=Swendsen-Wang"),
                Arguments.of(
                        (ThrowingCallable) () -> one.sample(path(0.5, 1.0).bits(pair(0.5, 0.5, 0, 0, 0, 0))),
                        "must have 3 sites of 2 values: bonds() of Bits=2 of 2"),
                Arguments.of(
                        (ThrowingCallable) () -> pair(0.5, 0.6, 0, 0, 0, 0),
                        "must be 0.6, as in the row of site 1: couplings[0]=0.5"),
                Arguments.of(
                        (ThrowingCallable) () -> pair(Double.NaN, 0.6, 0, 0, 0, 0), "must be finite: couplings[0]=NaN"),
                Arguments.of((ThrowingCallable) () -> pair(0.5, 0.5, 0, 0, 0), "must be N * values=4: fields.length=3"),
                Arguments.of(
                        (ThrowingCallable) () -> pair(0.5, 0.5, 0, 0, Double.NaN, 0),
                        "must be below infinity: fields[2]=NaN"),
                Arguments.of(
                        (ThrowingCallable)
                                () -> pair(0.5, 0.5, 0, 0, Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY),
                        "must leave a value possible, above -Infinity: fields of site=1"));
    }

    @ParameterizedTest
    @MethodSource("bad")
    void badInput_isRefused(ThrowingCallable call, String message) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(message);
    }

    /** The model tells half of a coupling: a chain of it would have another law. */
    @Test
    void bondsThatAreNotTheModel_failTheRun() {
        PairTable table = path(0.5, 1.0);
        PairBonds wrong = path(0.5, 0.5).bonds();
        for (Sampler sampler :
                List.of(Samplers.swendsenWang().build(), Samplers.wolff().build())) {
            assertThatThrownBy(() -> sampler.sample(table.bits(wrong)).draws(50).run())
                    .hasMessageContaining("must be the pairs and fields of the log-probability");
            assertThatThrownBy(() ->
                            sampler.sample(table.categories(wrong)).draws(50).run())
                    .hasMessageContaining("must be the pairs and fields of the log-probability");
            assertThatCode(() -> sampler.sample(table.bits()).draws(50).run()).doesNotThrowAnyException();
        }
    }

    /** A ring of triangles' neighbours: each site has four neighbours, and a step reaches 3 v. */
    private static PairTable ring(double coupling, double field) {
        return ring(coupling, field, 2);
    }

    private static PairTable ring(double coupling, double field, int values) {
        int[][] pairs = new int[16][];
        double[] couplings = new double[16];
        for (int i = 0; i < 8; i++) {
            pairs[2 * i] = new int[] {i, (i + 1) % 8};
            pairs[2 * i + 1] = new int[] {i, (i + 2) % 8};
            couplings[2 * i] = coupling;
            couplings[2 * i + 1] = coupling;
        }
        double[][] fields = new double[8][values];
        for (double[] site : fields) {
            site[1] = field;
        }
        return new PairTable(pairs, couplings, fields);
    }

    @Test
    void auto_takesClusters_whereTheyReachFar() {
        ClusterMethod method = new ClusterMethod(Kind.ALL);
        double atReach = 2.0 * atanh(1.08 / 3.0);
        assertThat(method.pays(ring(atReach + 1e-6, 0.0).bits())).isTrue();
        assertThat(method.pays(ring(atReach - 1e-6, 0.0).bits())).isFalse();
        assertThat(method.pays(ring(800.0, 0.0).bits())).isTrue();
        assertThat(method.pays(ring(2.0, 0.12).bits())).isTrue(); // 8 fields of 0.12 are below 1
        assertThat(method.pays(ring(2.0, 0.13).bits())).isFalse();
        assertThat(method.pays(ring(0.0, 0.0).bits())).isFalse();
        assertThat(method.pays(path(3.0, -0.1).bits())).isFalse();
        assertThat(method.pays(SpinLine.of(4))).isFalse();
    }

    /** A site has as many neighbours as on a square lattice, whose transition is at {@code J = log(1 + sqrt(C))}. */
    @ParameterizedTest
    @CsvSource({
        "3, 1.08, true",
        "3, 1.12, false",
        "4, 1, true",
        "4, 1.1, false",
        "5, 1, true",
        "5, 1.03, false",
        "7, 1, false",
        "7, 0.95, true"
    })
    void auto_takesClustersOfManyValues_nearTheirTransition(int values, double temperature, boolean taken) {
        double coupling = Math.log(1.0 + Math.sqrt(values)) / temperature;
        LocalEnergyModel model =
                ring(coupling, 0.0, 2).bits(ring(coupling, 0.0, values).bonds());
        assertThat(new ClusterMethod(Kind.ALL).pays(model)).isEqualTo(taken);
    }

    private static double atanh(double x) {
        return 0.5 * Math.log((1.0 + x) / (1.0 - x));
    }

    @Test
    void auto_saysThatItTakesClusters_andNotWithFrozenSites() {
        LocalEnergyModel model = ring(2.0, 0.0).bits();
        assertThat(Samplers.auto()
                        .build()
                        .sample(model)
                        .draws(20)
                        .run()
                        .choice()
                        .orElseThrow()
                        .sampler())
                .isEqualTo("Swendsen-Wang");
        assertThat(Samplers.auto()
                        .build()
                        .sample(model)
                        .initial(new byte[4][8])
                        .frozen(new boolean[] {true, false, false, false, false, false, false, false})
                        .draws(20)
                        .run()
                        .choice()
                        .orElseThrow()
                        .sampler())
                .startsWith("Metropolis");
    }
}
