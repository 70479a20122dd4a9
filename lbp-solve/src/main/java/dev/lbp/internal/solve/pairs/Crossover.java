package dev.lbp.internal.solve.pairs;

import dev.lbp.internal.solve.SearchMonitor;
import dev.lbp.models.Couplings;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Improves a replica by parts of another one. The sites where two replicas differ form connected components. Flipping a
 * component does not change the gain of another component, so each component is flipped if its gain is positive, and
 * with probability 1/2 if its gain is 0. The result is the best of {@code 2^components} states. Without fields a state
 * and its opposite are equally good, so the other replica is inverted if this makes the difference smaller.
 *
 * <p>Known as partition crossover in evolutionary search (Tinos, Whitley and Chicano, 2015), and as the cluster move of
 * replicas in spin glasses (Houdayer, 2001). A pair of replicas costs O(N + couplings of the differing sites). In a
 * dense model all differing sites form one component, so crossover gains nothing.
 */
final class Crossover {

    private static final byte SAME = 0;
    private static final byte DIFFERS = 1;
    private static final byte COLLECTED = 2;

    private final SpinForm form;
    private final byte[] mark;
    private final int[] component;
    private int collected;

    Crossover(SpinForm form) {
        this.form = form;
        this.mark = new byte[form.sites()];
        this.component = new int[form.sites()];
    }

    /** Improves each replica once, by parts of a random other replica. */
    void round(Population population, UniformRandomProvider random, SearchMonitor<byte[]> monitor) {
        for (int r = 0; r < Population.REPLICAS && !monitor.mustEnd(); r++) {
            int other = random.nextInt(Population.REPLICAS - 1);
            population.value[r] += cross(population.word, r, other < r ? other : other + 1, random);
        }
    }

    /** Improves one replica by parts of another one. Returns the gain in log-probability. */
    double cross(long[] word, int replica, int other, UniformRandomProvider random) {
        int count = 0;
        for (int i = 0; i < word.length; i++) {
            mark[i] = (byte) ((word[i] >>> replica ^ word[i] >>> other) & 1L);
            count += mark[i];
        }
        if (form.symmetric() && 2L * count > word.length) {
            for (int i = 0; i < mark.length; i++) {
                mark[i] ^= DIFFERS;
            }
        }
        double gains = 0.0;
        for (int i = 0; i < mark.length; i++) {
            if (mark[i] == DIFFERS) {
                double gain = collect(word, replica, i);
                if (gain > 0.0 || gain == 0.0 && random.nextBoolean()) {
                    for (int k = 0; k < collected; k++) {
                        word[component[k]] ^= 1L << replica;
                    }
                    gains += gain;
                }
            }
        }
        return gains;
    }

    /** Writes the component of a site to {@link #component}. Returns the gain of flipping the component. */
    private double collect(long[] word, int replica, int site) {
        Couplings couplings = form.couplings();
        double satisfied = 0.0;
        collected = 0;
        add(site);
        for (int k = 0; k < collected; k++) {
            int i = component[k];
            long spin = word[i] >>> replica & 1L;
            satisfied += spin == 1L ? form.field()[i] : -form.field()[i];
            for (int entry = couplings.start(i); entry < couplings.start(i + 1); entry++) {
                int j = couplings.neighbour(entry);
                if (mark[j] == DIFFERS) {
                    add(j);
                } else if (mark[j] == SAME) {
                    satisfied += (word[j] >>> replica & 1L) == spin ? form.coupling(entry) : -form.coupling(entry);
                }
            }
        }
        return -2.0 * satisfied;
    }

    private void add(int site) {
        mark[site] = COLLECTED;
        component[collected++] = site;
    }
}
