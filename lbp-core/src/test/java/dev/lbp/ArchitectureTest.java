package dev.lbp;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which package of lbp-core may know which, and what none of them may touch. */
class ArchitectureTest {

    private static final JavaClasses CORE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.lbp");

    /** The boundary to ND4J: what a user's model is given, and what converts to and from it; and the kernels made of it. */
    private static final Set<String> ND4J_BOUNDARY = Set.of(
            "EnergyModel",
            "LocalEnergyModel",
            "LayeredModel",
            "Tempered",
            "Answers",
            "States",
            "BatchModel",
            "BatchRows",
            "ModelCheck",
            "ChainBatch");

    private static DescribedPredicate<JavaClass> atTheNd4jBoundary() {
        return DescribedPredicate.describe("at the boundary to ND4J", type -> {
            JavaClass outer = type;
            while (outer.getEnclosingClass().isPresent()) {
                outer = outer.getEnclosingClass().get();
            }
            return outer.getPackageName().equals("dev.lbp.kernel.nd4j")
                    || (outer.getPackageName().equals("dev.lbp") && ND4J_BOUNDARY.contains(outer.getSimpleName()));
        });
    }

    @Test
    void internal_dependsOn_nothingOfTheLibrary() {
        classes()
                .that()
                .resideInAPackage("dev.lbp.internal")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("dev.lbp.internal", "java..", "org.jspecify..")
                .check(CORE);
    }

    @Test
    void kernel_dependsOn_internalAlone() {
        noClasses()
                .that()
                .resideInAPackage("dev.lbp.kernel")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.lbp", "dev.lbp.theory", "dev.lbp.diagnostics", "org.nd4j..")
                .check(CORE);
    }

    @Test
    void diagnostics_dependsOn_internalAlone() {
        noClasses()
                .that()
                .resideInAPackage("dev.lbp.diagnostics")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.lbp", "dev.lbp.theory", "dev.lbp.kernel", "org.nd4j..")
                .check(CORE);
    }

    @Test
    void io_dependsOn_internalAlone() {
        classes()
                .that()
                .resideInAPackage("dev.lbp.io")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("dev.lbp.io", "dev.lbp.internal", "java..", "org.jspecify..")
                .check(CORE);
    }

    @Test
    void theory_dependsOn_kernelAndInternalAlone() {
        noClasses()
                .that()
                .resideInAPackage("dev.lbp.theory")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.lbp", "dev.lbp.diagnostics", "org.nd4j..")
                .check(CORE);
    }

    @Test
    void report_dependsOn_nothingOfTheLibrary() {
        classes()
                .that()
                .resideInAPackage("dev.lbp.report")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("dev.lbp.report", "java..", "org.jspecify..")
                .check(CORE);
    }

    /** A server's Java may lack java.desktop. */
    @Test
    void core_usesNo_desktop() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.awt..", "javax.imageio..", "javax.swing..")
                .check(CORE);
    }

    @Test
    void core_knows_nothingAboveIt() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.lbp.models..", "dev.lbp.bench..")
                .check(CORE);
    }

    @Test
    void packages_have_noCycles() {
        slices().matching("dev.lbp.(**)").should().beFreeOfCycles().check(CORE);
    }

    @Test
    void nd4j_isKnown_atTheBoundaryAlone() {
        noClasses()
                .that(DescribedPredicate.not(atTheNd4jBoundary()))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.nd4j..")
                .check(CORE);
    }

    /** A buffer does not keep the memory of its array; these two classes keep the array. */
    @Test
    void nativeMemory_isRead_byNativeDoublesAndFloatsAlone() {
        noClasses()
                .that()
                .haveNameNotMatching("dev\\.lbp\\.kernel\\.nd4j\\.Native(Doubles|Floats)")
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("org.nd4j.linalg.api.buffer.DataBuffer")
                .check(CORE);
    }

    @Test
    void core_usesNo_otherRandomNumbers() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .haveNameMatching("java\\.util\\.(Random|SplittableRandom|concurrent\\.ThreadLocalRandom)"
                        + "|java\\.util\\.random\\..*|org\\.nd4j\\.linalg\\.api\\.rng\\..*"
                        + "|org\\.apache\\.commons\\.math3\\.random\\..*")
                .orShould()
                .callMethod(Math.class, "random")
                .check(CORE);
    }

    /** It is not in every runtime image: {@code RunEvents} decides. */
    @Test
    void flightRecorder_isKnown_toItsEventsAlone() {
        noClasses()
                .that()
                .haveNameNotMatching("dev\\.lbp\\.FlightEvents(\\$.*)?")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("jdk.jfr..")
                .check(CORE);
    }

    @Test
    void core_prints_nothingAndNeverExits() {
        NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(CORE);
        noClasses()
                .should()
                .callMethod(System.class, "exit", int.class)
                .orShould()
                .callMethod(Throwable.class, "printStackTrace")
                .check(CORE);
    }

    @Test
    void core_logs_throughSlf4jAlone() {
        NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING.check(CORE);
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.slf4j.simple..",
                        "org.slf4j.impl..",
                        "ch.qos.logback..",
                        "org.apache.logging..",
                        "org.apache.log4j..")
                .check(CORE);
    }
}
