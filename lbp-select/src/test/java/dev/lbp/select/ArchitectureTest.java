package dev.lbp.select;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.lbp.Architecture;
import dev.lbp.Signatures;
import dev.lbp.internal.kernel.Exp;
import dev.lbp.internal.kernel.InnerProducts;
import dev.lbp.internal.kernel.ProductKernel;
import dev.lbp.internal.kernel.ProductKernels;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What variable selection may know. */
class ArchitectureTest extends Architecture {

    private static final JavaClasses SELECTION = imported("dev.lbp.select", "dev.lbp.internal.select");

    ArchitectureTest() {
        super(
                SELECTION,
                List.of(
                        Set.of("dev.lbp.select.data", "dev.lbp.select.prior"),
                        Set.of("dev.lbp.internal.select.data"),
                        Set.of("dev.lbp.internal.select.formula", "dev.lbp.internal.select.prior"),
                        Set.of("dev.lbp.internal.select.average"),
                        Set.of("dev.lbp.internal.select.likelihood", "dev.lbp.internal.select.linear"),
                        Set.of("dev.lbp.internal.select.glm"),
                        Set.of("dev.lbp.select")));
    }

    /**
     * Beside the API it shares argument checks, files replaced as a whole, the pages of reports, and the exponential
     * and the products whose bits are the same everywhere.
     */
    @Test
    void selection_dependsOn_thePublicTypesOfCore() {
        noClasses()
                .should()
                .dependOnClassesThat(resideInAnyPackage(
                                "dev.lbp.runtime..",
                                "dev.lbp.internal.kernel..",
                                "dev.lbp.models..",
                                "dev.lbp.nn..",
                                "dev.lbp.cli..",
                                "dev.lbp.experiments..",
                                "dev.lbp.bench..")
                        .and(not(belongToAnyOf(
                                Exp.class, InnerProducts.class, ProductKernel.class, ProductKernels.class))))
                .check(SELECTION);
    }

    @Test
    void selection_showsNo_machinery() {
        Signatures.nameApiAlone(Set.of("dev.lbp.select", "dev.lbp.select.data", "dev.lbp.select.prior"))
                .check(SELECTION);
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
                        "org.apache.commons.math3.analysis.integration.gauss..",
                        "org.apache.commons.math3.analysis.solvers..",
                        "org.apache.commons.math3.special..",
                        "org.apache.commons.rng..",
                        "org.apache.commons.statistics.distribution..",
                        "org.jspecify..")
                .check(SELECTION);
        NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(SELECTION);
    }
}
