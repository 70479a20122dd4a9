package dev.lbp;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Cycles of a directed graph: its strongly connected components of more than one node, by Tarjan's algorithm. */
public final class Cycles<T> {

    private final Map<T, Set<T>> arrows;
    private final Map<T, Integer> number = new HashMap<>();
    private final Map<T, Integer> lowest = new HashMap<>();
    private final Deque<T> open = new ArrayDeque<>();
    private final List<List<T>> found = new ArrayList<>();

    private Cycles(Map<T, Set<T>> arrows) {
        this.arrows = arrows;
    }

    /**
     * The cycles.
     *
     * @param arrows the nodes that each node leads to
     */
    static <T> List<List<T>> of(Map<T, Set<T>> arrows) {
        Cycles<T> cycles = new Cycles<>(arrows);
        arrows.keySet().stream()
                .filter(node -> !cycles.number.containsKey(node))
                .forEach(cycles::visit);
        return cycles.found;
    }

    /** The cycles of these classes, each class with those that it encloses. */
    public static List<List<JavaClass>> ofOutermost(JavaClasses classes) {
        return of(classes.stream()
                .collect(Collectors.groupingBy(
                        Cycles::outermost,
                        Collectors.flatMapping(
                                type -> type.getDirectDependenciesFromSelf().stream()
                                        .map(dependency -> outermost(dependency.getTargetClass()))
                                        .filter(target ->
                                                target.getPackageName().startsWith("dev.lbp")),
                                Collectors.toSet()))));
    }

    static JavaClass outermost(JavaClass type) {
        JavaClass outer = type;
        while (outer.getEnclosingClass().isPresent()) {
            outer = outer.getEnclosingClass().get();
        }
        return outer;
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
            List<T> cycle = new ArrayList<>();
            do {
                cycle.add(open.pop());
            } while (!cycle.get(cycle.size() - 1).equals(node));
            if (cycle.size() > 1) {
                found.add(cycle);
            }
        }
    }
}
