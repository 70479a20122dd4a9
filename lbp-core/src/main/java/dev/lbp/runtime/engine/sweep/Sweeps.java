package dev.lbp.runtime.engine.sweep;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/** The updates of single sites that sweeps consist of. */
public enum Sweeps {
    /** Every sweep draws each site from its conditional distribution. */
    GIBBS("Gibbs", SiteRule.HEAT_BATH),
    /**
     * Three sweeps of Metropolis updates, then one of Gibbs. A systematic sweep of Metropolis alone is not ergodic:
     * it flips a site of log-ratio 0 at each visit, so that two such sites that do not touch each other keep the
     * product of their spins.
     */
    METROPOLIS("Metropolis", SiteRule.METROPOLIS, SiteRule.METROPOLIS, SiteRule.METROPOLIS, SiteRule.HEAT_BATH);

    final String title;
    private final SiteRule[] cycle;

    Sweeps(String title, SiteRule... cycle) {
        this.title = title;
        this.cycle = cycle;
    }

    /** The probability of a flip, given its log-ratio, for each sweep of the cycle. */
    List<DoubleUnaryOperator> probabilities() {
        ExpTable table = new ExpTable();
        return Arrays.stream(cycle)
                .<DoubleUnaryOperator>map(rule -> logRatio -> rule.probability(logRatio, table))
                .toList();
    }

    /**
     * The rule of a sweep.
     *
     * @param sweep the number of sweeps before it
     */
    SiteRule rule(long sweep) {
        return cycle[(int) (sweep % cycle.length)];
    }
}
