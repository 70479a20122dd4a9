package dev.lbp.runtime.engine;

import dev.lbp.internal.kernel.DmalaProposal;
import dev.lbp.internal.kernel.Proposal;
import dev.lbp.internal.kernel.ScaleRange;
import dev.lbp.internal.kernel.WeightTable;
import org.apache.commons.rng.UniformRandomProvider;

/** DMALA with mistakes that a library could make, and that tests must notice. */
abstract class MutantFactorised implements Proposal {

    private static final long serialVersionUID = 1L;

    final DmalaProposal real = new DmalaProposal();

    @Override
    public boolean weighted() {
        return true;
    }

    @Override
    public boolean absolute() {
        return true;
    }

    @Override
    public ScaleRange scales(int freeSites) {
        return real.scales(freeSites);
    }

    @Override
    public int draw(WeightTable table, double scale, UniformRandomProvider rng, int[] path) {
        return real.draw(table, scale, rng, path);
    }

    @Override
    public int flips(WeightTable table, int[] path, int length, int[] sites) {
        return real.flips(table, path, length, sites);
    }

    /** Gives the way back the probability of the way there. */
    static final class ForwardWeights extends MutantFactorised {

        private static final long serialVersionUID = 1L;

        private double forward;

        @Override
        public double logProbability(WeightTable table, int[] path, int length, double scale, boolean reversed) {
            forward = reversed ? forward : real.logProbability(table, path, length, scale, false);
            return forward;
        }
    }

    /** Draws another time step for the way back. */
    static final class OtherTimeStep extends MutantFactorised {

        private static final long serialVersionUID = 1L;

        @Override
        public double logProbability(WeightTable table, int[] path, int length, double scale, boolean reversed) {
            return real.logProbability(table, path, length, reversed ? 1.1 * scale : scale, reversed);
        }
    }

    /** Forgets the sites that stay. */
    static final class FlippedSitesOnly extends MutantFactorised {

        private static final long serialVersionUID = 1L;

        @Override
        public double logProbability(WeightTable table, int[] path, int length, double scale, boolean reversed) {
            return flippedOnly(table, path, length, scale);
        }
    }

    /** Forgets the sites that stay on the way back. */
    static final class FlippedSitesOnlyBack extends MutantFactorised {

        private static final long serialVersionUID = 1L;

        @Override
        public double logProbability(WeightTable table, int[] path, int length, double scale, boolean reversed) {
            return reversed
                    ? flippedOnly(table, path, length, scale)
                    : real.logProbability(table, path, length, scale, false);
        }
    }

    private static double flippedOnly(WeightTable table, int[] path, int length, double scale) {
        double log = 0.0;
        for (int k = 0; k < length; k++) {
            double odds = scale * table.weight(path[k]);
            log += Math.log(odds / (1.0 + odds));
        }
        return log;
    }
}
