package dev.lbp.internal.solve.pairs;

import dev.lbp.internal.solve.Finds;
import dev.lbp.models.Couplings;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Improves replicas by parts of others. The sites where two replicas differ fall into connected components; flipping
 * one of them does not change the gain of another, so each is flipped if that gains, and at a tie with probability 1/2:
 * the best of {@code 2^components} states. Without fields the opposite of a replica is as good as itself, and the
 * smaller of the two differences is used.
 *
 * <p>Known as partition crossover in evolutionary search (Tinos, Whitley and Chicano, 2015), and as the cluster move of
 * replicas in spin glasses (Houdayer, 2001). A pair costs O(N) and the couplings of the sites that differ. On dense
 * instances all differences are one component, and nothing is to be gained.
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

    /** Improves each replica once, by another one at random. */
    void round(Population population, UniformRandomProvider random, Finds<byte[]> finds) {
        for (int r = 0; r < Population.REPLICAS && !finds.ended(); r++) {
            int other = random.nextInt(Population.REPLICAS - 1);
            population.value[r] += cross(population.word, r, other < r ? other : other + 1, random);
        }
    }

    /** Improves one replica by parts of another, and returns the gain. */
    double cross(long[] word, int replica, int other, UniformRandomProvider random) {
        int count = 0;
        for (int i = 0; i < word.length; i++) {
            mark[i] = (byte) ((word[i] >>> replica ^ word[i] >>> other) & 1L);
            count += mark[i];
        }
        if (form.symmetric && 2L * count > word.length) {
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

    /** Collects the component of a site, and returns the gain of flipping it. */
    private double collect(long[] word, int replica, int site) {
        Couplings couplings = form.couplings;
        double satisfied = 0.0;
        collected = 0;
        add(site);
        for (int k = 0; k < collected; k++) {
            int i = component[k];
            long spin = word[i] >>> replica & 1L;
            satisfied += spin == 1L ? form.field[i] : -form.field[i];
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
