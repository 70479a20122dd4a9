package dev.lbp.experiments.selection;

import dev.lbp.Samplers;
import dev.lbp.cli.data.SyntheticRegressions;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.result.SampleResult;
import dev.lbp.select.VariableSelection;
import dev.lbp.select.prior.Inclusion;
import dev.lbp.target.LocalEnergyModel;
import java.util.stream.IntStream;

/**
 * An instance of {@link Selection}: a linear regression with the g-prior, g = n and 10 expected variables, and a long
 * run.
 */
final class SelectionInstance {

    private static final int EXPECTED_SIZE = 10;

    private static final int CHAINS = 4;

    private static final int BURN_IN = 5_000;

    final LocalEnergyModel model;

    /** The probabilities by the long run. */
    private final double[] probabilities;

    /** The standard errors of {@link #probabilities}. */
    private final double[] errors;

    /** The variables with a probability in (.01, .9999). */
    private final int[] uncertain;

    /** @param draws the number of draws of each of the four chains of the long run */
    SelectionInstance(Lab lab, SelectionCase kind, int number, int draws, double work) {
        this(lab, kind.name() + " " + number, linear(lab, kind, kind.name() + " " + number), draws, work);
    }

    /**
     * Makes the long run of an instance.
     *
     * @param task the name of the instance
     * @param model any model of variable selection
     * @param draws draws of each chain of the long run
     * @param work its estimated seconds
     */
    SelectionInstance(Lab lab, String task, LocalEnergyModel model, int draws, double work) {
        this.model = model;
        SampleResult.Conditionals reference = lab.run(
                        "long run of " + task,
                        work,
                        Samplers.lbp()
                                .scale(1)
                                .swaps(0.25)
                                .build()
                                .sample(model)
                                .chains(CHAINS)
                                .warmup(BURN_IN)
                                .draws(draws)
                                .conditionals()
                                .seed(lab.settings().seed("long run of " + task)))
                .conditionals()
                .orElseThrow();
        this.probabilities = reference.marginals();
        this.errors = reference.errors();
        this.uncertain = IntStream.range(0, probabilities.length)
                .filter(i -> probabilities[i] > 0.01 && probabilities[i] < 0.9999)
                .toArray();
    }

    /** The posterior of a linear regression. */
    private static LocalEnergyModel linear(Lab lab, SelectionCase kind, String task) {
        SyntheticRegressions data =
                kind.data(lab.settings().size(), lab.settings().seed(task));
        return VariableSelection.linear(data.x(), data.y())
                .gPrior()
                .inclusion(Inclusion.expectedSize(EXPECTED_SIZE))
                .allowDuplicates()
                .model();
    }

    /** The number of uncertain variables. */
    int uncertain() {
        return uncertain.length;
    }

    /** The root mean square of the long run's standard errors, over the uncertain variables. */
    double ownError() {
        return Math.sqrt(IntStream.of(uncertain)
                .mapToDouble(i -> errors[i] * errors[i])
                .average()
                .orElse(0.0));
    }

    /** The root mean square difference of estimates from the long run, over the uncertain variables. */
    double rootMeanSquare(double[] estimates) {
        return Math.sqrt(IntStream.of(uncertain)
                .mapToDouble(i -> Math.pow(estimates[i] - probabilities[i], 2))
                .average()
                .orElse(0.0));
    }

    /** The largest difference of estimates from the long run, over all variables. */
    double largest(double[] estimates) {
        return IntStream.range(0, estimates.length)
                .mapToDouble(i -> Math.abs(estimates[i] - probabilities[i]))
                .max()
                .orElse(0.0);
    }
}
