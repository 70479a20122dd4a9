package dev.lbp.experiments.selection;

import static dev.lbp.cli.terminal.Text.format;

import dev.lbp.cli.data.SyntheticRegressions;
import dev.lbp.experiments.frame.CellPlan;
import dev.lbp.experiments.frame.CellTable;
import dev.lbp.experiments.frame.Experiment;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.frame.Shared;
import dev.lbp.experiments.frame.Stopwatch;
import dev.lbp.experiments.report.Columns;
import dev.lbp.experiments.report.Row;
import dev.lbp.experiments.report.Rows;
import dev.lbp.experiments.report.Rows.Group;
import dev.lbp.select.VariableSelection;
import dev.lbp.select.prior.Inclusion;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Variable selection in logistic regression with 500 rows and 500 columns; neighbouring columns have correlation 0.6.
 * Compares the errors of the informed chains of {@code lbp select} and of blind chains, by add-delete-swap Metropolis,
 * after the same processor time. Both fit models by the same code, with the same cache. Runs have fixed numbers of
 * steps; times are processor times of the process.
 */
public final class LogisticSelection extends Experiment {

    /** The number of rows, and of columns. */
    private static final int N = 500;

    private static final double CORRELATION = 0.6;

    /** The coefficients of the first columns, to be multiplied by the signal. */
    private static final double[] COEFFICIENTS = {2.0, -3.0, 2.0, 2.0, -3.0, 3.0, -2.0, 3.0, -2.0, 3.0};

    private static final int EXPECTED_SIZE = 10;
    private static final double SLAB = 1.0;

    /** Draws of each chain of the long run. */
    private static final int REFERENCE = 20_000;

    /** Estimated seconds of the long run. */
    private static final double REFERENCE_SECONDS = 15.0;

    /** Before its first run, a sampler makes an unmeasured run of 1/5 of the steps, for the just-in-time compiler. */
    private static final int COLD = 5;

    /** The strong signal and the weak one. */
    private static final double[] SIGNALS = {1.0, 0.3};

    /** The number of candidate variables whose models are all enumerated. */
    private static final int ENUMERATED = 15;

    /** A run of about 5 seconds, or of about 50. */
    enum Chain {
        INFORMED(SelectionSampler.LBP_1_SWAPS, 30_000, 5.0),
        BLIND(SelectionSampler.ADD_DELETE_SWAP, 80_000, 5.0),
        BLIND_LONG(SelectionSampler.ADD_DELETE_SWAP, 800_000, 50.0);

        private final SelectionSampler sampler;
        private final int steps;
        private final double seconds;

        Chain(SelectionSampler sampler, int steps, double seconds) {
            this.sampler = sampler;
            this.steps = steps;
            this.seconds = seconds;
        }

        @Override
        public String toString() {
            return sampler.title;
        }
    }

    private static final Columns<Group<Chain>> TABLE = new Columns<Group<Chain>>()
            .add("sampler", Group::value)
            .add("steps", group -> group.median("%,.0f", "steps"))
            .add("us per step", group -> group.median("%.0f", "us_per_step"))
            .add("seconds", group -> group.median("%.1f", "cpu_seconds"))
            .add("acceptance", group -> group.median("%.3f", "acceptance"))
            .add("error, shares", group -> group.spread("counted_rmse"))
            .add(
                    "error, averages",
                    group -> Double.isNaN(group.number("averaged_rmse")) ? "-" : group.spread("averaged_rmse"));

    public LogisticSelection() {
        super("selection-logistic", "Logistic regressions: informed and blind chains by CPU time.");
    }

    static CellTable table(Lab lab) throws IOException {
        return lab.table(
                "selection-logistic",
                "signal repetition chain",
                "uncertain reference_error steps us_per_step acceptance counted_rmse averaged_rmse cpu_seconds"
                        + " seconds");
    }

    static CellTable enumeration(Lab lab) throws IOException {
        return lab.table("selection-logistic-enumeration", "p", "cpu_seconds seconds");
    }

