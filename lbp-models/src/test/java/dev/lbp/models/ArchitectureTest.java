package dev.lbp.models;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.lbp.Architecture;
import dev.lbp.Signatures;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Targets are written against what a user sees. */
class ArchitectureTest extends Architecture {

    private static final JavaClasses MODELS = imported("dev.lbp.models", "dev.lbp.internal.models");

    ArchitectureTest() {
        super(
                MODELS,
                List.of(
                        Set.of("dev.lbp.internal.models.rbm", "dev.lbp.internal.models.tracker"),
                        Set.of("dev.lbp.models", "dev.lbp.models.sequences"),
                        Set.of("dev.lbp.models.factor", "dev.lbp.models.training")));
    }

    /**
     * Beside it they share argument checks, access to native memory, and the one exponential whose bits are the same
     * everywhere.
     */
    @Test
    void models_dependOn_thePublicTypesOfCore() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.lbp.diagnostics",
                        "dev.lbp.theory",
                        "dev.lbp.runtime..",
                        "dev.lbp.nn..",
                        "dev.lbp.cli..",
                        "dev.lbp.experiments..",
                        "dev.lbp.bench..")
                .check(MODELS);
        noClasses()
                .should()
                .dependOnClassesThat()
                .haveNameMatching(
                        "dev\\.lbp\\.internal\\.kernel\\.(?!(Exp|Logistic|nd4j\\.(Native(Doubles|Floats)|StateBatch))$).*|org\\.nd4j\\.linalg\\.api\\.buffer\\.DataBuffer")
                .check(MODELS);
    }

    @Test
    void models_showNo_machinery() {
        Signatures.nameApiAlone(Set.of(
                        "dev.lbp.models",
                        "dev.lbp.models.factor",
                        "dev.lbp.models.sequences",
                        "dev.lbp.models.training"))
                .check(MODELS);
    }

    @Test
    void models_dependOn_noOtherLibraries() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("dev.lbp..", "java..", "org.nd4j..", "org.apache.commons.rng..", "org.jspecify..")
                .check(MODELS);
    }

    @Test
    void models_useNo_otherRandomNumbersAndPrintNothing() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .haveNameMatching("java\\.util\\.(Random|SplittableRandom)|org\\.nd4j\\.linalg\\.api\\.rng\\..*")
                .check(MODELS);
        NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(MODELS);
    }
}
