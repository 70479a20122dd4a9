package dev.lbp.cli.problem;

import dev.lbp.Sampler;
import dev.lbp.ValueRun;
import dev.lbp.cli.terminal.Text;
import dev.lbp.result.ValueResult;
import dev.lbp.target.MoveModel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A problem on a target with its own moves. States have a weight, large for good states, and {@code pi(x)} is
 * proportional to {@code exp(beta weight(x))}.
 */
public interface ValueProblem extends Problem<ValueResult> {

    /** The largest number of marginals that are counted. More would take over 50 MB per chain. */
    double MOST_MARGINALS = 1e6;

    /** The target at an inverse temperature. */
    MoveModel model(double beta);

    /** The weight of a state, computed from the input, followed by further measures of the state. */
    List<Measure> measures(int[] state);

    /**
     * The content of the file of the best state: comment lines that name the columns, then a line for each site, except
     * for sites whose value says nothing, such as those of a matching without a link.
     */
    String text(int[] state);

    @Override
    default String bestState(ValueResult result) {
        return text(result.best().values());
    }

    /** {@inheritDoc} {@code ones} is null: only problems of bits have ones. */
    @Override
    default ValueRun run(Sampler sampler, double beta, @Nullable Integer ones) {
        MoveModel model = model(beta);
        return sampler.sample(model).marginals(hasMarginals());
    }

    /** The number N C of marginal probabilities, one for each of N sites and C values. */
    double cells();

    /** Whether marginals are counted: not if there are more than {@link #MOST_MARGINALS}. */
    default boolean hasMarginals() {
        return cells() <= MOST_MARGINALS;
    }

    @Override
    default Class<ValueResult> resultType() {
        return ValueResult.class;
    }

    @Override
    default List<Measure> best(ValueResult result) {
        return measures(result.best().values());
    }

    @Override
    default double measure(double logProb, double beta) {
        return logProb / beta;
    }

    @Override
    default String term() {
        return "exp(beta weight)";
    }

    /** {@inheritDoc} Values that did not occur are left out. */
    @Override
    default String marginals(ValueResult result) {
        if (!hasMarginals() || result.draws() == 0) {
            return "";
        }
        double[][] marginals = result.valueMarginals();
        double[][] errors = result.valueMarginalErrors();
        StringBuilder text = new StringBuilder("site,value,probability,standard_error\n");
        for (int i = 0; i < marginals.length; i++) {
            for (int c = 0; c < marginals[i].length; c++) {
                if (marginals[i][c] > 0.0) {
                    text.append(Text.format("%d,%d,%.6f,%.6f\n", i, c, marginals[i][c], errors[i][c]));
                }
            }
        }
        return text.toString();
    }

    @Override
    default String note() {
        return hasMarginals() ? "" : "note: more than 1,000,000 marginals are not counted.\n";
    }
}
