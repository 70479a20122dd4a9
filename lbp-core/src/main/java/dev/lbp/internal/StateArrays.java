package dev.lbp.internal;

import java.util.Arrays;

/**
 * Operations on the array of a state, for code that serves all state spaces alike.
 *
 * @param <S> the array of a state
 */
public interface StateArrays<S> {

    /** States of bits, a byte per site. */
    StateArrays<byte[]> BITS = new Bits();

    /** States of whole numbers, an int per site. */
    StateArrays<int[]> VALUES = new Values();

    /** States of real coordinates, a double each. */
    StateArrays<double[]> REALS = new Reals();

    S copy(S state);

    /** Copies the elements of the first {@code n} of {@code sites}. */
    void copySites(S from, S to, int[] sites, int n);

    /**
     * Checks that a user's function has not changed the state that it received.
     *
     * @param state a copy from before the call
     * @throws IllegalStateException if the two differ
     */
    void checkUnchanged(S state, S given);

    /** Writes or reads a whole state of known length. */
    void transcribe(Transcript transcript, S state);

    /** Operations on bits. */
    final class Bits implements StateArrays<byte[]> {

        private Bits() {}

        @Override
        public byte[] copy(byte[] state) {
            return state.clone();
        }

        @Override
        public void copySites(byte[] from, byte[] to, int[] sites, int n) {
            for (int k = 0; k < n; k++) {
                to[sites[k]] = from[sites[k]];
            }
        }

        @Override
        public void checkUnchanged(byte[] state, byte[] given) {
            States.checkUnchanged(state, given);
        }

        @Override
        public void transcribe(Transcript transcript, byte[] state) {
            transcript.of(state, state.length);
        }
    }

    /** Operations on whole numbers. */
    final class Values implements StateArrays<int[]> {

        private Values() {}

        @Override
        public int[] copy(int[] state) {
            return state.clone();
        }

        @Override
        public void copySites(int[] from, int[] to, int[] sites, int n) {
            for (int k = 0; k < n; k++) {
                to[sites[k]] = from[sites[k]];
            }
        }

        @Override
        public void checkUnchanged(int[] state, int[] given) {
            int site = Arrays.mismatch(state, given);
            if (site >= 0) {
                throw new IllegalStateException("must not be written to: state[" + site + "]=" + given[site]);
            }
        }

        @Override
        public void transcribe(Transcript transcript, int[] state) {
            transcript.of(state, state.length);
        }
    }

    /** Operations on real coordinates. */
    final class Reals implements StateArrays<double[]> {

        private Reals() {}

        @Override
        public double[] copy(double[] state) {
            return state.clone();
        }

        @Override
        public void copySites(double[] from, double[] to, int[] sites, int n) {
            for (int k = 0; k < n; k++) {
                to[sites[k]] = from[sites[k]];
            }
        }

        @Override
        public void checkUnchanged(double[] state, double[] given) {
            int at = Arrays.mismatch(state, given);
            if (at >= 0) {
                throw new IllegalStateException("must not be written to: point[" + at + "]=" + given[at]);
            }
        }

        @Override
        public void transcribe(Transcript transcript, double[] state) {
            transcript.of(state, state.length);
        }
    }
}
