package dev.lbp.internal.onnx;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import onnx.Onnx.NodeProto;

/**
 * Reverse mode: goes through the nodes from the score back, and sums at each value the cotangents from the nodes that
 * use it. It visits those nodes alone that lead from a source to the score.
 */
final class ReverseSweep {

    private final Values values;
    private final GraphWriter writer;
    private final List<NodeProto> backwards;
    private final Set<String> active;
    private final Map<String, String> cotangents = new HashMap<>();

    /** @param sources the values whose cotangents are wanted */
    ReverseSweep(ForwardGraph forward, Values values, GraphWriter writer, Set<String> sources) {
        this.values = values;
        this.writer = writer;
        this.backwards = backwards(forward);
        this.active = active(forward, values, sources);
    }

    private static List<NodeProto> backwards(ForwardGraph forward) {
        List<NodeProto> nodes = new ArrayList<>(forward.nodes());
        Collections.reverse(nodes);
        return nodes;
    }

    /**
     * Checks that each node is behind those that give its inputs. ONNX Runtime accepts other orders; one pass through
     * the nodes would then miss ways to the score.
     *
     * @throws IllegalArgumentException if a node is not
     */
    static void requireOrder(List<NodeProto> nodes) {
        Set<String> later = new HashSet<>();
        nodes.forEach(node -> later.addAll(node.getOutputList()));
        later.remove(""); // an optional input or output that a node does not have
        for (NodeProto node : nodes) {
            read(node).filter(later::contains).findFirst().ifPresent(input -> {
                throw Step.refuse(node, "must come behind the node of its input " + input);
            });
            node.getOutputList().forEach(later::remove);
        }
    }

    /**
     * The values that depend on a source and that the score depends on, by inputs that rules differentiate by.
     *
     * @throws IllegalArgumentException if there is no rule for a node on the way, or if it treats as a constant what is
     *     none
     */
    static Set<String> active(ForwardGraph forward, Values values, Set<String> sources) {
        Set<String> reached = reached(forward, values, sources);
        Set<String> active = new HashSet<>();
        if (reached.contains(forward.score().getName())) {
            active.add(forward.score().getName());
        }
        for (NodeProto node : backwards(forward)) {
            if (isOnTheWay(node, active, reached)) {
                inputs(node, values, true).filter(reached::contains).forEach(active::add);
            }
        }
        Set<String> found = new HashSet<>(sources);
        found.retainAll(active);
        requireConstants(forward, values, active, reached(forward, values, found));
        requireFixedIntegers(forward, values, active);
        return active;
    }

    private static Set<String> reached(ForwardGraph forward, Values values, Set<String> sources) {
        return reached(forward, sources, values::isReal);
    }

    /** The values that depend on a source through values that {@code passes} accepts. */
    private static Set<String> reached(ForwardGraph forward, Set<String> sources, Predicate<String> passes) {
        Set<String> reached = new HashSet<>(sources);
        for (NodeProto node : forward.nodes()) {
            boolean isSize = Set.of("Shape", "Size").contains(node.getOpType()); // of the number of rows alone
            if (!isSize && read(node).anyMatch(reached::contains)) {
                node.getOutputList().stream().filter(passes).forEach(reached::add);
            }
        }
        return reached;
    }

    private static boolean isOnTheWay(NodeProto node, Set<String> active, Set<String> reached) {
        return node.getOutputList().stream().anyMatch(active::contains)
                && read(node).anyMatch(reached::contains);
    }

    /** The inputs of a node, and those of the nodes in its subgraphs, which may be values of the graph around them. */
    private static Stream<String> read(NodeProto node) {
        Stream<String> inside = node.getAttributeList().stream()
                .flatMap(attribute -> attribute.getG().getNodeList().stream())
                .flatMap(ReverseSweep::read);
        return Stream.concat(node.getInputList().stream(), inside);
    }

    /** The inputs that the node's rule differentiates by, or the others. */
    private static Stream<String> inputs(NodeProto node, Values values, boolean differentiated) {
        Rule rule = Rules.of(node, values);
        return IntStream.range(0, node.getInputCount())
                .filter(input -> rule.differentiates(input) == differentiated)
                .mapToObj(node::getInput);
    }

    private static void requireConstants(ForwardGraph forward, Values values, Set<String> active, Set<String> reached) {
        requireNone(forward, values, active, reached, reached::contains, "be constant");
    }

    /** Rules read integers, such as indices, once: those of states of zeros. */
    private static void requireFixedIntegers(ForwardGraph forward, Values values, Set<String> active) {
        Set<String> reached = reached(forward, Set.of(forward.input().getName()), name -> true);
        Predicate<String> moving = input -> reached.contains(input) && !values.isReal(input);
        requireNone(forward, values, active, active, moving, "not depend on the states");
    }

    /** Refuses a wrong input among those that the rules of nodes on the way do not differentiate by. */
    private static void requireNone(
            ForwardGraph forward,
            Values values,
            Set<String> active,
            Set<String> reached,
            Predicate<String> wrong,
            String constraint) {
        for (NodeProto node : forward.nodes()) {
            if (isOnTheWay(node, active, reached)) {
                inputs(node, values, false).filter(wrong).findFirst().ifPresent(input -> {
                    throw Step.refuse(node, "must " + constraint + ": input " + input);
                });
            }
        }
    }

    /** @param cotangent that of the score, of the score's shape */
    void run(String score, String cotangent) {
        cotangents.put(score, cotangent);
        for (NodeProto node : backwards) {
            boolean known = node.getOutputList().stream().anyMatch(cotangents::containsKey);
            if (known && node.getInputList().stream().anyMatch(active::contains)) {
                requireFirstOutput(node);
                Rules.of(node, values).apply(new Step(node, cotangents, values, writer, active::contains, this::add));
            }
        }
    }

    /** Most rules know the cotangent of the first output alone. */
    private void requireFirstOutput(NodeProto node) {
        if (!Rules.takesAllOutputs(node)) {
            node.getOutputList().stream()
                    .skip(1)
                    .filter(cotangents::containsKey)
                    .findFirst()
                    .ifPresent(output -> {
                        throw Step.refuse(node, "must give the score by its first output alone: output " + output);
                    });
        }
    }

    private void add(String value, String summand) {
        cotangents.merge(value, summand, (sum, next) -> writer.node("Add").of(sum, next));
    }

    /** The cotangent of an active source. */
    String cotangent(String source) {
        return Objects.requireNonNull(cotangents.get(source), source);
    }
}
