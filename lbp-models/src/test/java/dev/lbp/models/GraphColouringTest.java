package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.target.LocalEnergyModel;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GraphColouringTest {

    @Test
    void colouring_openOrEvenPeriodicLattice_isACheckerboard() {
        for (IsingModel lattice : new IsingModel[] {
            IsingModel.lattice(5, 7).coupling(0.2).build(),
            IsingModel.lattice(6, 4).periodic().coupling(0.2).build()
        }) {
            int[][] classes = lattice.colouring();
            assertThat(classes).hasNumberOfRows(2);
            for (int site : classes[0]) {
                assertThat((site / lattice.cols() + site % lattice.cols()) % 2).isZero();
            }
            assertIndependentPartition(classes, lattice);
        }
    }

    @Test
    void colouring_oddPeriodicLattice_isIndependentInFewColours() {
        IsingModel lattice = IsingModel.lattice(5, 5).periodic().coupling(0.2).build();
        int[][] classes = lattice.colouring();
        assertThat(classes.length).isBetween(3, 5);
        assertIndependentPartition(classes, lattice);
    }

    @Test
    void colouring_couplings_decideTheNumberOfColours() {
        assertThat(BernoulliModel.of(new double[] {0.5, 0.2}).colouring()).isDeepEqualTo(new int[][] {{0, 1}});
        int[] from = {0, 1, 2, 3, 3};
        int[] to = {1, 2, 0, 4, 5};
        double[] triangleAndStar = {1, 1, 1, 1, 1};
        QuadraticModel model = IsingModel.graph(7, from, to, triangleAndStar).build();
        assertThat(model.colouring()).hasNumberOfRows(3);
        assertIndependentPartition(model.colouring(), model);
        // without one side of the triangle two colours will do; a coupling of 0 is none
        triangleAndStar[2] = 0.0;
        assertThat(IsingModel.graph(7, from, to, triangleAndStar).build().colouring())
                .hasNumberOfRows(2);
    }

    /** A crown: site 2i is coupled with 2j + 1 for all j but i. In this order a greedy colouring takes three. */
    @Test
    void colouring_twoColoursAreEnough_findsThem() {
        int[] from = {0, 0, 2, 2, 4, 4};
        int[] to = {3, 5, 1, 5, 1, 3};
        IsingModel crown =
                IsingModel.graph(6, from, to, new double[] {1, 1, 1, 1, 1, 1}).build();
        assertThat(crown.colouring()).isDeepEqualTo(new int[][] {{0, 2, 4}, {1, 3, 5}});
    }

    @Test
    void colouring_factorialHmm_isIndependentInAboutAsManyColoursAsChains() {
        FactorialHmm model = FactorialHmm.paper(50, 5, PaperConfiguration.C2, 1);
        assertThat(model.colouring().length).isBetween(5, 7);
        assertIndependentPartition(model.colouring(), model);
    }

    @Test
    void colouring_changedByACaller_isNotChangedForTheNext() {
        IsingModel model = IsingModel.lattice(2, 2).coupling(1.0).build();
        model.colouring()[0][0] = 3;
        assertThat(model.colouring()).isDeepEqualTo(new int[][] {{0, 3}, {1, 2}});
    }

    /** By the tracker: a flip must leave the ratios of all other sites of its class as they are. */
    private static void assertIndependentPartition(int[][] classes, QuadraticModel model) {
        int n = model.dimension();
        assertThat(Arrays.stream(classes).flatMapToInt(Arrays::stream).sorted().toArray())
                .isEqualTo(IntStream.range(0, n).toArray());
        LocalEnergyModel.Tracker tracker = model.newTracker();
        tracker.reset(new byte[n]);
        int[] touched = new int[n];
        for (int[] colour : classes) {
            for (int site : colour) {
                int count = tracker.flip(site, touched);
                int[] others = IntStream.of(touched)
                        .limit(count)
                        .filter(i -> i != site)
                        .toArray();
                assertThat(Arrays.stream(others).boxed())
                        .doesNotContainAnyElementsOf(
                                Arrays.stream(colour).boxed().toList());
            }
        }
    }
}
