package dev.lbp.internal.onnx;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import onnx.Onnx.NodeProto;

/**
 * Reverse mode: goes through the nodes from the score back, and sums at each value the cotangents from the nodes that use it. It
 * visits those nodes alone that lead from a source to the score.
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

    /** The values that depend on a source and that the score depends on, by inputs that rules differentiate by. */
    static Set<String> active(ForwardGraph forward, Values values, Set<String> sources) {
        Set<String> reached = new HashSet<>(sources);
        for (NodeProto node : forward.nodes()) {
            if (node.getInputList().stream().anyMatch(reached::contains)) {
                node.getOutputList().stream().filter(values::isFloat).forEach(reached::add);
            }
        }
        Set<String> active = new HashSet<>();
        if (reached.contains(forward.score().getName())) {
            active.add(forward.score().getName());
        }
        for (NodeProto node : backwards(forward)) {
            if (node.getOutputList().stream().anyMatch(active::contains)
                    && node.getInputList().stream().anyMatch(reached::contains)) {
                Rule rule = Rules.of(node);
                IntStream.range(0, node.getInputCount())
                        .filter(rule::differentiates)
                        .mapToObj(node::getInput)
                        .filter(reached::contains)
                        .forEach(active::add);
            }
        }
        return active;
    }

    /** @param cotangent that of the score, of the score's shape */
    void run(String score, String cotangent) {
        cotangents.put(score, cotangent);
        for (NodeProto node : backwards) {
            String known = node.getOutputCount() == 0 ? null : cotangents.get(node.getOutput(0));
            if (known != null && node.getInputList().stream().anyMatch(active::contains)) {
                Rules.of(node).apply(new Step(node, known, values, writer, active::contains, this::add));
            }
        }
    }

    private void add(String value, String summand) {
        cotangents.merge(value, summand, (sum, next) -> writer.node("Add").of(sum, next));
    }

    /** The cotangent of an active source. */
    String cotangent(String source) {
        return cotangents.get(source);
    }
}
