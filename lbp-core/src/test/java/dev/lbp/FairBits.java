package dev.lbp;

import dev.lbp.proposal.StateDistribution;
import org.apache.commons.rng.UniformRandomProvider;

/** Independent fair bits. */
public record FairBits(int dimension) implements StateDistribution {

    @Override
    public double draw(UniformRandomProvider random, byte[] state) {
        for (int i = 0; i < state.length; i++) {
            state[i] = (byte) random.nextInt(2);
        }
        return logProb(state);
    }

    @Override
    public double logProb(byte[] state) {
        return -dimension * Math.log(2.0);
    }
}
