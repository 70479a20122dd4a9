package dev.lbp.learn;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.lbp.Architecture;
import dev.lbp.Signatures;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What learning of proposals may know. */
class ArchitectureTest extends Architecture {

    private static final JavaClasses LEARNING = imported("dev.lbp.learn");

    ArchitectureTest() {
        super(LEARNING, List.of(Set.of("dev.lbp.learn")));
    }

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
}
