package dev.lbp.models.factor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.Report;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.ValueRun;
import dev.lbp.result.Estimate;
import dev.lbp.result.SampleResult;
import dev.lbp.result.ValueResult;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.SiteNames;
import dev.lbp.target.Tempered;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs on models that name their sites and values: observations, marginals, verdicts and reports by name. */
class NamedSitesTest {

    private static final List<String> ANSWERS = List.of("no", "yes");

    private static final FactorBits BITS = FactorModel.bits(2)
            .names("smoker", "cough")
            .valueNames(List.of(ANSWERS, ANSWERS))
            .term(x -> x[0] == x[1] ? 1.0 : 0.0, 0, 1)
            .build();

    private static final FactorCategories SKY = FactorModel.values(2, 3)
            .names("season", "sky")
            .valueNames(List.of(List.of("winter", "summer"), List.of("clear", "grey", "snow")))
            .term(x -> x[0] == 1 && x[1] == 2 ? Double.NEGATIVE_INFINITY : 0.0, 0, 1)
            .build();

    private static SamplingRun bits() {
        return Samplers.gibbs().build().sample(BITS).draws(500).warmup(50);
    }

    private static ValueRun sky() {
        return Samplers.gibbs().build().sample(SKY).draws(500).warmup(50);
    }

    @Test
    void observe_bitsByName_isTheRunByNumber() {
        SampleResult named = bits().observe("smoker", "yes").run();
        SampleResult numbered = bits().observe(0, 1).run();
        assertThat(named.traces().get("logProb"))
                .isDeepEqualTo(numbered.traces().get("logProb"));
        double one = numbered.marginals()[1];
        assertThat(named.marginal("cough")).containsExactly(1.0 - one, one);
        assertThat(named.marginal("smoker")).containsExactly(0.0, 1.0);
        assertThat(named.marginal("cough", "no")).isEqualTo(new Estimate(1.0 - one, numbered.marginalErrors()[1]));
    }

    @Test
    void observe_categoriesByName_isTheRunByNumber() {
        ValueResult named = sky().observe("sky", "grey").run();
        ValueResult numbered = sky().observe(1, 1).run();
        assertThat(named.traces().get("logProb"))
                .isDeepEqualTo(numbered.traces().get("logProb"));
        assertThat(named.marginal("season"))
                .as("of the two values that it has, not of three")
                .containsExactly(numbered.valueMarginals()[0][0], numbered.valueMarginals()[0][1]);
        assertThat(named.marginal("season", "summer"))
                .isEqualTo(new Estimate(numbered.valueMarginals()[0][1], numbered.valueMarginalErrors()[0][1]));
    }

    /** The sky has three values in winter and two in summer. 2,000 draws, deviations of 0.1 are 8 standard errors. */
    @Test
    void marginal_ofCategories_isThatOfTheModel() {
        assertThat(sky().run().marginal("season", "winter").value()).isCloseTo(0.6, within(0.1));
    }

    @Test
    void names_thatAreNone_areRefusedWithNearOnes() {
        assertThatThrownBy(() -> bits().observe("couhg", "yes"))
                .hasMessage("must be a site (of 2, nearest: cough, smoker): couhg");
        assertThatThrownBy(() -> sky().observe("season", "snow"))
                .hasMessage("must be a value of site season (of 2, nearest: winter, summer): snow");
        assertThatThrownBy(() -> sky().run().marginal("sky", "green"))
                .hasMessageStartingWith("must be a value of site sky (of 3, nearest: grey");
    }

    @Test
    void names_ofAModelWithout_areNumbers() {
        SamplingRun run = Samplers.gibbs()
                .build()
                .sample(FactorModel.bits(2).build())
                .draws(20)
                .warmup(5);
        assertThat(run.observe("1", "0").run().marginal("1")).containsExactly(1.0, 0.0);
    }

    /** Gibbs does not cross from 00 to 11, and the chains of this seed start on both sides. */
    @Test
    void summaryVerdictAndReport_ofANamedModel_sayNames(@TempDir Path directory) throws Exception {
        FactorBits stuck = FactorModel.bits(2)
                .names("smoker", "cough")
                .valueNames(List.of(ANSWERS, ANSWERS))
                .table(new int[] {0, 1}, new double[] {0.0, -60.0, -60.0, 0.0})
                .build();
        SampleResult result = Samplers.gibbs()
                .inOrder()
                .build()
                .sample(Tempered.of(stuck, 1.0))
                .draws(200)
                .warmup(10)
                .run();
        String sentence = "smoker: P(x = yes) from 0.000 to 1.000, F = infinity.";
        assertThat(result.verdict()).contains(sentence);
        assertThat(result.summary()).contains(sentence).doesNotContain("Site 0");
        Path page = directory.resolve("page.html");
        result.report(page);
        assertThat(Files.readString(page)).contains(sentence, "cough=yes").doesNotContain("site 0");
        Report.of(result).write(page);
        assertThat(Files.readString(page)).contains("cough=yes");
        Report.of(result).names(List.of("S", "C")).write(page);
        assertThat(Files.readString(page)).contains("S: P(x = 1)").doesNotContain("smoker");
    }

    /** A model with names of its own making. */
    private record Misnamed(SiteNames siteNames) implements LocalEnergyModel {

        @Override
        public int dimension() {
            return 2;
        }

        @Override
        public Tracker newTracker() {
            return BITS.newTracker();
        }
    }

    @Test
    void names_ofAnotherNumberOfSites_endTheRun() {
        LocalEnergyModel model = new Misnamed(new SiteNames(List.of("a"), List.of()));
        assertThatThrownBy(() -> Samplers.gibbs().build().sample(model).run())
                .hasMessage("Misnamed: must name dimension()=2 sites or none: siteNames() names 1");
        LocalEnergyModel values = new Misnamed(new SiteNames(List.of(), Collections.nCopies(3, ANSWERS)));
        assertThatThrownBy(() -> Samplers.gibbs().build().sample(values).run())
                .hasMessageEndingWith("siteNames() names 3");
        assertThatThrownBy(() -> new SiteNames(List.of("a", "a"), List.of()))
                .hasMessage("must have distinct names: sites=[a, a]");
    }
}
