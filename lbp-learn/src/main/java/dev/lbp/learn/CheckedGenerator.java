package dev.lbp.learn;

import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;

/** Draws states from a generator into new arrays, and checks that they are zeros and ones. */
record CheckedGenerator(StateGenerator generator, int dimension) {

    /** Draws a state. Throws if it is not of zeros and ones. */
    byte[] next(UniformRandomProvider random) {
        byte[] state = new byte[dimension];
        generator.draw(random, state);
        for (int i = 0; i < dimension; i++) {
            if ((state[i] & ~1) != 0) {
                throw new IllegalStateException("must draw zeros and ones: generator, state[" + i + "]=" + state[i]);
            }
        }
        return state;
    }

    byte[][] next(int count, UniformRandomProvider random) {
        return IntStream.range(0, count).mapToObj(k -> next(random)).toArray(byte[][]::new);
    }
}
