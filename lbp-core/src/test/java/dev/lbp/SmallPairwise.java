package dev.lbp;

import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.SiteRatios;
import java.util.Optional;

/**
 * A pairwise target with an incremental tracker: {@code log pi(x) = sum_i b_i x_i + sum_{i<j} J_ij x_i x_j}, dense and
 * plain. The tracker keeps the field of every site and changes those of the neighbours when a site flips.
 */
public final class SmallPairwise implements LocalEnergyModel {

    private static final long serialVersionUID = 1L;

    private final double[] bias;
    private final double[][] coupling;
    private final int[][] colouring;
    private final int sign;

    /**
     * @param coupling symmetric, with a diagonal of zeros
     * @param colouring empty if there is none
     */
    public SmallPairwise(double[] bias, double[][] coupling, int[][] colouring) {
        this(bias, coupling, colouring, 1);
    }

    private SmallPairwise(double[] bias, double[][] coupling, int[][] colouring, int sign) {
        this.bias = bias;
        this.coupling = coupling;
        this.colouring = colouring;
        this.sign = sign;
    }

    /** The same target, with a tracker that moves the neighbours' fields the wrong way. */
    public SmallPairwise withWrongSign() {
        return new SmallPairwise(bias, coupling, colouring, -1);
    }

    /** The same target, with another colouring. */
    public SmallPairwise coloured(int[]... classes) {
        return new SmallPairwise(bias, coupling, classes, sign);
    }

    /** The definition of the density; the tracker has no part in it. */
    public TableTarget target() {
        return TableTarget.of("pairwise", bias.length, this::logDensity);
    }

    private double logDensity(byte[] x) {
        double sum = 0.0;
        for (int i = 0; i < x.length; i++) {
            sum += bias[i] * x[i];
            for (int j = 0; j < i; j++) {
                sum += coupling[i][j] * x[i] * x[j];
            }
        }
        return sum;
    }

    @Override
    public int dimension() {
        return bias.length;
    }

    @Override
    public int[][] colouring() {
        return colouring;
    }

    /** From the definition. */
    @Override
    public Optional<SiteRatios> siteRatios() {
        return Optional.of((state, sites, from, to, out) -> {
            double here = logDensity(state);
            for (int k = from; k < to; k++) {
                byte[] flipped = state.clone();
                flipped[sites[k]] ^= 1;
                out[k - from] = logDensity(flipped) - here;
            }
        });
    }

    @Override
    public Tracker newTracker() {
        return new FieldTracker();
    }

    private final class FieldTracker implements Tracker {

        private static final long serialVersionUID = 1L;

        private byte[] state = new byte[bias.length];
        private double[] field = bias.clone();
        private double logProb;
        private byte[] savedState = state;
        private double[] savedField = field;
        private double savedLogProb;

        @Override
        public void reset(byte[] from) {
            state = from.clone();
            for (int i = 0; i < state.length; i++) {
                field[i] = bias[i];
                for (int j = 0; j < state.length; j++) {
                    field[i] += coupling[i][j] * state[j];
                }
            }
            logProb = logDensity(from);
        }

        @Override
        public double logProb() {
            return logProb;
        }

        @Override
        public void logRatios(int[] sites, int n, double[] out) {
            for (int k = 0; k < n; k++) {
                out[k] = ratio(sites[k]);
            }
        }

        private double ratio(int site) {
            return (1 - 2 * state[site]) * field[site];
        }

        @Override
        public int flip(int site, int[] touched) {
            logProb += ratio(site);
            state[site] ^= 1;
            int change = sign * (2 * state[site] - 1);
            int n = 0;
            touched[n++] = site;
            for (int j = 0; j < state.length; j++) {
                if (coupling[site][j] != 0.0) {
                    field[j] += change * coupling[site][j];
                    touched[n++] = j;
                }
            }
            return n;
        }

        @Override
        public void save() {
            savedState = state.clone();
            savedField = field.clone();
            savedLogProb = logProb;
        }

        @Override
        public void restore() {
            state = savedState.clone();
            field = savedField.clone();
            logProb = savedLogProb;
        }
    }
}
