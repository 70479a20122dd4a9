package dev.lbp.cli.problem;

import dev.lbp.Sampler;
import dev.lbp.SamplingRun;
import dev.lbp.cli.terminal.Text;
import dev.lbp.result.SampleResult;
import dev.lbp.result.VisitedState;
import dev.lbp.runtime.report.ReportedRun;
import dev.lbp.target.EnergyModel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A problem of bits. States have an energy E, low for good states, and {@code pi(x)} is proportional to {@code
 * exp(-beta E(x))}.
 */
public interface BitProblem extends Problem<SampleResult> {

    /** The target at an inverse temperature. */
    EnergyModel model(double beta);

    /** The energy of a state, computed from the input, followed by further measures of the state. */
    List<Measure> measures(byte[] state);

    /** The name of the values of sites in files. */
    default String valueName() {
        return "bit";
    }

    /** The number of the first site in the input and in the file of the best state. */
    default int firstSite() {
        return 1;
    }

    /** What files write for a site with this bit: -1 or 1 for spins, and else the bit itself. */
    default int value(byte bit) {
        return bit;
    }

    @Override
    default SamplingRun run(Sampler sampler, double beta, @Nullable Integer ones) {
        SamplingRun run = sampler.sample(model(beta));
        return ones == null ? run : run.ones(ones);
    }

    @Override
    default Class<SampleResult> resultType() {
        return SampleResult.class;
    }

    @Override
    default List<Measure> best(SampleResult result) {
        return measures(result.best().state());
    }

    @Override
    default double measure(double logProb, double beta) {
        return -logProb / beta;
    }

    @Override
    default String bestState(SampleResult result) {
        StringBuilder text =
                new StringBuilder("# sites are numbered from " + firstSite() + ", as in an instance file\n");
        text.append("# site ").append(valueName()).append('\n');
        byte[] state = result.best().state();
        for (int i = 0; i < state.length; i++) {
            text.append(i + firstSite()).append(' ').append(value(state[i])).append('\n');
        }
        return text.toString();
    }

    /** {@inheritDoc} The values of a state are in the order of the sites, separated by blanks. */
    @Override
    default String bestStates(SampleResult result) {
        List<VisitedState> states = result instanceof ReportedRun run ? run.keptBest() : List.of();
        if (states.isEmpty()) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        measures(states.get(0).state())
                .forEach(measure -> text.append(measure.name()).append(','));
        text.append("log_probability,visits,").append(valueName()).append("s\n");
        for (VisitedState best : states) {
            measures(best.state())
                    .forEach(
                            measure -> text.append(Text.number(measure.value())).append(','));
            text.append(best.logProb()).append(',').append(best.visits()).append(',');
            for (int i = 0; i < best.state().length; i++) {
                text.append(i == 0 ? "" : " ").append(value(best.state()[i]));
            }
            text.append('\n');
        }
        return text.toString();
    }

    /** {@inheritDoc} If a run is too short for errors, they are NaN, which NumPy and pandas read. */
    @Override
    default String marginals(SampleResult result) {
        double[] marginals = result.marginals();
        if (!Double.isFinite(marginals[0])) { // the run has no marginals
            return "";
        }
        double[] errors = result.marginalErrors();
        StringBuilder text = new StringBuilder("site,probability,standard_error\n");
        for (int i = 0; i < marginals.length; i++) {
            text.append(i).append(Text.format(",%.6f,%.6f\n", marginals[i], errors[i]));
        }
        return text.toString();
    }
}
