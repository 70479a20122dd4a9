package dev.lbp.nn;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.lbp.Cycles;
import dev.lbp.Signatures;
import java.util.Set;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** What networks and their training may know. */
class ArchitectureTest {

    private static final JavaClasses NETWORKS = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.lbp.nn", "dev.lbp.internal.onnx");

    /** Beside the API they share argument checks, whole files, and access to ND4J's arrays. */
    @Test
    void networks_dependOn_thePublicTypesOfCore() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.lbp.runtime..",
                        "dev.lbp.models..",
                        "dev.lbp.cli..",
                        "dev.lbp.experiments..",
                        "dev.lbp.bench..")
                .check(NETWORKS);
        noClasses()
                .should()
                .dependOnClassesThat()
                .haveNameMatching(
                        "dev\\.lbp\\.internal\\.(html|kernel)\\.(?!nd4j\\.(Native(Doubles|Floats)|StateBatch)$).*"
                                + "|org\\.nd4j\\.linalg\\.api\\.buffer\\.DataBuffer")
                .check(NETWORKS);
    }

    /** A user's own network needs no training. */
    @Test
    void networks_doNotKnow_training() {
        noClasses()
                .that()
                .resideInAPackage("dev.lbp.nn")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.lbp.nn.training..")
                .check(NETWORKS);
    }

    @Test
    void networks_showNo_machinery() {
        Signatures.nameApiAlone(Set.of("dev.lbp.nn", "dev.lbp.nn.training")).check(NETWORKS);
    }

    @Test
    void networks_dependOn_noOtherLibraries() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.lbp..",
                        "java..",
                        "ai.onnxruntime..",
                        "onnx..",
                        "org.nd4j..",
                        "org.apache.commons.rng..",
                        "org.jspecify..")
                .check(NETWORKS);
    }

    @Test
    void networks_useNo_otherRandomNumbersAndPrintNothing() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .haveNameMatching("java\\.util\\.(Random|SplittableRandom)|org\\.nd4j\\.linalg\\.api\\.rng\\..*")
                .check(NETWORKS);
        NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(NETWORKS);
    }

    @Test
    void classes_formNoCycle_ofMoreThanSix() {
        assertThat(Cycles.ofOutermost(NETWORKS))
                .allSatisfy(cycle -> assertThat(cycle).hasSizeLessThanOrEqualTo(6));
    }

    /** Users' tools read what packages of the API say. NullAway reads all packages of lbp. */
    @Test
    void packages_ofTheApi_areAll_nullMarked() {
        assertThat(NETWORKS.stream()
                        .map(JavaClass::getPackage)
                        .distinct()
                        .filter(shown -> shown.getName().startsWith("dev.lbp.nn")))
                .allSatisfy(shown -> assertThat(shown.isAnnotatedWith(NullMarked.class))
                        .as(shown.getName())
                        .isTrue());
    }
}
