package dev.lbp.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.internal.solve.SearchMonitor;
import dev.lbp.internal.solve.sets.GraphProblem;
import dev.lbp.internal.solve.sets.GraphProblem.Kind;
import dev.lbp.internal.solve.sets.NodeSet;
import dev.lbp.internal.solve.sets.SetSearch;
import java.time.Duration;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Random;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

/** Sets of nodes against enumeration, and on large graphs against exact algorithms. */
class GraphProblemTest {

    private static final int LARGE = 10_000;

    private static Graph random(int nodes, double p, Random random) {
        int[] from = new int[nodes * nodes];
        int[] to = new int[nodes * nodes];
        int edges = 0;
        for (int i = 0; i < nodes; i++) {
            for (int j = 0; j < i; j++) {
                if (random.nextDouble() < p) {
                    from[edges] = i;
                    to[edges++] = j;
                }
            }
        }
        return Graph.of(nodes, Arrays.copyOf(from, edges), Arrays.copyOf(to, edges));
    }

    private static Solver<byte[]> solver(Graph graph, Kind kind) {
        return switch (kind) {
            case INDEPENDENT_SET -> Solver.independentSet(graph);
            case CLIQUE -> Solver.clique(graph);
            case COVER -> Solver.cover(graph);
        };
    }

    /** The naive check, pair by pair. */
    private static boolean feasible(boolean[][] joined, Kind kind, byte[] state) {
        for (int i = 0; i < state.length; i++) {
            for (int j = 0; j < i; j++) {
                boolean bad = switch (kind) {
                    case INDEPENDENT_SET -> joined[i][j] && state[i] + state[j] == 2;
                    case CLIQUE -> !joined[i][j] && state[i] + state[j] == 2;
                    case COVER -> joined[i][j] && state[i] + state[j] == 0;
                };
                if (bad) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean[][] matrix(Graph graph) {
        boolean[][] joined = new boolean[graph.nodes()][graph.nodes()];
        for (int i = 0; i < joined.length; i++) {
            for (int k = graph.rows().start(i); k < graph.rows().start(i + 1); k++) {
                joined[i][graph.rows().neighbour(k)] = true;
            }
        }
        return joined;
    }

    private static int size(byte[] state) {
        int size = 0;
        for (byte bit : state) {
            size += bit;
        }
        return size;
    }

    /** The size of the largest set in which no pair is joined, or in which each pair is. Branches on the first node. */
    private static int largest(boolean[][] joined, boolean clique, BitSet left) {
        int node = left.nextSetBit(0);
        if (node < 0) {
            return 0;
        }
        BitSet without = (BitSet) left.clone();
        without.clear(node);
        BitSet with = (BitSet) without.clone();
        without.stream().filter(other -> joined[node][other] != clique).forEach(with::clear);
        return Math.max(1 + largest(joined, clique, with), largest(joined, clique, without));
    }

    @Test
    void solve_smallGraphs_reachesTheOptimum() {
        for (int k = 0; k < 200; k++) {
            Random random = new Random(k);
            int nodes = 1 + random.nextInt(14);
            Graph graph = random(nodes, k % 11 / 10.0, random);
            boolean[][] joined = matrix(graph);
            BitSet all = new BitSet();
            all.set(0, nodes);
            for (Kind kind : Kind.values()) {
                int optimum = largest(joined, kind == Kind.CLIQUE, all) - (kind == Kind.COVER ? nodes : 0);
                Solution<byte[]> solution =
                        solver(graph, kind).target(optimum).restarts(20).seed(k).solve();
                assertThat(solution.value()).as(kind + " " + k).isEqualTo(optimum);
                assertThat(solution.top()).as(kind + " " + k).allSatisfy(scored -> {
                    assertThat(feasible(joined, kind, scored.state())).isTrue();
                    assertThat(scored.value()).isEqualTo((kind == Kind.COVER ? -1.0 : 1.0) * size(scored.state()));
                });
            }
        }
    }

    @Test
    void solve_aNanosecond_isFeasible() {
        for (double p : new double[] {0.02, 0.5, 0.98}) {
            Graph graph = random(300, p, new Random(2));
            for (Kind kind : Kind.values()) {
                Solution<byte[]> solution =
                        solver(graph, kind).budget(Duration.ofNanos(1)).solve();
                assertThat(feasible(matrix(graph), kind, solution.best())).isTrue();
            }
        }
    }

    @Test
    void solve_threads_findTheSame() {
        Graph graph = random(120, 0.3, new Random(1));
        for (Kind kind : Kind.values()) {
            Solution<byte[]> one = solver(graph, kind).restarts(6).solve();
            for (int threads : new int[] {2, 3}) {
                Solution<byte[]> more =
                        solver(graph, kind).restarts(6).threads(threads).solve();
                assertThat(more.hits()).isEqualTo(one.hits());
                assertThat(more.top()).usingRecursiveComparison().isEqualTo(one.top());
            }
        }
    }

    @Test
    void value_infeasible_isMinusInfinity() {
        Graph path = Graph.of(3, new int[] {0, 1}, new int[] {1, 2});
        assertThat(new GraphProblem(path.rows(), Kind.INDEPENDENT_SET).value(new byte[] {1, 1, 0}))
                .isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(new GraphProblem(path.rows(), Kind.CLIQUE).value(new byte[] {1, 0, 1}))
                .isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(new GraphProblem(path.rows(), Kind.COVER).value(new byte[] {1, 0, 0}))
                .isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(new GraphProblem(path.rows(), Kind.COVER).value(new byte[] {0, 1, 0}))
                .isEqualTo(-1.0);
        assertThat(new GraphProblem(path.rows(), Kind.COVER).name())
                .isEqualTo("cover of a graph of 3 nodes and 2 edges");
    }

    @Test
    void identity_tellsGraphsAndQuestionsApart() {
        Graph path = Graph.of(3, new int[] {0, 1}, new int[] {1, 2});
        Graph same = Graph.of(3, new int[] {2, 0}, new int[] {1, 1});
        Graph other = Graph.of(3, new int[] {0, 0}, new int[] {1, 2});
        assertThat(new GraphProblem(path.rows(), Kind.COVER).identity())
                .isEqualTo(new GraphProblem(same.rows(), Kind.COVER).identity())
                .isNotEqualTo(new GraphProblem(other.rows(), Kind.COVER).identity())
                .isNotEqualTo(new GraphProblem(path.rows(), Kind.CLIQUE).identity());
    }

    /** The counts after random changes, for both meanings of a conflict, and what repair leaves. */
    @Test
    void nodeSet_countsConflicts_andRepairsThem() {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(new long[] {4});
        Graph graph = random(40, 0.2, new Random(3));
        boolean[][] joined = matrix(graph);
        for (boolean clique : new boolean[] {false, true}) {
            NodeSet set = new NodeSet(graph.rows(), clique);
            for (int k = 0; k < 500; k++) {
                set.flip(random.nextInt(40));
                for (int i = 0; i < 40; i++) {
                    assertThat(set.conflicts(i)).isEqualTo(conflicts(set, joined, clique, i));
                }
            }
            set.repair();
            for (int i = 0; i < 40; i++) {
                assertThat(set.conflicts(i) == 0).isEqualTo(set.chosen(i) == 1);
            }
        }
    }

    private static int conflicts(NodeSet set, boolean[][] joined, boolean clique, int node) {
        int count = 0;
        for (int j = 0; j < joined.length; j++) {
            count += j != node && joined[node][j] != clique ? set.chosen(j) : 0;
        }
        return count;
    }

    /** Each node is joined with a random earlier one. Taking nodes from the last one on gives the largest set. */
    @Test
    void independentSet_largeTree_isTheLargest() {
        Random random = new Random(6);
        int[] parent = new int[LARGE - 1];
        int[] child = new int[LARGE - 1];
        for (int i = 1; i < LARGE; i++) {
            child[i - 1] = i;
            parent[i - 1] = random.nextInt(i);
        }
        boolean[] covered = new boolean[LARGE];
        int optimum = 0;
        for (int i = LARGE - 1; i >= 0; i--) {
            if (!covered[i]) {
                optimum++;
                if (i > 0) {
                    covered[parent[i - 1]] = true;
                }
            }
        }
        Graph tree = Graph.of(LARGE, parent, child);
        assertThat(Solver.independentSet(tree)
                        .target(optimum)
                        .restarts(15)
                        .solve()
                        .value())
                .isEqualTo(optimum);
    }

    /** The smallest cover of a bipartite graph is as large as its largest matching (Koenig, 1931). */
    @Test
    void cover_bipartiteGraph_isAsLargeAsTheMatching() {
        Random random = new Random(7);
        int side = 1_000;
        int[] left = random.ints(3 * side, 0, side).toArray();
        int[] right = random.ints(3 * side, side, 2 * side).toArray();
        Graph graph = Graph.of(2 * side, left, right);
        int[] partner = new int[2 * side];
        Arrays.fill(partner, -1);
        int matching = 0;
        for (int i = 0; i < side; i++) {
            matching += augment(graph, i, partner, new BitSet()) ? 1 : 0;
        }
        assertThat(Solver.cover(graph).target(-matching).restarts(15).solve().value())
                .isEqualTo(-matching);
    }

    private static boolean augment(Graph graph, int node, int[] partner, BitSet seen) {
        for (int k = graph.rows().start(node); k < graph.rows().start(node + 1); k++) {
            int other = graph.rows().neighbour(k);
            if (!seen.get(other)) {
                seen.set(other);
                if (partner[other] < 0 || augment(graph, partner[other], partner, seen)) {
                    partner[other] = node;
                    return true;
                }
            }
        }
        return false;
    }

    /** What is taken over piece by piece never loses. */
    @Test
    void restart_endsWithTheBestThatItReported() {
        Graph graph = random(200, 0.02, new Random(9));
        for (Kind kind : Kind.values()) {
            SetSearch search = new SetSearch(new GraphProblem(graph.rows(), kind));
            for (long k = 0; k < 20; k++) {
                double[] highest = {Double.NEGATIVE_INFINITY};
                double value =
                        search.restart(0, RandomSource.XO_SHI_RO_256_PP.create(new long[] {k}), new SearchMonitor<>() {
                            @Override
                            public boolean mustEnd() {
                                return false;
                            }

                            @Override
                            public double leastValue() {
                                return highest[0];
                            }

                            @Override
                            public void report(byte[] state, double reported) {
                                highest[0] = reported;
                            }
                        });
                assertThat(value).isEqualTo(highest[0]);
            }
        }
    }

    /** A clique of 7 nodes among edges that form few triangles. */
    @Test
    void clique_hiddenInASparseGraph_isFound() {
        Random random = new Random(3);
        int nodes = 5 * LARGE;
        int edges = 125_000;
        int[] from = random.ints(edges + 21, 0, nodes / 2).toArray();
        int[] to = random.ints(edges + 21, nodes / 2, nodes).toArray();
        int[] hidden = random.ints(0, nodes).distinct().limit(7).toArray();
        for (int i = 0; i < 7; i++) {
            for (int j = 0; j < i; j++) {
                from[edges] = hidden[i];
                to[edges++] = hidden[j];
            }
        }
        Graph graph = Graph.of(nodes, from, to);
        assertThat(Solver.clique(graph).target(7).restarts(1).solve().value()).isEqualTo(7.0);
    }

    @Test
    void extremes() {
        Graph none = Graph.of(LARGE, new int[0], new int[0]);
        assertThat(Solver.independentSet(none).restarts(1).solve().value()).isEqualTo(LARGE);
        assertThat(Solver.cover(none).restarts(1).solve().value()).isZero();
        assertThat(Solver.clique(none).restarts(1).solve().value()).isEqualTo(1.0);
        int[] centre = new int[LARGE - 1];
        int[] leaves = new int[LARGE - 1];
        Arrays.setAll(leaves, k -> k + 1);
        Graph star = Graph.of(LARGE, centre, leaves);
        assertThat(Solver.independentSet(star).restarts(1).solve().value()).isEqualTo(LARGE - 1);
        assertThat(Solver.cover(star).restarts(1).solve().value()).isEqualTo(-1.0);
        assertThat(Solver.clique(star).restarts(1).solve().value()).isEqualTo(2.0);
    }
}
