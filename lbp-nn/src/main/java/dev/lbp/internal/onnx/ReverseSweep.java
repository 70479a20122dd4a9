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
 * Reverse-mode differentiation: visits the nodes from the score backwards, and sums for each value the cotangents from
 * all nodes that use it. It visits only nodes on a path from a source to the score.
 */
final class ReverseSweep {

    private final Values values;
    private final GraphWriter writer;
    private final List<NodeProto> backwards;
    private final Set<String> active;
    private final Map<String, String> cotangents = new HashMap<>();

    /** A sweep for the cotangents of some values, the sources. */
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
     * Checks that each node comes after the nodes of its inputs. ONNX Runtime accepts other orders, but one pass over
     * the nodes would then miss paths to the score.
     *
     * @throws IllegalArgumentException if a node comes before a node of its inputs
     */
    static void checkOrder(List<NodeProto> nodes) {
        Set<String> later = new HashSet<>();
        nodes.forEach(node -> later.addAll(node.getOutputList()));
        later.remove(""); // an optional input or output that a node does not have
        for (NodeProto node : nodes) {
            allInputs(node).filter(later::contains).findFirst().ifPresent(input -> {
                throw Step.refuse(node, "must come behind the node of its input " + input);
            });
            node.getOutputList().forEach(later::remove);
        }
    }

    /**
     * The values on a path from a source to the score, along inputs that the rules differentiate.
     *
     * @throws IllegalArgumentException if there is no rule for a node on a path, or if the rule treats an input as a
     *     constant that depends on a source
     */
    static Set<String> active(ForwardGraph forward, Values values, Set<String> sources) {
        Set<String> dependents = dependents(forward, values, sources);
        Set<String> active = new HashSet<>();
        if (dependents.contains(forward.score().getName())) {
            active.add(forward.score().getName());
        }
        for (NodeProto node : backwards(forward)) {
            if (isOnPath(node, active, dependents)) {
                boolean differentiated = true;
                inputs(node, values, differentiated)
                        .filter(dependents::contains)
                        .forEach(active::add);
            }
        }
        // a source that does not reach the score may reach constants
        Set<String> sourcesOnPath = new HashSet<>(sources);
        sourcesOnPath.retainAll(active);
        checkConstants(forward, values, active, dependents(forward, values, sourcesOnPath));
        checkFixedIntegers(forward, values, active);
        return active;
    }

    private static Set<String> dependents(ForwardGraph forward, Values values, Set<String> sources) {
        return dependents(forward, sources, values::isReal);
    }

    /** The values that depend on a source through values that {@code passes} accepts. */
    private static Set<String> dependents(ForwardGraph forward, Set<String> sources, Predicate<String> passes) {
        Set<String> dependents = new HashSet<>(sources);
        for (NodeProto node : forward.nodes()) {
            boolean isSize = Set.of("Shape", "Size").contains(node.getOpType()); // depends only on the number of rows
            if (!isSize && allInputs(node).anyMatch(dependents::contains)) {
                node.getOutputList().stream().filter(passes).forEach(dependents::add);
            }
        }
        return dependents;
    }

    private static boolean isOnPath(NodeProto node, Set<String> active, Set<String> dependents) {
        return node.getOutputList().stream().anyMatch(active::contains)
                && allInputs(node).anyMatch(dependents::contains);
    }

    /** The inputs of a node and of all nodes in its subgraphs, which can read values of the outer graph. */
    private static Stream<String> allInputs(NodeProto node) {
        Stream<String> inside = node.getAttributeList().stream()
                .flatMap(attribute -> attribute.getG().getNodeList().stream())
                .flatMap(ReverseSweep::allInputs);
        return Stream.concat(node.getInputList().stream(), inside);
    }

    /** The inputs that the node's rule differentiates; if {@code differentiated} is false, the other inputs. */
    private static Stream<String> inputs(NodeProto node, Values values, boolean differentiated) {
        Rule rule = Rules.of(node, values);
        return IntStream.range(0, node.getInputCount())
                .filter(input -> rule.differentiates(input) == differentiated)
                .mapToObj(node::getInput);
    }

    /** Refuses an input that depends on a source, and that the node's rule takes as constant. */
    private static void checkConstants(
            ForwardGraph forward, Values values, Set<String> active, Set<String> dependents) {
        refuseInputs(forward, values, active, dependents, dependents::contains, "be constant");
    }

    /** Refuses integers, such as indices, that depend on the states: rules read them once, for states of zeros. */
    private static void checkFixedIntegers(ForwardGraph forward, Values values, Set<String> active) {
        Set<String> dependents = dependents(forward, Set.of(forward.input().getName()), name -> true);
        Predicate<String> moving = input -> dependents.contains(input) && !values.isReal(input);
        refuseInputs(forward, values, active, active, moving, "not depend on the states");
    }

    /** Refuses a node on a path if an input of it that its rule does not differentiate is {@code wrong}. */
    private static void refuseInputs(
            ForwardGraph forward,
            Values values,
            Set<String> active,
            Set<String> dependents,
            Predicate<String> wrong,
            String constraint) {
        for (NodeProto node : forward.nodes()) {
            if (isOnPath(node, active, dependents)) {
                boolean differentiated = false;
                inputs(node, values, differentiated).filter(wrong).findFirst().ifPresent(input -> {
                    throw Step.refuse(node, "must " + constraint + ": input " + input);
                });
            }
        }
    }

    /**
     * Visits all nodes.
     *
     * @param cotangent the cotangent of the score, in the score's shape
     */
    void run(String score, String cotangent) {
        cotangents.put(score, cotangent);
        for (NodeProto node : backwards) {
            boolean known = node.getOutputList().stream().anyMatch(cotangents::containsKey);
            if (known && node.getInputList().stream().anyMatch(active::contains)) {
                checkFirstOutput(node);
                Rules.of(node, values).apply(new Step(node, cotangents, values, writer, active::contains, this::add));
            }
        }
    }

    /** Refuses a node whose further outputs have cotangents, unless its rule uses them. */
    private void checkFirstOutput(NodeProto node) {
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

    /** Adds a summand to the cotangent of a value. */
    private void add(String value, String summand) {
        cotangents.merge(value, summand, (sum, next) -> writer.node("Add").of(sum, next));
    }

    /** The cotangent of an active source. */
    String cotangent(String source) {
        return Objects.requireNonNull(cotangents.get(source), source);
    }
}
