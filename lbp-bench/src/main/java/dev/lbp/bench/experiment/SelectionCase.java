package dev.lbp.bench.experiment;

import dev.lbp.bench.data.SyntheticRegressions;

/** The regressions of {@link Selection}. */
enum SelectionCase {
    /** Yang, Wainwright and Jordan (2016): neighbours have correlation 0.6. The true variables are well apart from the others. */
    STRONG("AR(.6), SNR 2, n = 500") {
        @Override
        SyntheticRegressions data(Size size, long seed) {
            return SyntheticRegressions.autoregressive(500, columns(size), 0.6, 2.0, seed);
        }
    },
    /** The same with half the signal, which leaves many variables uncertain. */
    WEAK("AR(.6), SNR 1, n = 500") {
        @Override
        SyntheticRegressions data(Size size, long seed) {
            return SyntheticRegressions.autoregressive(500, columns(size), 0.6, 1.0, seed);
        }
    },
    /** Blocks of correlation 0.9, with copies of two true variables. */
    GENOTYPES("genotypes in blocks of .9 with copies, SNR 2, n = 500") {
        @Override
        SyntheticRegressions data(Size size, long seed) {
            return SyntheticRegressions.genotypes(500, columns(size), 2.0, seed);
        }
    },
    /** Few observations of gene modules: many columns can take the place of another. */
    MODULES("modules of .9, SNR 1, n = 71") {
        @Override
        SyntheticRegressions data(Size size, long seed) {
            return SyntheticRegressions.modules(71, columns(size), 1.0, seed);
        }
    };

    final String title;

    SelectionCase(String title) {
        this.title = title;
    }

    /** The number of columns. */
    static int columns(Size size) {
        return size.pick(500, 5_000, 10_000);
    }

    /** The regression of an instance. */
    abstract SyntheticRegressions data(Size size, long seed);

    @Override
    public String toString() {
        return title;
    }
}
