package dev.lbp.select;

import java.util.Random;

/** Generated regression problems. */
public record Regressions(double[][] x, double[] y) {

    /**
     * Columns with correlation rho^|i - j|; the first three have coefficients 1, -1 and 0.5, the noise standard
     * deviation 1.
     */
    public static Regressions autoregressive(int n, int p, double rho, long seed) {
        Random random = new Random(seed);
        double[][] x = new double[n][p];
        double[] y = new double[n];
        for (int t = 0; t < n; t++) {
            double before = random.nextGaussian();
            for (int j = 0; j < p; j++) {
                before = rho * before + Math.sqrt(1 - rho * rho) * random.nextGaussian();
                x[t][j] = 3.0 + (1 + j % 3) * before;
            }
            y[t] = 10.0 + random.nextGaussian() + x[t][0] - (p > 1 ? x[t][1] : 0) + (p > 2 ? 0.5 * x[t][2] : 0);
        }
        return new Regressions(x, y);
    }

    /** Makes a column a scaled and shifted copy of another. */
    public Regressions duplicate(int of, int column) {
        for (double[] row : x) {
            row[column] = 2.0 - 3.0 * row[of];
        }
        return this;
    }

    /** Makes a column the sum of two others, up to noise. */
    public Regressions sum(int a, int b, int column, double noise, long seed) {
        Random random = new Random(seed);
        for (double[] row : x) {
            row[column] = row[a] + row[b] + noise * random.nextGaussian();
        }
        return this;
    }

    public VariableSelection selection() {
        return VariableSelection.linear(x, y).allowDuplicates();
    }
}
