package dev.lbp.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.select.data.Table;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Strata and formulas for ties in selections of survival times. */
class CoxStrataTest {

    private static final int N = 60;

    private final double[][] x = new double[N][2];
    private final double[] times = new double[N];
    private final double[] events = new double[N];
    private final int[] hospitals = new int[N];

    /** The hazard of hospital 1 is 50 times that of hospital 0, which has the rows of large x1. */
    CoxStrataTest() {
        Random random = new Random(2L);
        for (int t = 0; t < N; t++) {
            hospitals[t] = t % 2;
            x[t][0] = random.nextGaussian() - 2.0 * hospitals[t];
            x[t][1] = random.nextGaussian();
            double hazard = Math.exp(0.9 * x[t][0]) * (hospitals[t] == 1 ? 50.0 : 1.0);
            times[t] = Math.ceil(-10.0 * Math.log(random.nextDouble()) / hazard);
            events[t] = t % 5 == 0 ? 0.0 : 1.0;
        }
    }

    private VariableSelection cox() {
        return VariableSelection.cox(x, times, events);
    }

    private Table table() {
        double[][] rows = new double[N][];
        Arrays.setAll(rows, t -> new double[] {x[t][0], x[t][1], times[t], events[t], 3.0 - hospitals[t]});
        return Table.of(new String[] {"a", "b", "time", "event", "hospital"}, rows);
    }

    /** Without strata the hospitals hide the effect of x1. */
    @Test
    void strata_areComparedWithin() {
        SelectionResult mixed = cox().run();
        SelectionResult apart = cox().strata(hospitals).run();
        assertThat(apart.inclusion("x1").probability()).isGreaterThan(0.95);
        assertThat(mixed.inclusion("x1").probability()).isLessThan(0.8);
        assertThat(apart.summary()).contains("Cox regression of survival times, 2 strata");
        // one stratum is none, and labels are any numbers
        assertThat(cox().strata(new int[N]).run().inclusion()).isEqualTo(mixed.inclusion());
        int[] other = IntStream.of(hospitals).map(h -> 7 - 9 * h).toArray();
        assertThat(cox().strata(other).run().inclusion("x1").probability())
                .isCloseTo(apart.inclusion("x1").probability(), within(1e-9));
    }

    @Test
    void ties_changeProbabilities_onlyWhereThereAreSome() {
        SelectionResult breslow = cox().run();
        SelectionResult efron = cox().efronTies().run();
        assertThat(efron.inclusion()).isNotEqualTo(breslow.inclusion());
        assertThat(efron.summary()).contains("Cox regression of survival times, ties by Efron's formula");
        Arrays.setAll(times, t -> times[t] + 1e-3 * t);
        assertThat(cox().efronTies().run().inclusion()).isEqualTo(cox().run().inclusion());
    }

    /** A checkpoint of other strata or ties is refused by what the model says of itself. */
    @Test
    void identity_hasTiesAndStrata() {
        assertThat(cox().model().identity())
                .isEqualTo(cox().model().identity())
                .isNotEqualTo(cox().efronTies().model().identity())
                .isNotEqualTo(cox().strata(hospitals).model().identity());
    }

    @Test
    void strata_haveScoresOfFolds_butNoSurvival() {
        assertThat(cox().strata(hospitals).efronTies().crossValidate(4).scores())
                .hasSize(3);
        SelectionResult result = VariableSelection.cox(table(), "time", "event")
                .strata("hospital")
                .run();
        assertThat(result.inclusion())
                .extracting(SelectionResult.Variable::name)
                .containsExactly("a", "b");
        assertThat(result.inclusion("a").probability())
                .isCloseTo(cox().strata(hospitals).run().inclusion("x1").probability(), within(1e-9));
        assertThat(result.predict(table())).hasSize(N);
        assertThatIllegalStateException()
                .isThrownBy(() -> result.survival(table(), 1.0))
                .withMessage("must be without strata to predict survival: each has its own hazard");
        assertThatIllegalStateException()
                .isThrownBy(() -> result.scoredOn(table()))
                .withMessage("must be without strata to score rows that are held out; use crossValidate");
    }

    /** Two columns: each combination of their values is a stratum. */
    @Test
    void combinations_areStrata() {
        double[][] rows = new double[N][];
        Arrays.setAll(rows, t -> new double[] {x[t][0], x[t][1], t % 2, t % 3, times[t], events[t]});
        Table table = Table.of(new String[] {"a", "b", "c", "d", "time", "event"}, rows);
        SelectionResult result =
                VariableSelection.cox(table, "time", "event").strata("c", "d").run();
        int[] six = IntStream.range(0, N).map(t -> t % 6).toArray();
        assertThat(result.inclusion("a").probability())
                .isCloseTo(cox().strata(six).run().inclusion("x1").probability(), within(1e-9));
        assertThat(result.summary()).contains("6 strata");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VariableSelection.cox(table, "time", "event").strata("c", "c"))
                .withMessage("must be a candidate, and leave another one: column=c");
    }

    @Test
    void badStrata_areRefused() {
        for (int t = 0; t < N; t++) {
            x[t][1] = hospitals[t];
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> cox().strata(hospitals).run())
                .withMessage("must vary within a stratum: column x2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> cox().strata(1, 2))
                .withMessageContaining("strata");
        assertThatIllegalStateException()
                .isThrownBy(() -> VariableSelection.poisson(x, times).strata(hospitals))
                .withMessage("must be a regression of survival times to have strata");
        assertThatIllegalStateException()
                .isThrownBy(() -> VariableSelection.linear(x, times).efronTies())
                .withMessage("must be a regression of survival times to have efronTies");
    }
}
