package dev.lbp;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;

/** Which package of lbp-core may know which, and what none of them may touch. */
class ArchitectureTest extends Architecture {

    private static final JavaClasses CORE = imported("dev.lbp");

    private static final Path PAGE = Path.of("../docs/architecture.md");

    /** The packages, each above those that it may know: a package knows packages of rows above its own alone. */
    static final List<Set<String>> LAYERS = List.of(
            Set.of("dev.lbp.internal"),
            Set.of("dev.lbp.internal.bytes", "dev.lbp.internal.files"),
            Set.of(
                    "dev.lbp.internal.kernel",
                    "dev.lbp.internal.html",
                    "dev.lbp.diagnostics",
                    "dev.lbp.runtime.tempering"),
            Set.of(
                    "dev.lbp.internal.kernel.vector",
                    "dev.lbp.internal.kernel.nd4j",
                    "dev.lbp.result",
                    "dev.lbp.theory"),
            Set.of(
                    "dev.lbp.io",
                    "dev.lbp.target",
                    "dev.lbp.proposal",
                    "dev.lbp.runtime.reweighting",
                    "dev.lbp.internal.training"),
            Set.of("dev.lbp.continuous"),
            Set.of("dev.lbp.runtime.model", "dev.lbp.runtime.report", "dev.lbp.runtime.space"),
            Set.of("dev.lbp.check", "dev.lbp.runtime.engine.start", "dev.lbp.runtime.engine.step"),
            Set.of("dev.lbp.runtime.engine.chain"),
            Set.of(
                    "dev.lbp.runtime.engine.metropolis",
                    "dev.lbp.runtime.engine.tempered",
                    "dev.lbp.runtime.engine.words",
                    "dev.lbp.runtime.record"),
            Set.of(
                    "dev.lbp.runtime.engine.ball",
                    "dev.lbp.runtime.engine.cluster",
                    "dev.lbp.runtime.engine.path",
                    "dev.lbp.runtime.engine.reals",
                    "dev.lbp.runtime.engine.sweep"),
            Set.of("dev.lbp.runtime.engine"),
            Set.of("dev.lbp.runtime.run"),
            Set.of("dev.lbp"));

    /** What users call, hand in, choose, get and test with. */
    private static final Set<String> API = Set.of(
            "dev.lbp",
            "dev.lbp.target",
            "dev.lbp.continuous",
            "dev.lbp.proposal",
            "dev.lbp.result",
            "dev.lbp.check",
            "dev.lbp.diagnostics",
            "dev.lbp.theory",
            "dev.lbp.io");

    /**
     * The boundary to ND4J: what a user's model is given, and what converts to and from it; and the kernels made of it.
     */
    private static final Set<String> ND4J_BOUNDARY = Set.of(
            "dev.lbp.target.EnergyModel",
            "dev.lbp.target.CategoricalEnergyModel",
            "dev.lbp.target.CellScores",
            "dev.lbp.target.ConstrainedCells",
            "dev.lbp.target.Experts",
            "dev.lbp.target.LogitTable",
            "dev.lbp.target.TrackedCategories",
            "dev.lbp.continuous.DensityModel",
            "dev.lbp.continuous.PlainDensity",
            "dev.lbp.target.LocalEnergyModel",
            "dev.lbp.target.LayeredModel",
            "dev.lbp.target.Tempered",
            "dev.lbp.internal.Answers",
            "dev.lbp.internal.States",
            "dev.lbp.runtime.model.AnnealedModel",
            "dev.lbp.runtime.model.BatchBlock",
            "dev.lbp.runtime.model.BatchModel",
            "dev.lbp.runtime.model.BatchRows",
            "dev.lbp.runtime.model.DoubleRows",
            "dev.lbp.runtime.model.FloatRows",
            "dev.lbp.runtime.model.CategoricalPath",
            "dev.lbp.runtime.model.DensityPath",
            "dev.lbp.runtime.model.DensityRows",
            "dev.lbp.runtime.model.OneHot",
            "dev.lbp.check.ArrayScores",
            "dev.lbp.check.CategoricalCheck",
            "dev.lbp.check.DensityCheck",
            "dev.lbp.ChainBatch");

