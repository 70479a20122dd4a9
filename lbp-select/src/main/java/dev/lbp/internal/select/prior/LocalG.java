package dev.lbp.internal.select.prior;

import java.io.Serializable;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A local g-prior of a model that is not linear: {@code N(0, g S^-1)} for its k coefficients b, S their
 * information at the largest likelihood given the columns that all models have (Li and Clyde 2018,
 * doi:10.1080/01621459.2018.1469992, whose evidence BAS computes). With the Wald statistic {@code q = b'Sb}, the
 * likelihood is multiplied by {@code (1 + g)^(-k/2) exp(-q / (2 (1 + g)))}, or by its mean over a prior of g.
 */
public interface LocalG extends Serializable {

    /**
     * The logarithm of the factor that the likelihood is multiplied by.
     *
     * @param k number of columns, at least 0
     * @param wald q, at least 0
     */
    double logFactor(int k, double wald);

    /** A cheaper approximation of {@link #logFactor}, for proposals. Equal arguments always give equal values. */
    default double estimatedLogFactor(int k, double wald) {
        return logFactor(k, wald);
    }

    /**
     * The posterior distribution of coefficients: {@code N(s b, s S^-1)} with {@code s = g/(1 + g)}, for the values of
     * g with their probabilities.
     */
    PosteriorPart[] parts(int k, double wald);

    private static PosteriorPart part(double weight, double shrinkage) {
        return new PosteriorPart(weight, shrinkage, shrinkage, 1.0, Double.POSITIVE_INFINITY);
    }

    /** The prior with a given g. */
    record Fixed(double g) implements LocalG {

        @Override
        public double logFactor(int k, double wald) {
            return -0.5 * k * Math.log1p(g) - 0.5 * wald / (1.0 + g);
        }

        @Override
        public PosteriorPart[] parts(int k, double wald) {
            return new PosteriorPart[] {part(1.0, g / (1.0 + g))};
        }
    }

    /** In each model the g of the largest evidence, {@code max(q/k - 1, 0)}. */
    record EmpiricalBayes() implements LocalG {

        private static double g(int k, double wald) {
            return Math.max(wald / Math.max(k, 1) - 1.0, 0.0);
        }

        @Override
        public double logFactor(int k, double wald) {
            return new Fixed(g(k, wald)).logFactor(k, wald);
        }

        @Override
        public PosteriorPart[] parts(int k, double wald) {
            return new Fixed(g(k, wald)).parts(k, wald);
        }
    }

    /** A prior of g. The factor and the posterior are integrals over g, see {@link IntegralOverG}. */
    final class Mixture implements LocalG {

        private static final long serialVersionUID = 1L;

        /** The largest number of columns k with a table. For larger k a table would cost more than it saves. */
        private static final int MOST_TABULATED = 1_000;

        /**
         * The distance of two places of a table in {@code log(1 + q)}, in which the factor is smooth for small and for
         * large q.
         */
        private static final double STEP = 0.125;

        private static final int PLACES = 130;

        private final PriorOfG prior;

        /** The tables of {@link #estimatedLogFactor}, by k; null until one is first needed. */
        private final AtomicReferenceArray<double[]> tables = new AtomicReferenceArray<>(MOST_TABULATED + 1);

        public Mixture(PriorOfG prior) {
            this.prior = prior;
        }

        @Override
        public double logFactor(int k, double wald) {
            return k == 0 ? 0.0 : new IntegralOverG(prior, k, wald).log(0.0);
        }

        @Override
        public double estimatedLogFactor(int k, double wald) {
            double x = Math.log1p(wald) / STEP; // the factor is interpolated linearly in this x
            int place = (int) x;
            if (k == 0 || k > MOST_TABULATED || place + 1 >= PLACES) {
                return logFactor(k, wald);
            }
            double[] table = tables.get(k);
            if (table == null) {
                table = new double[PLACES];
                for (int i = 0; i < PLACES; i++) {
                    table[i] = logFactor(k, Math.expm1(STEP * i));
                }
                tables.set(k, table);
            }
            return table[place] + (x - place) * (table[place + 1] - table[place]);
        }

        @Override
        public PosteriorPart[] parts(int k, double wald) {
            if (k == 0) {
                return new PosteriorPart[] {part(1.0, 1.0)}; // there is no coefficient to shrink
            }
            double[][] nodes = new IntegralOverG(prior, k, wald).nodes(0.0); // only a linear regression has a u
            PosteriorPart[] parts = new PosteriorPart[nodes.length];
            for (int i = 0; i < parts.length; i++) {
                parts[i] = part(nodes[i][0], nodes[i][1]);
            }
            return parts;
        }
    }
}
