package dev.lbp.select;

import org.jspecify.annotations.Nullable;

/** The prior of coefficients, before it is known for which data: what {@link VariableSelection} keeps of its settings. */
interface CoefficientPrior {

    /** As in a summary. */
    String name();

    /** What it adds to the diagonal of X'X. */
    default double lambda(Design design) {
        return 0.0;
    }

    /**
     * The evidence on these data.
     *
     * @param noise the noise variance as a part of the response's sum of squares; null if it is unknown
     */
    Evidence evidence(Design design, @Nullable Double noise);

    /** Zellner's prior; NaN for g = n. */
    record G(double g) implements CoefficientPrior {

        @Override
        public String name() {
            return Double.isNaN(g) ? "g-prior, g = n" : "g-prior, g = " + g;
        }

        @Override
        public Evidence evidence(Design design, @Nullable Double noise) {
            double here = Double.isNaN(g) ? design.n : g;
            return noise == null
                    ? new GPriorEvidence(here, design.freedom())
                    : KnownVarianceEvidence.gPrior(here, noise);
        }
    }

    /** Independent normal coefficients of columns of standard deviation 1. */
    record Ridge(double tau2) implements CoefficientPrior {

        @Override
        public String name() {
            return "independent normal coefficients, tau^2 = " + tau2;
        }

        /** A column of sum of squares 1 has a coefficient sqrt(n - 1) times as large. */
        @Override
        public double lambda(Design design) {
            return 1.0 / (tau2 * (design.n - 1));
        }

        @Override
        public Evidence evidence(Design design, @Nullable Double noise) {
            double lambda = lambda(design);
            return noise == null
                    ? new SlabEvidence(lambda, design.freedom())
                    : KnownVarianceEvidence.slab(lambda, noise);
        }
    }

    /** The Bayesian information criterion. */
    record Bic() implements CoefficientPrior {

        @Override
        public String name() {
            return "BIC";
        }

        @Override
        public Evidence evidence(Design design, @Nullable Double noise) {
            if (noise != null) {
                throw new IllegalArgumentException(
                        "must be combined with gPrior or ridge: noiseVariance, not with bic");
            }
            return new BicEvidence(design.n, design.freedom());
        }
    }

    /** The caller's own. */
    record Own(Evidence evidence) implements CoefficientPrior {

        @Override
        public String name() {
            return "evidence of the caller";
        }

        @Override
        public Evidence evidence(Design design, @Nullable Double noise) {
            if (noise != null) {
                throw new IllegalArgumentException(
                        "must be combined with gPrior or ridge: noiseVariance, not with evidence");
            }
            return evidence;
        }
    }
}
