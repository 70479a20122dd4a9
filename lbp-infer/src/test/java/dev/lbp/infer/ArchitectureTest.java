package dev.lbp.infer;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.lbp.Architecture;
import dev.lbp.Signatures;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What inference in factor graphs may know. */
class ArchitectureTest extends Architecture {

    private static final JavaClasses INFER = imported("dev.lbp.infer", "dev.lbp.internal.infer");

    ArchitectureTest() {
        super(
                INFER,
                List.of(
                        Set.of("dev.lbp.internal.infer.table", "dev.lbp.internal.infer.sample"),
                        Set.of("dev.lbp.internal.infer.order"),
                        Set.of("dev.lbp.internal.infer.tree"),
                        Set.of("dev.lbp.infer"),
                        Set.of("dev.lbp.infer.io")));
    }

    @Test
    void infer_showsNo_machinery() {
        Signatures.nameApiAlone(Set.of("dev.lbp.infer", "dev.lbp.infer.io")).check(INFER);
    }

    @Test
    void infer_dependsOn_modelsAndTheApiOfCore() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.lbp",
                        "dev.lbp.diagnostics",
                        "dev.lbp.internal",
                        "dev.lbp.internal.files",
                        "dev.lbp.internal.infer..",
                        "dev.lbp.infer..",
                        "dev.lbp.models.factor",
                        "dev.lbp.result",
                        "dev.lbp.runtime.run", // the head of a checkpoint
                        "java..",
                        "org.apache.commons.rng..",
                        "org.jspecify..")
                .check(INFER);
        NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(INFER);
    }
}
