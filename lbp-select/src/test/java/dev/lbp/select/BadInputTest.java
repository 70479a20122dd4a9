package dev.lbp.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.result.RunException;
import dev.lbp.result.SamplingListener;
import dev.lbp.select.data.Table;
import dev.lbp.select.prior.Inclusion;
import dev.lbp.target.LocalEnergyModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@link VariableSelection} refuses, where it is given. */
class BadInputTest {

    private static final Regressions DATA = Regressions.autoregressive(12, 4, 0.5, 1L);

    @TempDir
    private Path directory;

    private static void refused(ThrowingCallable call, String message) {
        assertThatIllegalArgumentException().isThrownBy(call).withMessage(message);
    }

    private static VariableSelection of(double[][] x) {
        return VariableSelection.linear(x, DATA.y());
    }

    private static double[][] copy() {
        return IntStream.range(0, 12).mapToObj(t -> DATA.x()[t].clone()).toArray(double[][]::new);
    }

    @Test
    void arrays_ofWrongShapesOrNumbers() {
        refused(
                () -> VariableSelection.linear(new double[2][1], new double[2]),
                "must be >= 3: n, the number of observations=2");
        refused(
                () -> VariableSelection.linear(new double[3][0], new double[3]),
                "must be >= 1: p, the number of columns of x=0");
        refused(
                () -> VariableSelection.linear(new double[4][1], new double[3]),
                "must have as many entries as x has rows (4): y.length=3");
        refused(
                () -> VariableSelection.poisson(new double[3][1], new double[2]),
                "must have as many entries as x has rows (3): y.length=2");
        refused(
                () -> VariableSelection.linear(new double[][] {{1}, {2}, {3, 4}}, new double[3]),
                "must have length 1: x[2].length=2");
        refused(
                () -> VariableSelection.linear(new double[][] {{1}, {2}, {Double.NaN}}, new double[3]),
                "must be finite: x[2][0]=NaN");
        refused(
                () -> VariableSelection.linear(new double[3][1], new double[] {1, 2, Double.POSITIVE_INFINITY}),
                "must be finite: y[2]=Infinity");
    }

    /** A column has one part in a regression, and a name one column. */
    @Test
    void columns_inTwoRoles_orOfOneName() throws IOException {
        double[][] rows = IntStream.range(0, 12)
                .mapToObj(t -> new double[] {DATA.x()[t][0], DATA.x()[t][1], 1 + t % 3, 1 + t % 4, t % 5})
                .toArray(double[][]::new);
        Table table = Table.of(new String[] {"a", "b", "w", "v", "n"}, rows);
        refused(
                () -> VariableSelection.poisson(table, "n").always("w").weights("w"),
                "must be another column than those that are always in: column=w");
        refused(
                () -> VariableSelection.poisson(table, "n").always("w").offset("w"),
                "must be another column than those that are always in: column=w");
        refused(
                () -> VariableSelection.poisson(table, "n").weights("w").always("w"),
                "must be a variable, of a, b, v: always=w");
        refused(() -> VariableSelection.poisson(table, "n").weights("w").weights("v"), "must be given once: weights=v");
        assertThatIllegalStateException()
                .isThrownBy(() -> VariableSelection.poisson(table, "n")
                        .formula("a + log(w)")
                        .weights("w"))
                .withMessage("must be set before the formula, which may use the column: w");
        Path file = directory.resolve("t.csv");
        Files.writeString(file, "f,f=mid,y\nlow,1,2\nmid,3,1\nlow,2,4\nmid,0,0\nlow,5,1\n");
        VariableSelection selection = VariableSelection.linear(Table.csv(file, "f"), "y");
        refused(
                selection::run,
                "must have distinct names, also of the levels of factors: two columns are called f=mid");
    }

