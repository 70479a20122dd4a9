package dev.lbp.crossing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.Samplers;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The list of {@link CrossedSamplers} has all of {@link Samplers}. */
class CrossingListTest {

    private static final Set<String> NAMES = CrossedSamplers.all().keySet();

    private static Stream<Method> factories() {
        return Arrays.stream(Samplers.class.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()));
    }

    /** The names of the factory of an entry, and of the setters that it calls. */
    private static List<String> calls(String name) {
        return List.of(name.split("[.]"));
    }

    @Test
    void everyFactory_isInTheList() {
        Set<String> overloaded =
                factories().collect(Collectors.groupingBy(Method::getName, Collectors.counting())).entrySet().stream()
                        .filter(entry -> entry.getValue() > 1)
                        .map(entry -> entry.getKey())
                        .collect(Collectors.toSet());
        Set<String> expected = factories()
                .map(method -> overloaded.contains(method.getName())
                        ? method.getName() + "(" + method.getParameterTypes()[0].getSimpleName() + ")"
                        : method.getName())
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> listed =
                NAMES.stream().map(name -> calls(name).get(0)).collect(Collectors.toCollection(TreeSet::new));
        assertThat(listed).isEqualTo(expected);
    }

    /** A setter that several builders inherit is in the list if it is there for one of them. */
    @Test
    void everySetter_isInTheList() {
        Set<String> missing = new TreeSet<>();
        Set<String> used = new TreeSet<>();
        factories().forEach(factory -> {
            for (Method setter : setters(factory.getReturnType())) {
                String key = setter.getDeclaringClass().getSimpleName() + "." + setter.getName();
                boolean listed = NAMES.stream()
                        .map(CrossingListTest::calls)
                        .anyMatch(calls -> calls.get(0).equals(factory.getName())
                                && calls.subList(1, calls.size()).contains(setter.getName()));
                (listed ? used : missing).add(key);
            }
        });
        missing.removeAll(used);
        assertThat(missing).isEmpty();
    }

    private static List<Method> setters(Class<?> builder) {
        return Arrays.stream(builder.getMethods())
                .filter(method -> !method.isBridge() && !Modifier.isStatic(method.getModifiers()))
                .filter(method ->
                        method.getReturnType().isAssignableFrom(builder) && method.getDeclaringClass() != Object.class)
                .toList();
    }
}
