package dev.lbp.infer;

import dev.lbp.internal.infer.order.EliminationOrder;
import dev.lbp.internal.infer.table.Domains;
import dev.lbp.internal.infer.table.Problem;
import dev.lbp.internal.infer.tree.SumTree;
import dev.lbp.models.factor.FactorGraph;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Finds a minimal part of the evidence with which no state of positive probability agrees: removes each observation in
 * turn if the other observations are still impossible without it.
 */
final class Impossible {

    private Impossible() {}

    /**
     * The exception for impossible evidence.
     *
     * @param question the graph, and how much may be computed
     * @param observed evidence without a possible state
     * @throws ArithmeticException if there are possible states, but doubles cannot hold their probabilities
     */
    static RuntimeException exception(Inference question, int[] observed) {
        FactorGraph graph = question.graph;
        // the cheap test is enough if it shows that all observations together are impossible
        boolean byDomains = !Domains.of(graph, observed).possible();
        if (!byDomains && !isImpossible(question, observed, byDomains)) {
            return new ArithmeticException(
                    "must be within the range of doubles: probabilities of states that agree with"
                            + " the evidence, against the largest entries of the same tables");
        }
        List<Integer> sites = minimal(question, observed, byDomains);
        String what = sites.isEmpty()
                ? "must have a possible state: the graph, whatever the evidence"
                : "must be possible: observed "
                        + sites.stream()
                                .map(i -> graph.name(i) + "=" + graph.valueName(i, observed[i]))
                                .collect(Collectors.joining(" and "));
        return new ImpossibleEvidenceException(what, sites);
    }

    /** The sites of a minimal part of the evidence that is impossible. */
    private static List<Integer> minimal(Inference question, int[] observed, boolean byDomains) {
        int[] left = observed.clone(); // the observations that are not yet removed; -1 for the other sites
        for (int i = 0; i < left.length; i++) {
            if (observed[i] >= 0) {
                left[i] = -1;
                if (!isImpossible(question, left, byDomains)) {
                    left[i] = observed[i]; // it is needed
                }
            }
        }
        return IntStream.range(0, left.length).filter(i -> left[i] >= 0).boxed().toList();
    }

    /**
     * Whether evidence is proved to be impossible. The proof is by {@link Domains}, or, if tables fit into memory, by
     * counting states.
     *
     * @param byDomains whether only a proof by domains counts
     */
    private static boolean isImpossible(Inference question, int[] observed, boolean byDomains) {
        Domains domains = Domains.of(question.graph, observed);
        if (byDomains || !domains.possible()) {
            return !domains.possible();
        }
        Problem support = Problem.counting(question.graph, domains);
        EliminationOrder order = question.orderSearch(support).complete();
        return order.bytes() <= question.bytes
                && SumTree.of(support, order, question.progress).logConstant() == Double.NEGATIVE_INFINITY;
    }
}
