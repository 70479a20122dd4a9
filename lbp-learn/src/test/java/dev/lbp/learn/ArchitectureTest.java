package dev.lbp.learn;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.lbp.Circles;
import dev.lbp.Signatures;
import java.util.Set;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** What learning of proposals may know. */
class ArchitectureTest {

    private static final JavaClasses LEARNING = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.lbp.learn");

    /** Beside the API it shares argument checks and states as bytes. */
    @Test
    void learning_dependsOn_thePublicTypesOfCore() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.lbp.runtime..",
                        "dev.lbp.internal.kernel..",
                        "dev.lbp.models..",
                        "dev.lbp.nn..",
                        "dev.lbp.select..",
                        "dev.lbp.cli..",
                        "dev.lbp.experiments..",
                        "dev.lbp.bench..")
                .check(LEARNING);
    }

    @Test
    void learning_showsNo_machinery() {
        Signatures.nameApiAlone(Set.of("dev.lbp.learn")).check(LEARNING);
    }

    @Test
    void learning_dependsOn_noOtherLibraries() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.lbp..",
                        "java..",
                        "org.apache.commons.rng..",
                        "org.jspecify..",
                        "org.nd4j..",
                        "org.slf4j..")
                .check(LEARNING);
        NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(LEARNING);
    }

    @Test
    void classes_formNoCircle_ofMoreThanSix() {
        assertThat(Circles.ofOutermost(LEARNING))
                .allSatisfy(circle -> assertThat(circle).hasSizeLessThanOrEqualTo(6));
    }

    /** NullAway reads only packages that say so. */
    @Test
    void packages_areAll_nullMarked() {
        assertThat(LEARNING.stream().map(JavaClass::getPackage).distinct())
                .allSatisfy(shown -> assertThat(shown.isAnnotatedWith(NullMarked.class))
                        .as(shown.getName())
                        .isTrue());
    }
}
