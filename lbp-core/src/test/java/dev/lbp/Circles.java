package dev.lbp;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Circles of a directed graph: its strongly connected components of more than one node, by Tarjan's algorithm. */
final class Circles<T> {

    private final Map<T, Set<T>> arrows;
    private final Map<T, Integer> number = new HashMap<>();
    private final Map<T, Integer> lowest = new HashMap<>();
    private final Deque<T> open = new ArrayDeque<>();
    private final List<List<T>> found = new ArrayList<>();

    private Circles(Map<T, Set<T>> arrows) {
        this.arrows = arrows;
    }

    /**
     * The circles.
     *
     * @param arrows the nodes that each node leads to
     */
    static <T> List<List<T>> of(Map<T, Set<T>> arrows) {
        Circles<T> circles = new Circles<>(arrows);
        arrows.keySet().stream()
                .filter(node -> !circles.number.containsKey(node))
                .forEach(circles::visit);
        return circles.found;
    }

    private void visit(T node) {
        number.put(node, number.size());
        lowest.put(node, number.get(node));
        open.push(node);
        for (T next : arrows.getOrDefault(node, Set.of())) {
            if (!number.containsKey(next)) {
                visit(next);
                lowest.merge(node, lowest.get(next), Math::min);
            } else if (open.contains(next)) {
                lowest.merge(node, number.get(next), Math::min);
            }
        }
        if (lowest.get(node).equals(number.get(node))) {
            List<T> circle = new ArrayList<>();
            do {
                circle.add(open.pop());
            } while (!circle.get(circle.size() - 1).equals(node));
            if (circle.size() > 1) {
                found.add(circle);
            }
        }
    }
}
