package dev.lbp.crossing;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
        return new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests()).importPackages(packageName).stream()
                        .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC)
                                && !type.getModifiers().contains(JavaModifier.ABSTRACT))
                        .<Class<?>>map(JavaClass::reflect)
                        .toList();
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