    @Override
    protected List<CellPlan> plans(Lab lab) throws IOException {
        Shared<SelectionInstance> shared = new Shared<>();
        Set<SelectionSampler> warm = EnumSet.noneOf(SelectionSampler.class);
        CellPlan enumeration = CellPlan.of(enumeration(lab), Row.EMPTY.with("p", ENUMERATED))
                .work(key -> REFERENCE_SECONDS)
                .measured(key -> {
                    VariableSelection selection = selection(lab, SIGNALS[0], ENUMERATED);
                    Stopwatch watch = new Stopwatch();
                    selection.threads(1).run();
                    return watch.addTo(key);
                });
        CellPlan chains = CellPlan.of(table(lab), Row.EMPTY)
                .axis("signal", SIGNALS)
                .repeated("repetition", lab.settings().budget().quickOrPaper(1, 5))
                .axis("chain", Chain.values(), Enum::name)
                // a share of the long run, which the cells of a signal have in common
                .work(key -> key.part(Chain.class).seconds + REFERENCE_SECONDS / 3)
                .measured(key -> {
                    Chain chain = key.part(Chain.class);
                    SelectionInstance instance =
                            shared.of("signal " + key.number("signal"), () -> instance(lab, key.number("signal")));
                    if (warm.add(chain.sampler)) {
                        // not part of the expected work
                        chain.sampler.run(lab, instance.model, "warming up " + key, 0.0, chain.steps / COLD);
                    }
                    return Selection.measured(lab, instance, chain.sampler, key, chain.seconds, chain.steps);
                });
        return List.of(enumeration, chains);
    }

    /** The regression of all columns, with its long run. */
    private static SelectionInstance instance(Lab lab, double signal) {
        return new SelectionInstance(
                lab, "signal " + signal, selection(lab, signal, N).model(), REFERENCE, REFERENCE_SECONDS);
    }

    /**
     * Draws data.
     *
     * @param columns the number of columns used, the first of the 500
     */
    private static VariableSelection selection(Lab lab, double signal, int columns) {
        long seed = lab.settings().seed("signal " + signal);
        double[][] x = SyntheticRegressions.autoregressive(N, N, CORRELATION, 1.0, seed)
                .x();
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed + 1);
        double[] y = new double[N];
        for (int t = 0; t < N; t++) {
            double eta = 0.0;
            for (int j = 0; j < COEFFICIENTS.length; j++) {
                eta += signal * COEFFICIENTS[j] * x[t][j];
            }
            y[t] = random.nextDouble() < 1.0 / (1.0 + Math.exp(-eta)) ? 1.0 : 0.0;
            x[t] = Arrays.copyOf(x[t], columns);
        }
        return VariableSelection.logistic(x, y).ridge(SLAB).inclusion(Inclusion.expectedSize(EXPECTED_SIZE));
    }

    @Override
    public String publish(Lab lab) throws IOException {
        Rows rows = lab.rows(table(lab));
        if (rows.isEmpty()) {
            return "";
        }
        StringBuilder text = new StringBuilder("Medians over runs from different starts, with the least and the"
                + " largest; times are processor time of one thread, and a tenth of each run is burn-in. Errors are"
                + " root mean squares over the variables with a probability in (.01, .9999) by a long run: of shares of"
                + " draws, and of averages of conditional probabilities.\n");
        for (double signal : SIGNALS) {
            Rows group = rows.with("signal", signal);
            if (!group.isEmpty()) {
                text.append(format(
                        "%n### Signal %s%n%nUncertain variables: %s; error of the long run: %s.%n%n%s",
                        signal,
                        group.spread("uncertain"),
                        group.spread("reference_error"),
                        TABLE.of(group.by("chain", Chain.values(), Enum::name))));
            }
        }
        Rows enumerated = lab.rows(enumeration(lab));
        if (!enumerated.isEmpty()) {
            text.append(format(
                    "%nAll 2^%d models of the first %d columns, signal %s: %.1f s.%n",
                    ENUMERATED, ENUMERATED, SIGNALS[0], enumerated.number("cpu_seconds")));
        }
        return text.append('\n').append(lab.provenance(rows)).toString();
    }
}
