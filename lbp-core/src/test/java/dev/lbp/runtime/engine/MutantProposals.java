package dev.lbp.runtime.engine;

import dev.lbp.internal.kernel.PathProposal;
import dev.lbp.internal.kernel.Proposal;
import dev.lbp.internal.kernel.WeightTable;
import org.apache.commons.rng.UniformRandomProvider;

/** Proposals that are wrong in ways that a library could be, and that tests must notice. */
public final class MutantProposals {

    private MutantProposals() {}

    abstract static class Mutant implements Proposal {

        private static final long serialVersionUID = 1L;

        final PathProposal real = new PathProposal();

        @Override
        public boolean weighted() {
            return true;
        }

        @Override
        public int draw(WeightTable table, double scale, UniformRandomProvider rng, int[] path) {
            return real.draw(table, scale, rng, path);
        }

        @Override
        public int flips(WeightTable table, int[] path, int length, int[] sites) {
            return real.flips(table, path, length, sites);
        }
    }

    /**
     * Scores the reverse path in the order of the forward one: valid, but not the library's kernel, and a worse one.
     */
    static final class ForwardOrder extends Mutant {

        private static final long serialVersionUID = 1L;

        @Override
        public double logProbability(WeightTable table, int[] path, int length, double scale, boolean reversed) {
            return real.logProbability(table, path, length, scale, false);
        }
    }

    /** Leaves the sites already drawn in the denominators. */
    public static final class DrawnSitesStay extends Mutant {

        private static final long serialVersionUID = 1L;

        @Override
        public double logProbability(WeightTable table, int[] path, int length, double scale, boolean reversed) {
            double log = 0.0;
            for (int r = 0; r < length; r++) {
                log += Math.log(table.weight(path[r]) / table.total());
            }
            return log;
        }
    }

    /** Scores the reverse path with the sum of the weights of x in place of those of y. Chains must take turns. */
    static final class TotalOfX extends Mutant {

        private static final long serialVersionUID = 1L;

        private double total;

        @Override
        public double logProbability(WeightTable table, int[] path, int length, double scale, boolean reversed) {
            double left = reversed ? total : table.total();
            total = left;
            double log = 0.0;
            for (int r = 0; r < length; r++) {
                double weight = table.weight(path[reversed ? length - 1 - r : r]);
                log += Math.log(weight / left);
                left -= weight;
            }
            return log;
        }
    }

    /** Gives the uniform path as much probability as a drawn one: an informed draw without its correction. */
    static final class NoCorrection extends Mutant {

        private static final long serialVersionUID = 1L;

        @Override
        public double logProbability(WeightTable table, int[] path, int length, double scale, boolean reversed) {
            return reversed ? 0.0 : real.logProbability(table, path, length, scale, false);
        }
    }
}
