package dev.lbp;

import dev.lbp.target.LocalEnergyModel;

/** Independent sites. An honest tracker adds their terms up in single precision, flip by flip. */
record SingleSums(int dimension) implements LocalEnergyModel {

    private static float term(int site) {
        return 0.5F + (site % 7) / 7.0F;
    }

    @Override
    public Tracker newTracker() {
        return new SumTracker(new byte[dimension], new byte[dimension]);
    }

    private static final class SumTracker implements Tracker {

        private static final long serialVersionUID = 1L;

        private final byte[] state;
        private final byte[] saved;
        private float sum;
        private float savedSum;

        SumTracker(byte[] state, byte[] saved) {
            this.state = state;
            this.saved = saved;
        }

        @Override
        public void reset(byte[] from) {
            System.arraycopy(from, 0, state, 0, state.length);
            sum = 0.0F;
            for (int i = 0; i < state.length; i++) {
                sum += state[i] * term(i);
            }
        }

        @Override
        public double logProb() {
            return sum;
        }

        private float ratio(int site) {
            return (1 - 2 * state[site]) * term(site);
        }

        @Override
        public void logRatios(int[] sites, int n, double[] out) {
            for (int k = 0; k < n; k++) {
                out[k] = ratio(sites[k]);
            }
        }

        @Override
        public int flip(int site, int[] touched) {
            sum += ratio(site);
            state[site] ^= 1;
            touched[0] = site;
            return 1;
        }

        @Override
        public void save() {
            System.arraycopy(state, 0, saved, 0, state.length);
            savedSum = sum;
        }

        @Override
        public void restore() {
            System.arraycopy(saved, 0, state, 0, state.length);
            sum = savedSum;
        }
    }
}
