package dev.lbp.internal.solve.pairs;

import dev.lbp.internal.solve.Search;
import dev.lbp.internal.solve.SearchMonitor;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Anneals a population of replicas. A round improves them by {@link Crossover} and anneals them again from a middle
 * temperature. The search ends after {@value #ROUNDS_WITHOUT_GAIN} successive rounds without a better state.
 */
final class SpinSearch implements Search<byte[]> {

    private static final int ROUNDS_WITHOUT_GAIN = 3;

    private final SpinForm form;
    private final Annealer annealer;
    private final Crossover crossover;
    private final Population population;
    private final Schedule schedule;

    SpinSearch(SpinForm form, Annealer annealer) {
        this.form = form;
        this.annealer = annealer;
        this.crossover = new Crossover(form);
        this.population = new Population(form.sites());
        this.schedule = new Schedule(form);
    }

    @Override
    public double restart(long restart, UniformRandomProvider random, SearchMonitor<byte[]> monitor) {
        int sweeps = schedule.sweeps(restart);
        population.randomise(random);
        annealer.anneal(population, schedule.cool(restart), sweeps, random, monitor);
        double best = report(monitor);
        int withoutGain = 0;
        while (withoutGain < ROUNDS_WITHOUT_GAIN && !monitor.mustEnd()) {
            crossover.round(population, random, monitor);
            double crossed = report(monitor);
            if (crossed > best) {
                best = crossed;
                withoutGain = 0;
            } else {
                withoutGain++;
            }
            annealer.anneal(population, schedule.reheat(restart), sweeps, random, monitor);
        }
        return Math.max(best, report(monitor));
    }

    /**
     * Reports the replicas that may be among the best states. Returns the best value. If the search must end, it
     * reports only the best replica, because the receiver computes the value of each reported state again.
     */
    private double report(SearchMonitor<byte[]> monitor) {
        double[] values = population.value;
        int best = 0;
        for (int r = 1; r < values.length; r++) {
            best = values[r] > values[best] ? r : best;
        }
        for (int r = 0; r < values.length; r++) {
            if (values[r] >= monitor.leastValue()
                    && values[r] > Double.NEGATIVE_INFINITY
                    && (r == best || !monitor.mustEnd())) {
                monitor.report(form.canonical(population.state(r)), values[r]);
            }
        }
        return values[best];
    }
}
