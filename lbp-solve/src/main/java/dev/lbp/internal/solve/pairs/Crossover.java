package dev.lbp.internal.solve.pairs;

import dev.lbp.internal.solve.SearchMonitor;
import dev.lbp.models.Couplings;
import dev.lbp.runtime.model.Components;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Improves a replica by taking over parts of another one. The sites where two replicas differ form connected
 * components. Flipping a component does not change the gain of another component, so each component is flipped if its
 * gain is positive, and with probability 1/2 if its gain is 0. The result is the best of {@code 2^components} states.
 * Without fields a state and its opposite are equally good, so the other replica is inverted if this makes the
 * difference smaller.
 *
 * <p>Known as partition crossover in evolutionary search (Tinos, Whitley and Chicano, 2015), and as the cluster move of
 * replicas in spin glasses (Houdayer, 2001). A pair of replicas costs O(N + couplings of the differing sites). In a
 * dense model all differing sites form one component, so crossover gains nothing.
 */
final class Crossover {

    private final SpinForm form;
    private final Components components;

    /** 1 for each site where the replicas differ. */
    private final byte[] differs;

    private final int[] sites;

    Crossover(SpinForm form) {
        this.form = form;
        this.components = new Components(form.couplings().graph());
        this.differs = new byte[form.sites()];
        this.sites = new int[form.sites()];
    }

    /** Improves each replica once, by crossover with a random other replica. */
    void round(Population population, UniformRandomProvider random, SearchMonitor<byte[]> monitor) {
        for (int r = 0; r < Population.REPLICAS && !monitor.mustEnd(); r++) {
            int other = random.nextInt(Population.REPLICAS - 1);
            population.value[r] += cross(population.word, r, other < r ? other : other + 1, random);
        }
    }

    /**
     * Flips in {@code replica} each component of its difference from {@code other} that does not lower its
     * log-probability. Returns the gain in log-probability.
     */
    double cross(long[] word, int replica, int other, UniformRandomProvider random) {
        split(word, replica, other);
        double gains = 0.0;
        for (int c = 0; c < components.count(); c++) {
            int size = components.copy(c, sites, 0);
            double gain = gain(word, replica, size);
            if (gain > 0.0 || gain == 0.0 && random.nextBoolean()) {
                for (int k = 0; k < size; k++) {
                    word[sites[k]] ^= 1L << replica;
                }
                gains += gain;
            }
        }
        return gains;
    }

    /**
     * Finds the components of the sites where two replicas differ. Without fields it inverts the other replica if more
     * than half of the sites differ.
     */
    private void split(long[] word, int replica, int other) {
        int count = 0;
        for (int i = 0; i < word.length; i++) {
            differs[i] = (byte) ((word[i] >>> replica ^ word[i] >>> other) & 1L);
            count += differs[i];
        }
        int flip = form.symmetric() && 2L * count > word.length ? 1 : 0;
        int n = 0;
        for (int i = 0; i < differs.length; i++) {
            differs[i] ^= flip;
            sites[n] = i; // the next site overwrites this one unless it differs
            n += differs[i];
        }
        components.split(sites, n);
    }

    /**
     * The gain of flipping the component in the first {@code size} entries of {@link #sites}. Couplings inside the
     * component do not change.
     */
    private double gain(long[] word, int replica, int size) {
        Couplings couplings = form.couplings();
        double satisfied = 0.0;
        for (int k = 0; k < size; k++) {
            int i = sites[k];
            long spin = word[i] >>> replica & 1L;
            satisfied += spin == 1L ? form.field()[i] : -form.field()[i];
            for (int entry = couplings.start(i); entry < couplings.start(i + 1); entry++) {
                int j = couplings.neighbour(entry);
                if (differs[j] == 0) {
                    satisfied += (word[j] >>> replica & 1L) == spin ? form.coupling(entry) : -form.coupling(entry);
                }
            }
        }
        return -2.0 * satisfied;
    }
}
