package dev.lbp;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.lbp.result.SampleResult;
import dev.lbp.target.EnergyModels;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;

/** A run that has nothing to log prints nothing: without a binding slf4j prints three lines at its first logger. */
class QuietRunTest {

    /** The first program of a user. */
    public static void main(String[] args) {
        SampleResult result = Samplers.auto()
                .sample(EnergyModels.of(5, (byte[] x) -> -x[0]))
                .draws(1_000)
                .run();
        System.out.println(result.mixed());
    }

    @Test
    void run_ofAFunction_neverAsksForALogger() throws IOException, InterruptedException {
        assertThat(OtherJava.run(QuietRunTest.class, "-Xlog:class+load"))
                .contains("dev.lbp.runtime.run.FinishedBits ")
                .doesNotContain("org.slf4j.LoggerFactory ");
        assertThat(OtherJava.run(QuietRunTest.class).strip()).isEqualTo("true");
    }

    @Test
    void core_keepsNoLogger() {
        JavaClasses core = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("dev.lbp");
        noFields().should().haveRawType(Logger.class).check(core);
    }
}
