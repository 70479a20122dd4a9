package dev.lbp.bench.cli;

import dev.lbp.EnergyModel;
import dev.lbp.Tempered;
import dev.lbp.bench.instance.Instance;
import dev.lbp.models.IsingModel;
import dev.lbp.models.PairwiseModel;
import java.util.Arrays;

/**
 * An instance with its reading: an energy E over states, low where a state is good, and {@code pi(x)} proportional to
 * {@code exp(-beta E(x))}.
 */
record Problem(Kind kind, Instance instance) {

    enum Kind {
        /** {@code E = sum w_ij s_i s_j} with s = 2x - 1; its lowest states are the graph's largest cuts. */
        ISING,
        /** {@code E = sum w_ij x_i x_j} over the entries listed, those of the diagonal among them. */
        QUBO;

        @Override
        public String toString() {
            return this == ISING ? "Ising" : name();
        }
    }

    /** The target at an inverse temperature. */
    EnergyModel model(double beta) {
        double[] negative = Arrays.stream(instance.weights()).map(w -> -w).toArray();
        EnergyModel atBetaOne = kind == Kind.ISING
                ? IsingModel.graph(instance.sites(), instance.from(), instance.to(), negative)
                        .build()
                : PairwiseModel.of(new double[instance.sites()], instance.from(), instance.to(), negative);
        return Tempered.of(atBetaOne, beta);
    }

    /** E of a state, summed afresh from the file's entries. */
    double energy(byte[] state) {
        double sum = 0.0;
        for (int k = 0; k < instance.weights().length; k++) {
            sum += instance.weights()[k] * value(state[instance.from()[k]]) * value(state[instance.to()[k]]);
        }
        return sum;
    }

    /** The weight of the edges between the two sides of a state of the given energy, {@code (sum w - E) / 2}. */
    double cut(double energy) {
        return 0.5 * (Arrays.stream(instance.weights()).sum() - energy);
    }

    /** A site as the problem writes it: a spin, -1 or 1, or a bit. */
    int value(byte bit) {
        return kind == Kind.ISING ? 2 * bit - 1 : bit;
    }
}
