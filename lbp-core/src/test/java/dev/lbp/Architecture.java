package dev.lbp;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What every module must hold. One instance for all tests, so that classes are imported once. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class Architecture {

    /** Classes that may need each other in a cycle, as a factory and its rules do. */
    private static final int LARGEST_CYCLE = 6;

    /** Files of a package: more are a drawer in which nobody finds the place. */
    private static final int LARGEST_PACKAGE = 40;

    /** Packages that users do not call. */
    private static final String NOT_API = "dev[.]lbp[.](internal|runtime|cli|experiments|bench)([.].*)?";

    private final JavaClasses classes;
    private final List<Set<String>> layers;

    /**
     * Of a module.
     *
     * @param module the package that holds its packages
     * @param layers its packages from the bottom up; each knows layers below its own alone, of other modules what it
     *     likes
     */
    protected Architecture(String module, List<Set<String>> layers) {
        this(imported(module), layers);
    }

    /** Of a module whose classes are imported. */
    protected Architecture(JavaClasses classes, List<Set<String>> layers) {
        this.classes = classes;
        this.layers = layers;
    }

    /** The classes of a module, by the packages that hold all of its packages. */
    protected static JavaClasses imported(String... roots) {
        return new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .withImportOption(location -> !location.contains("jmh_generated"))
                .importPackages(roots);
    }

    @Test
    void packages_know_layersBelowAlone() {
        Set<String> ours = layers.stream().flatMap(Set::stream).collect(Collectors.toSet());
        assertThat(classes.stream().map(JavaClass::getPackageName).collect(Collectors.toSet()))
                .isEqualTo(ours);
        Set<String> below = new HashSet<>();
        for (Set<String> layer : layers) {
            for (String name : layer) {
                Set<String> known = new HashSet<>(below);
                known.add(name);
                noClasses()
                        .that()
                        .resideInAPackage(name)
                        .should()
                        .dependOnClassesThat(DescribedPredicate.describe(
                                "in the same layer or above",
                                type -> ours.contains(type.getPackageName()) && !known.contains(type.getPackageName())))
                        .check(classes);
            }
            below.addAll(layer);
        }
    }

    @Test
    void classes_formNoCycle_ofMoreThanSix() {
        assertThat(Cycles.ofOutermost(classes))
                .allSatisfy(cycle -> assertThat(cycle).hasSizeLessThanOrEqualTo(LARGEST_CYCLE));
    }

    @Test
    void packages_haveAtMost40Files() {
        Map<String, Long> files = classes.stream()
                .filter(type -> type.getEnclosingClass().isEmpty()
                        && !type.getSimpleName().equals("package-info"))
                .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));
        assertThat(files).allSatisfy((name, count) -> assertThat(count).as(name).isLessThanOrEqualTo(LARGEST_PACKAGE));
    }

    @Test
    void desktop_isKnown_toPicturesAlone() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.lbp.cli.plot")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.awt..", "javax.imageio..", "javax.swing..")
                .check(classes);
    }

    /** Other packages print through the command line of picocli, which a test can redirect. */
    @Test
    void standardStreams_areKnown_toTheCommandLineAlone() {
        noClasses()
                .that()
                .resideOutsideOfPackages("dev.lbp.cli", "dev.lbp.cli.terminal", "dev.lbp.cli.solve")
                .should(ACCESS_STANDARD_STREAMS)
                .orShould()
                .callMethod(System.class, "exit", int.class)
                .allowEmptyShould(true)
                .check(classes);
    }

    /** Users' tools read what packages of the API say. NullAway reads all packages of lbp. */
    @Test
    void packages_ofTheApi_areAll_nullMarked() {
        assertThat(classes.stream()
                        .map(JavaClass::getPackage)
                        .distinct()
                        .filter(shown -> !shown.getName().matches(NOT_API)))
                .allSatisfy(shown -> assertThat(shown.isAnnotatedWith(NullMarked.class))
                        .as(shown.getName())
                        .isTrue());
    }
}
