package dev.lbp.experiments.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.solve.Graph;
import org.junit.jupiter.api.Test;

class RandomGraphsTest {

    /**
     * The number of edges of 100 graphs of 750 nodes is binomial: 28,087,500 pairs, p = .15. The band of 5 standard
     * deviations (1,892) is left with probability 6e-7; the seeds are fixed.
     */
    @Test
    void erdosRenyi_hasItsMeanNumberOfEdges() {
        long edges = 0;
        for (int seed = 0; seed < 100; seed++) {
            edges += RandomGraphs.erdosRenyi(750, 750, 0.15, seed).edges();
        }
        assertThat((double) edges).isCloseTo(0.15 * 28_087_500, within(5 * 1_892.3));
    }

    /** 3 nodes have 0 to 3 edges with probabilities 1, 3, 3 and 1 of 8. Bands of 5 standard deviations: 2e-6 in all. */
    @Test
    void erdosRenyi_threeNodes_haveEachNumberOfEdgesAsOftenAsItShould() {
        int[] counts = new int[4];
        for (int seed = 0; seed < 4_000; seed++) {
            counts[RandomGraphs.erdosRenyi(3, 3, 0.5, seed).edges()]++;
        }
        assertThat(counts[0]).isCloseTo(500, within(105));
        assertThat(counts[1]).isCloseTo(1_500, within(153));
        assertThat(counts[2]).isCloseTo(1_500, within(153));
        assertThat(counts[3]).isCloseTo(500, within(105));
    }

    @Test
    void erdosRenyi_sameSeed_givesTheSameGraph_ofANumberOfNodesInTheRange() {
        for (int seed = 0; seed < 50; seed++) {
            Graph one = RandomGraphs.erdosRenyi(70, 80, 0.15, seed);
            Graph same = RandomGraphs.erdosRenyi(70, 80, 0.15, seed);
            assertThat(one).hasToString(same.toString());
            assertThat(one.nodes()).isBetween(70, 80);
        }
        assertThat(RandomGraphs.erdosRenyi(1, 1, 0.5, 1).edges()).isZero();
    }

    @Test
    void erdosRenyi_badArguments_areRefusedByName() {
        assertThatThrownBy(() -> RandomGraphs.erdosRenyi(0, 5, 0.5, 1)).hasMessage("must be >= 1: least=0");
        assertThatThrownBy(() -> RandomGraphs.erdosRenyi(5, 4, 0.5, 1)).hasMessage("must be >= least=5: most=4");
        assertThatThrownBy(() -> RandomGraphs.erdosRenyi(5, 5, 1.0, 1)).hasMessage("must be in (0, 1): p=1.0");
    }
}
