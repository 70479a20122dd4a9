package dev.lbp.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.internal.solve.sets.GraphRows;
import org.junit.jupiter.api.Test;

class GraphTest {

    private static final Graph PATH = Graph.of(4, new int[] {0, 1, 3, 1}, new int[] {1, 0, 2, 2});

    @Test
    void of_repeatedEdges_countOnce() {
        assertThat(PATH.nodes()).isEqualTo(4);
        assertThat(PATH.edges()).isEqualTo(3);
        assertThat(PATH).hasToString("graph of 4 nodes and 3 edges");
        assertThat(row(PATH.rows(), 1)).containsExactly(0, 2);
        assertThat(row(PATH.rows(), 3)).containsExactly(2);
    }

    private static int[] row(GraphRows graph, int node) {
        int[] row = new int[graph.start(node + 1) - graph.start(node)];
        for (int k = 0; k < row.length; k++) {
            row[k] = graph.neighbour(graph.start(node) + k);
        }
        return row;
    }

    @Test
    void complement_hasTheOtherPairs() {
        GraphRows other = PATH.rows().complement();
        assertThat(other.edges()).isEqualTo(3);
        assertThat(row(other, 0)).containsExactly(2, 3);
        assertThat(row(other, 1)).containsExactly(3);
        assertThat(row(other, 2)).containsExactly(0);
        assertThat(row(other, 3)).containsExactly(0, 1);
        assertThat(GraphRows.of(3, new int[0], new int[0]).complement().edges()).isEqualTo(3);
        assertThat(GraphRows.of(1, new int[0], new int[0]).complement().edges()).isZero();
    }

    @Test
    void of_badArguments_areRefusedByName() {
        int[] none = {};
        assertThatThrownBy(() -> Graph.of(0, none, none)).hasMessage("must be >= 1: nodes=0");
        assertThatThrownBy(() -> Graph.of(1, null, none)).hasMessage("must not be null: from");
        assertThatThrownBy(() -> Graph.of(1, none, null)).hasMessage("must not be null: to");
        assertThatThrownBy(() -> Graph.of(2, new int[1], none)).hasMessage("must have length 1: to.length=0");
        assertThatThrownBy(() -> Graph.of(2, new int[] {2}, new int[] {0}))
                .hasMessage("must be a node, 0 to 1: from[0]=2");
        assertThatThrownBy(() -> Graph.of(2, new int[] {0, 1}, new int[] {1, -1}))
                .hasMessage("must be a node, 0 to 1: to[1]=-1");
        assertThatThrownBy(() -> Graph.of(2, new int[] {0, 1}, new int[] {1, 1}))
                .hasMessage("must differ from from[1]: to[1]=1");
        assertThatThrownBy(() -> Graph.of(1_000_000_000, none, none))
                .hasMessageStartingWith("must fit into memory: nodes=1000000000, edges=0: ");
        assertThatThrownBy(() -> Solver.clique(null)).hasMessage("must not be null: graph");
    }
}
