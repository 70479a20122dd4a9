package dev.lbp.internal.models.tracker;

import dev.lbp.target.UniformStates;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.PermutationSampler;

/**
 * The matchings of two sets whose pairs are all candidates, each with the same probability. There are
 * {@code C(n1, k) C(n2, k) k!} of k links. A draw chooses k by these numbers, then k left sites and k right ones, each
 * in random order, and links them in pairs. It costs O(n1 + n2).
 */
public final class UniformMatchings implements UniformStates {

    private final int n1;
    private final int n2;

    /** At index k, the number of matchings of at most k links, divided by the number of all. */
    private final double[] cumulated;

    private final double logCount;

    public UniformMatchings(int n1, int n2) {
        this.n1 = n1;
        this.n2 = n2;
        int most = Math.min(n1, n2);
        double[] logCounts = new double[most + 1];
        double largest = 0.0;
        for (int k = 1; k <= most; k++) {
            // C(n1, k) C(n2, k) k! divided by the same of k - 1
            logCounts[k] = logCounts[k - 1] + Math.log((n1 - k + 1.0) * (n2 - k + 1.0) / k);
            largest = Math.max(largest, logCounts[k]);
        }
        this.cumulated = new double[most + 1];
        double total = 0.0;
        for (int k = 0; k <= most; k++) {
            total += Math.exp(logCounts[k] - largest);
            cumulated[k] = total;
        }
        for (int k = 0; k <= most; k++) {
            cumulated[k] /= total;
        }
        this.logCount = largest + Math.log(total);
    }

    @Override
    public int[] draw(UniformRandomProvider rng) {
        double uniform = rng.nextDouble();
        int links = 0;
        while (links < cumulated.length - 1 && uniform >= cumulated[links]) {
            links++;
        }
        int[] state = new int[n1];
        if (links > 0) {
            int[] left = new PermutationSampler(rng, n1, links).sample();
            int[] right = new PermutationSampler(rng, n2, links).sample();
            for (int k = 0; k < links; k++) {
                state[left[k]] = right[k] + 1;
            }
        }
        return state;
    }

    @Override
    public double logCount() {
        return logCount;
    }
}
