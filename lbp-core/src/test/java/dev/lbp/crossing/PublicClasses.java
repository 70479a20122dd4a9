package dev.lbp.crossing;

import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.platform.commons.support.ReflectionSupport;

/** The public classes of a module, which the lists of its crossings must have. */
public final class PublicClasses {

    /** The classes of each package: to read the class path takes longer than most tasks of a crossing. */
    private static final Map<String, List<Class<?>>> FOUND = new ConcurrentHashMap<>();

    private PublicClasses() {}

    /** All public classes of a package and those below it that are not abstract. */
    static Stream<Class<?>> of(String packageName) {
        return FOUND.computeIfAbsent(packageName, PublicClasses::find).stream();
    }

    private static List<Class<?>> find(String packageName) {
        return ReflectionSupport.findAllClassesInPackage(
                packageName,
                type -> Modifier.isPublic(type.getModifiers())
                        && !Modifier.isAbstract(type.getModifiers())
                        && !isOfTests(type),
                name -> true);
    }

    private static boolean isOfTests(Class<?> type) {
        String place = type.getProtectionDomain().getCodeSource().getLocation().getPath();
        return place.endsWith("test-classes/") || place.endsWith("-tests.jar");
    }

    /** The simple names of those that are of a type. */
    public static Set<String> of(String packageName, Class<?> type) {
        return of(packageName)
                .filter(type::isAssignableFrom)
                .map(Class::getSimpleName)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The names of the classes in the names of a list, where a comma and words can follow the name of a class. */
    public static Set<String> named(Collection<String> list) {
        return list.stream().map(PublicClasses::named).collect(Collectors.toCollection(TreeSet::new));
    }

    static String named(String entry) {
        return entry.split(",")[0];
    }
}