    @Test
    void tables_withoutResponseOrCandidates() {
        Table table = Table.of(new String[] {"a"}, new double[][] {{1}, {2}, {4}});
        refused(
                () -> VariableSelection.linear(table, "y"),
                "must be a column of the table (of 1, nearest: a): column=y");
        refused(() -> VariableSelection.linear(table, "a"), "must have a column beside the response: a");
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> VariableSelection.linear(
                                Table.of(new String[] {"a", "b"}, new double[][] {{1, 2}, {2, 3}, {4, 5}}), "a")
                        .names("c"))
                .withMessageContaining("must be of arrays");
    }

    @Test
    void listenerOfAnEnumeration_thatThrows_isNamed() {
        double[] counts = IntStream.range(0, 12).mapToDouble(i -> i % 3).toArray();
        IllegalStateException thrown = new IllegalStateException("enough");
        SamplingListener listener = new SamplingListener() {
            @Override
            public void drawsProgress(long steps, long total) {
                throw thrown;
            }
        };
        for (ThrowingCallable run : List.<ThrowingCallable>of(
                () -> of(DATA.x()).listener(listener).run(),
                () -> VariableSelection.poisson(DATA.x(), counts)
                        .listener(listener)
                        .run())) {
            assertThatExceptionOfType(RunException.class)
                    .isThrownBy(run)
                    .withMessage("the listener failed in drawsProgress: enough")
                    .withCause(thrown);
        }
    }

    @Test
    void columns_thatAreConstantOrTheSame() {
        double[][] constant = copy();
        for (double[] row : constant) {
            row[2] = 0.1;
        }
        refused(() -> of(constant).model(), "must not be constant: column x3");
        refused(() -> VariableSelection.linear(DATA.x(), new double[12]).model(), "must not be constant: the response");
        double[][] same = copy();
        for (double[] row : same) {
            row[3] = 5 - 0.1 * row[1];
        }
        refused(
                () -> of(same).names("a", "b", "c", "d").model(),
                "must differ by more than scale and shift: columns b and d; leave out one of them, or call"
                        + " allowDuplicates()");
        assertThat(of(same).allowDuplicates().model().dimension()).isEqualTo(4);
    }

    @Test
    void variablesThatAreAlwaysIn() {
        refused(() -> of(copy()).always("z"), "must be a variable, of x1, x2, x3, x4: always=z");
        refused(() -> of(copy()).always("x1", "x2", "x3", "x4"), "must leave a candidate: always=x1,x2,x3,x4");
        double[][] collinear = copy();
        for (double[] row : collinear) {
            row[2] = row[0] - row[1] + 1;
        }
        refused(
                () -> of(collinear).always("x1", "x2", "x3").model(),
                "must not be constant nor a combination of the variables before it: always-in variable x3");
        refused(
                () -> of(collinear).always("x1", "x2").model(),
                "must not be constant, nor explained by the variables that are always in: column x3");
        double[][] few = {{1, 2, 4}, {2, 1, 3}, {3, 5, 1}, {4, 4, 4}};
        refused(
                () -> VariableSelection.linear(few, new double[] {1, 2, 4, 3})
                        .always("x1", "x2")
                        .model(),
                "must be >= 2: observations less the constant and the columns that are always in, x1, x2=1");
    }

    @Test
    void settings_outOfRange() {
        refused(() -> of(copy()).gPrior(0), "must be finite and > 0: g=0.0");
        refused(() -> of(copy()).gPrior(Double.NaN), "must be finite and > 0: g=NaN");
        refused(() -> of(copy()).ridge(-1), "must be finite and > 0: tau2=-1.0");
        refused(() -> of(copy()).noiseVariance(0), "must be finite and > 0: sigma2=0.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of(copy()).noiseVariance(1e-300).model())
                .withMessageStartingWith("must be at least ")
                .withMessageEndingWith(", the square of the rounding errors of the response's values: sigma2=1.0E-300");
        refused(() -> of(copy()).maxSize(0), "must be >= 1: maxSize=0");
        refused(() -> of(copy()).names("a"), "must have length 4: names.length=1");
        refused(() -> of(copy()).names("a", "b", "c", "a"), "must be distinct: names=[a, b, c, a]");
        refused(() -> Inclusion.bernoulli(1), "must be in (0, 1): h=1.0");
        refused(() -> Inclusion.betaBinomial(0, 1), "must be finite and > 0: a=0.0");
        refused(() -> Inclusion.expectedSize(0), "must be finite and > 0: m=0.0");
        refused(
                () -> of(copy()).inclusion(Inclusion.expectedSize(4)).model(),
                "must be < p=4, the number of variables: m=4.0");
        refused(() -> of(copy()).hyperG(2), "must be in (2, 4]: a=2.0");
        refused(() -> of(copy()).hyperGn(4.1), "must be in (2, 4]: a=4.1");
        refused(
                () -> of(copy()).hyperG().noiseVariance(1).model(),
                "must be gPrior, ridge or bic with noiseVariance or in an approximate regression, not hyper-g");
        refused(
                () -> of(copy())
                        .evidence((k, rss, logDet) -> 0)
                        .noiseVariance(1)
                        .model(),
                "must be gPrior, ridge or bic with noiseVariance or in an approximate regression, not evidence of the caller");
    }

    /** Of the caller. Chains refuse the same at each step. */
    @Test
    void evidence_thatIsNotFinite_isRefusedByEnumeration() {
        assertThatIllegalStateException()
                .isThrownBy(() -> of(copy())
                        .evidence((k, rss, logDet) -> k == 0 ? Double.NaN : -rss)
                        .run())
                .withMessage("must not be NaN or +Infinity: log-evidence of 0 columns with rss 1.0=NaN");
        assertThatIllegalStateException()
                .isThrownBy(() -> of(copy())
                        .evidence((k, rss, logDet) -> k == 2 ? Double.POSITIVE_INFINITY : -rss)
                        .run())
                .withMessageContaining("must not be NaN or +Infinity: log-evidence of 2 columns");
        assertThatIllegalStateException()
                .isThrownBy(() -> of(copy())
                        .evidence((k, rss, logDet) -> Double.NEGATIVE_INFINITY)
                        .run())
                .withMessage("must be finite for a model: the log-evidence, which is -Infinity for all");
    }

    /** A prior of 0 or all variables, half each. */
    @Test
    void betaBinomial_withParametersNearZero() {
        for (double near : new double[] {1e-20, 1e-300, Double.MIN_VALUE}) {
            Inclusion prior = Inclusion.betaBinomial(near, near);
            assertThat(prior.logPrior(0, 9)).isCloseTo(-Math.log(2.0), within(1e-12));
            assertThat(prior.logPrior(9, 9)).isCloseTo(-Math.log(2.0), within(1e-12));
            // B(1, 8) a / 2
            assertThat(prior.logPrior(1, 9)).isCloseTo(Math.log(near) - Math.log(16.0), within(1e-12));
        }
    }

    /** 400 variables, 12 observations: a model of half the variables has none of the probability. */
    @Test
    void prior_thatLeavesNothing_toPossibleModels() {
        Regressions wide = Regressions.autoregressive(12, 400, 0.5, 2L);
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        wide.selection().inclusion(Inclusion.bernoulli(0.5)).model())
                .withMessageStartingWith(
                        "must leave prior probability to models that the observations can tell apart: inclusion=Bernoulli(0.5) gives ")
                .withMessageContaining("E-")
                .withMessageEndingWith(" to models of at most 10 of p=400 variables; use Inclusion.expectedSize(10) or"
                        + " betaBinomial(1, 1), or call maxSize");
        assertThat(wide.selection()
                        .inclusion(Inclusion.bernoulli(0.5))
                        .maxSize(5)
                        .model()
                        .dimension())
                .isEqualTo(400);
        assertThat(wide.selection()
                        .inclusion(Inclusion.bernoulli(0.5))
                        .ridge(1)
                        .model()
                        .dimension())
                .isEqualTo(400);
    }

    @Test
    void perfectFit_ofInfiniteEvidence() {
        double[][] x = copy();
        double[] y = new double[12];
        for (int t = 0; t < 12; t++) {
            y[t] = 1 + x[t][0] - 2 * x[t][3];
        }
        LocalEnergyModel model = VariableSelection.linear(x, y).bic().model();
        LocalEnergyModel.Tracker tracker = model.newTracker();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tracker.reset(new byte[] {1, 0, 0, 1}))
                .withMessageStartingWith("must not fit the response exactly");
        tracker.reset(new byte[] {1, 0, 0, 0});
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tracker.logRatios(new int[] {0, 1, 2, 3}, 4, new double[4]));
        for (int most : new int[] {0, 20}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> VariableSelection.linear(x, y)
                            .bic()
                            .enumerateUpTo(most)
                            .run())
                    .withMessageStartingWith("must not fit the response exactly");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VariableSelection.linear(x, y).zellnerSiow().run())
                .withMessageStartingWith("must not fit the response exactly");
        LocalEnergyModel.Tracker finite =
                VariableSelection.linear(x, y).gPrior().model().newTracker();
        finite.reset(new byte[] {1, 0, 0, 1});
        assertThat(finite.logProb()).isFinite();
    }
}
