package dev.lbp.internal.solve.pairs;

import dev.lbp.internal.solve.Finds;
import dev.lbp.internal.solve.Search;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Anneals a population of replicas, improves them by {@link Crossover}, and reheats them to a middle temperature, until
 * {@value #ROUNDS_WITHOUT_GAIN} rounds have brought no better state.
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
    public double restart(long restart, UniformRandomProvider random, Finds<byte[]> finds) {
        int sweeps = schedule.sweeps(restart);
        population.randomise(random);
        annealer.anneal(population, schedule.cool(restart), sweeps, random, finds);
        double best = report(finds);
        int withoutGain = 0;
        while (withoutGain < ROUNDS_WITHOUT_GAIN && !finds.ended()) {
            crossover.round(population, random, finds);
            double crossed = report(finds);
            if (crossed > best) {
                best = crossed;
                withoutGain = 0;
            } else {
                withoutGain++;
            }
            annealer.anneal(population, schedule.reheat(restart), sweeps, random, finds);
        }
        return Math.max(best, report(finds));
    }

    /**
     * Reports the replicas that may be among the best states, and returns the best value. If the search has to end, it
     * reports the best one alone, as each costs a computation of its value.
     */
    private double report(Finds<byte[]> finds) {
        double[] values = population.value;
        int best = 0;
        for (int r = 1; r < values.length; r++) {
            best = values[r] > values[best] ? r : best;
        }
        for (int r = 0; r < values.length; r++) {
            if (values[r] >= finds.worth() && values[r] > Double.NEGATIVE_INFINITY && (r == best || !finds.ended())) {
                finds.found(form.canonical(population.state(r)), values[r]);
            }
        }
        return values[best];
    }
}
