package dev.lbp.internal.select.prior;

import java.io.Serializable;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * What a local g-prior makes of a model that is not linear: {@code N(0, g S^-1)} for its k coefficients b, S their
 * information at the largest likelihood given the columns that all models have (Li and Clyde 2018,
 * doi:10.1080/01621459.2018.1469992, whose evidence BAS computes). With the Wald statistic {@code q = b'Sb}, the
 * likelihood is multiplied by {@code (1 + g)^(-k/2) exp(-q / (2 (1 + g)))}, or by its mean over a prior of g.
 */
public interface LocalG extends Serializable {

    /**
     * The logarithm of the factor.
     *
     * @param k number of columns, at least 0
     * @param wald at least 0
     */
    double log(int k, double wald);

    /** About {@link #log}, for proposals: cheaper, and a function of its arguments alone. */
    default double estimate(int k, double wald) {
        return log(k, wald);
    }

    /**
     * The posterior distribution of coefficients: {@code N(s b, s S^-1)} with {@code s = g/(1 + g)}, for the values of
     * g with their probabilities.
     */
    PosteriorPart[] parts(int k, double wald);

    private static PosteriorPart part(double weight, double shrinkage) {
        return new PosteriorPart(weight, shrinkage, shrinkage, 1.0, Double.POSITIVE_INFINITY);
    }

    /** A given g. */
    record Fixed(double g) implements LocalG {

        @Override
        public double log(int k, double wald) {
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
        public double log(int k, double wald) {
            return new Fixed(g(k, wald)).log(k, wald);
        }

        @Override
        public PosteriorPart[] parts(int k, double wald) {
            return new Fixed(g(k, wald)).parts(k, wald);
        }
    }

    /** A prior of g. Integrals are {@link IntegralOverG}s. */
    final class Mixture implements LocalG {

        private static final long serialVersionUID = 1L;

        /** Tables beyond this k would cost more than they save. */
        private static final int MOST_TABULATED = 1_000;

        /** Places of a table in {@code log(1 + q)}, in which the factor is smooth for small q and for large q. */
        private static final double STEP = 0.125;

        private static final int PLACES = 130;

        private final PriorOfG prior;

        /** Of {@link #estimate}; null until it is first asked for. */
        private final AtomicReferenceArray<double[]> tables = new AtomicReferenceArray<>(MOST_TABULATED + 1);

        public Mixture(PriorOfG prior) {
            this.prior = prior;
        }

        @Override
        public double log(int k, double wald) {
            return k == 0 ? 0.0 : new IntegralOverG(prior, k, wald).log(0.0);
        }

        @Override
        public double estimate(int k, double wald) {
            double x = Math.log1p(wald) / STEP;
            int place = (int) x;
            if (k == 0 || k > MOST_TABULATED || place + 1 >= PLACES) {
                return log(k, wald);
            }
            double[] table = tables.get(k);
            if (table == null) {
                table = new double[PLACES];
                for (int i = 0; i < PLACES; i++) {
                    table[i] = log(k, Math.expm1(STEP * i));
                }
                tables.set(k, table);
            }
            return table[place] + (x - place) * (table[place + 1] - table[place]);
        }

        @Override
        public PosteriorPart[] parts(int k, double wald) {
            if (k == 0) {
                return new PosteriorPart[] {part(1.0, 1.0)};
            }
            double[][] nodes = new IntegralOverG(prior, k, wald).nodes(0.0);
            PosteriorPart[] parts = new PosteriorPart[nodes.length];
            for (int i = 0; i < parts.length; i++) {
                parts[i] = part(nodes[i][0], nodes[i][1]);
            }
            return parts;
        }
    }
}
