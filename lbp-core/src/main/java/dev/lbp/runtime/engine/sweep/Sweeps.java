package dev.lbp.runtime.engine.sweep;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/** The rules of sweeps: a cycle of rules for the updates of single sites. */
public enum Sweeps {
    /** Each update draws the site from its conditional distribution. */
    GIBBS("Gibbs", SiteRule.HEAT_BATH),
    /**
     * Three sweeps of Metropolis updates, then one of Gibbs. Systematic Metropolis sweeps alone are not ergodic: each
     * visit flips a site of log-ratio 0, so two such sites that do not touch each other keep the product of their
     * spins.
     */
    METROPOLIS("Metropolis", SiteRule.METROPOLIS, SiteRule.METROPOLIS, SiteRule.METROPOLIS, SiteRule.HEAT_BATH);

    final String title;
    private final SiteRule[] cycle;

    Sweeps(String title, SiteRule... cycle) {
        this.title = title;
        this.cycle = cycle;
    }

    /** For each sweep of the cycle, the probability of a flip as a function of its log-ratio. */
    List<DoubleUnaryOperator> probabilities() {
        ExpTable table = new ExpTable();
        return Arrays.stream(cycle)
                .<DoubleUnaryOperator>map(rule -> logRatio -> rule.probability(logRatio, table))
                .toList();
    }

    /**
     * The rule of a sweep.
     *
     * @param sweep the number of sweeps so far
     */
    SiteRule rule(long sweep) {
        return cycle[(int) (sweep % cycle.length)];
    }
}
