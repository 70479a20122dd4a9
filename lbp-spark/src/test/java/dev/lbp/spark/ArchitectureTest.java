package dev.lbp.spark;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.lbp.Architecture;
import dev.lbp.Signatures;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What runs on Spark may know. */
class ArchitectureTest extends Architecture {

    private static final JavaClasses RUNS = imported("dev.lbp.spark");

    ArchitectureTest() {
        super(RUNS, List.of(Set.of("dev.lbp.spark")));
    }

    /** Beside the API it shares argument checks. */
    @Test
    void spark_dependsOn_thePublicTypesOfCore() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.lbp.runtime..",
                        "dev.lbp.internal.kernel..",
                        "dev.lbp.models..",
                        "dev.lbp.nn..",
                        "dev.lbp.learn..",
                        "dev.lbp.select..",
                        "dev.lbp.cli..",
                        "dev.lbp.experiments..",
                        "dev.lbp.bench..")
                .check(RUNS);
    }

    @Test
    void spark_showsNo_machinery() {
        Signatures.nameApiAlone(Set.of("dev.lbp.spark")).check(RUNS);
    }

    @Test
    void spark_dependsOn_noOtherLibraries() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.lbp..",
                        "java..",
                        "org.apache.hadoop.conf..",
                        "org.apache.hadoop.fs..",
                        "org.apache.spark..",
                        "org.jspecify..",
                        "org.slf4j..",
                        "scala..")
                .check(RUNS);
        NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(RUNS);
    }
}
