package dev.lbp.solve;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.lbp.Architecture;
import dev.lbp.Signatures;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the search for the best state may know. */
class ArchitectureTest extends Architecture {

    private static final JavaClasses SOLVE = imported("dev.lbp.solve", "dev.lbp.internal.solve");

    ArchitectureTest() {
        super(
                SOLVE,
                List.of(
                        Set.of("dev.lbp.internal.solve"),
                        Set.of(
                                "dev.lbp.internal.solve.pairs",
                                "dev.lbp.internal.solve.sets",
                                "dev.lbp.internal.solve.walk"),
                        Set.of("dev.lbp.solve")));
    }

    @Test
    void solve_showsNo_machinery() {
        Signatures.nameApiAlone(Set.of("dev.lbp.solve")).check(SOLVE);
    }

    @Test
    void solve_dependsOn_modelsAndTheApiOfCore() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.lbp",
                        "dev.lbp.internal",
                        "dev.lbp.internal.bytes",
                        "dev.lbp.internal.files",
                        "dev.lbp.internal.html",
                        "dev.lbp.internal.solve..",
                        "dev.lbp.models",
                        "dev.lbp.proposal",
                        "dev.lbp.result",
                        "dev.lbp.runtime.model",
                        "dev.lbp.solve",
                        "dev.lbp.target",
                        "java..",
                        "org.apache.commons.rng..",
                        "org.jspecify..",
                        "org.nd4j..")
                .check(SOLVE);
        NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(SOLVE);
    }
}
