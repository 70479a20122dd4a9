package dev.lbp.solve;

import org.apache.commons.rng.UniformRandomProvider;

/**
 * Anneals a population of replicas, improves them by {@link Crossover}, and reheats them to a middle temperature, until
 * {@value #ROUNDS_WITHOUT_GAIN} rounds have brought no better state.
 */
final class SpinSearch implements Search<byte[]> {

    /** Inverse temperatures, in units of 1 over the force on a random spin. */
    private static final double HOT = 1.0;

    private static final double MIDDLE = 2.5;
    private static final double COLD = 6.0;

    /** Sweeps of the shortest anneal. */
    private static final int SWEEPS = 300;

    private static final int ROUNDS_WITHOUT_GAIN = 3;

    private final SpinForm form;
    private final Annealer annealer;
    private final Crossover crossover;
    private final Population population;
    private final double[] values = new double[Population.REPLICAS];
    private final double unit;

    SpinSearch(SpinForm form, Annealer annealer) {
        this.form = form;
        this.annealer = annealer;
        this.crossover = new Crossover(form);
        this.population = new Population(form.sites());
        double force = form.force();
        this.unit = force > 0.0 ? 1.0 / force : 1.0;
    }

    @Override
    public double restart(long restart, UniformRandomProvider random, Finds<byte[]> finds) {
        int sweeps = (int) Math.min(Integer.MAX_VALUE, SWEEPS * Restarts.factor(restart));
        population.randomise(random);
        annealer.anneal(population, HOT * unit, COLD * unit, sweeps, random, finds);
        double best = report(finds);
        int withoutGain = 0;
        while (withoutGain < ROUNDS_WITHOUT_GAIN && !finds.ended()) {
            crossover.round(population, random);
            double crossed = report(finds);
            if (crossed > best) {
                best = crossed;
                withoutGain = 0;
            } else {
                withoutGain++;
            }
            annealer.anneal(population, MIDDLE * unit, COLD * unit, sweeps, random, finds);
        }
        return Math.max(best, report(finds));
    }

    /** Reports the replicas that may be among the best states, and returns the best value. */
    private double report(Finds<byte[]> finds) {
        annealer.values(population, values);
        double best = Double.NEGATIVE_INFINITY;
        for (int r = 0; r < values.length; r++) {
            best = Math.max(best, values[r]);
            if (values[r] >= finds.worth()) {
                finds.found(canonical(population.state(r)), values[r]);
            }
        }
        return best;
    }

    /** Without fields a state and its opposite count as one, the one that begins with 0. */
    private byte[] canonical(byte[] state) {
        if (form.symmetric && state[0] == 1) {
            for (int i = 0; i < state.length; i++) {
                state[i] ^= 1;
            }
        }
        return state;
    }
}
