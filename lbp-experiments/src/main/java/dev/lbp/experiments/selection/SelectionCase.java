package dev.lbp.experiments.selection;

import dev.lbp.cli.data.SyntheticRegressions;
import dev.lbp.experiments.frame.Size;

/** The regressions of {@link Selection}. */
enum SelectionCase {
    /**
     * The design of Yang, Wainwright and Jordan (2016): neighbouring columns have correlation 0.6. The true variables
     * are clearly identified.
     */
    STRONG(
            "AR(.6), SNR 2, n = 500",
            (columns, seed) -> SyntheticRegressions.autoregressive(500, columns, 0.6, 2.0, seed)),
    /** The design of STRONG with half the signal, which leaves many variables uncertain. */
    WEAK(
            "AR(.6), SNR 1, n = 500",
            (columns, seed) -> SyntheticRegressions.autoregressive(500, columns, 0.6, 1.0, seed)),
    /** Blocks of correlation 0.9, with copies of two true variables. */
    GENOTYPES(
            "genotypes in blocks of .9 with copies, SNR 2, n = 500",
            (columns, seed) -> SyntheticRegressions.genotypes(500, columns, 2.0, seed)),
    /** Few observations of gene modules: many columns are interchangeable. */
    MODULES("modules of .9, SNR 1, n = 71", (columns, seed) -> SyntheticRegressions.modules(71, columns, 1.0, seed));

    final String title;

    private final Regression regression;

    SelectionCase(String title, Regression regression) {
        this.title = title;
        this.regression = regression;
    }

    /** Draws data. */
    private interface Regression {

        SyntheticRegressions of(int columns, long seed);
    }

    /** The number of columns. */
    static int columns(Size size) {
        return size.pick(500, 5_000, 10_000);
    }

    /** The regression of an instance. */
    SyntheticRegressions data(Size size, long seed) {
        return regression.of(columns(size), seed);
    }

    @Override
    public String toString() {
        return title;
    }
}
