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

/** Circles of a directed graph: its strongly connected components of more than one node, by Tarjan's algorithm. */
public final class Circles<T> {

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

    /** The circles of these classes, each class with those that it encloses. */
    public static List<List<JavaClass>> ofOutermost(JavaClasses classes) {
        return of(classes.stream()
                .collect(Collectors.groupingBy(
                        Circles::outermost,
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
