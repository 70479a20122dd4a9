package dev.lbp.select;

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

/** What variable selection may know. */
class ArchitectureTest {

    private static final JavaClasses SELECTION = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.lbp.select");

    /** Beside the API it shares argument checks, files replaced as a whole, and the pages of reports. */
    @Test
    void selection_dependsOn_thePublicTypesOfCore() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.lbp.runtime..",
                        "dev.lbp.internal.kernel..",
                        "dev.lbp.models..",
                        "dev.lbp.nn..",
                        "dev.lbp.cli..",
                        "dev.lbp.experiments..",
                        "dev.lbp.bench..")
                .check(SELECTION);
    }

    @Test
    void selection_showsNo_machinery() {
        Signatures.nameApiAlone(Set.of("dev.lbp.select")).check(SELECTION);
    }

    @Test
    void selection_dependsOn_noOtherLibraries() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.lbp..",
                        "java..",
                        "org.apache.commons.csv..",
                        "org.apache.commons.math3.special..",
                        "org.apache.commons.rng..",
                        "org.jspecify..")
                .check(SELECTION);
        NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(SELECTION);
    }

    @Test
    void classes_formNoCircle_ofMoreThanSix() {
        assertThat(Circles.ofOutermost(SELECTION))
                .allSatisfy(circle -> assertThat(circle).hasSizeLessThanOrEqualTo(6));
    }

    /** NullAway reads only packages that say so. */
    @Test
    void packages_areAll_nullMarked() {
        assertThat(SELECTION.stream().map(JavaClass::getPackage).distinct())
                .allSatisfy(shown -> assertThat(shown.isAnnotatedWith(NullMarked.class))
                        .as(shown.getName())
                        .isTrue());
    }
}