    ArchitectureTest() {
        super(CORE, LAYERS);
    }

    private static DescribedPredicate<JavaClass> atTheNd4jBoundary() {
        return DescribedPredicate.describe(
                "at the boundary to ND4J",
                type -> type.getPackageName().equals("dev.lbp.internal.kernel.nd4j")
                        || ND4J_BOUNDARY.contains(Cycles.outermost(type).getFullName()));
    }

    @Test
    void layers_areThose_ofThePageOfTheArchitecture() throws IOException {
        String page = Files.readString(PAGE);
        Matcher row = Pattern.compile("^\\| (\\d+) \\| (`[^|]+) \\| .+ \\|$", Pattern.MULTILINE)
                .matcher(page);
        List<Set<String>> layers = new ArrayList<>();
        while (row.find()) {
            layers.add(
                    0,
                    Arrays.stream(row.group(2).replace("`", "").split(", "))
                            .map(name -> name.equals("dev.lbp") ? name : "dev.lbp." + name)
                            .collect(Collectors.toSet()));
            assertThat(row.group(1)).isEqualTo(String.valueOf(LAYERS.size() + 1 - layers.size()));
        }
        assertThat(layers).isEqualTo(LAYERS);
    }

    @Test
    void largestCycle_hasTheSize_thatThePageOfTheArchitectureTells() throws IOException {
        String page = Files.readString(PAGE);
        int largest =
                Cycles.ofOutermost(CORE).stream().mapToInt(List::size).max().orElse(0);
        assertThat(page).contains("the largest cycle of classes is " + largest + " (");
    }

    @Test
    void api_showsNo_machinery() {
        Signatures.nameApiAlone(API).check(CORE);
    }

    /** In the pom a * stands for one name: a pattern for each depth of packages. */
    @Test
    void javadoc_leavesOut_allButTheApi() throws IOException {
        Matcher excluded = Pattern.compile("<javadoc.machinery>([^<]+)</javadoc.machinery>")
                .matcher(Files.readString(Path.of("../pom.xml")));
        assertThat(excluded.find()).isTrue();
        Pattern patterns = Pattern.compile(
                excluded.group(1).replace(".", "\\.").replace("*", "[^.]+").replace(':', '|'));
        assertThat(CORE.stream()
                        .map(JavaClass::getPackageName)
                        .filter(name -> !patterns.matcher(name).matches())
                        .collect(Collectors.toSet()))
                .isEqualTo(API);
    }

    @Test
    void kernel_usesNo_nd4j() {
        noClasses()
                .that()
                .resideInAPackage("dev.lbp.internal.kernel")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.nd4j..")
                .check(CORE);
    }

    @Test
    void filesAndPages_use_theJdkAlone() {
        classes()
                .that()
                .resideInAnyPackage("dev.lbp.io", "dev.lbp.internal.html")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("dev.lbp..", "java..", "org.jspecify..")
                .check(CORE);
    }

    @Test
    void core_knows_nothingAboveIt() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.lbp.models..", "dev.lbp.nn..", "dev.lbp.cli..", "dev.lbp.experiments..", "dev.lbp.bench..")
                .check(CORE);
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

    /**
     * A buffer does not keep the memory of its array; two of these classes keep the array, and NativeMemory reads no
     * element.
     */
    @Test
    void nativeMemory_isKnown_toThreeClassesAlone() {
        noClasses()
                .that()
                .haveNameNotMatching("dev\\.lbp\\.internal\\.kernel\\.nd4j\\.Native(Doubles|Floats|Memory)")
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

    /** Without a binding slf4j prints three lines at its first logger: QuietRunTest sees that a run makes none. */
    @Test
    void core_keepsNoLogger() {
        noFields().should().haveRawType(Logger.class).check(CORE);
    }
}
