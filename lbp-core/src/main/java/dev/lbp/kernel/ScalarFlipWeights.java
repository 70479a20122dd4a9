package dev.lbp.kernel;

/** Plain loops over {@link Exp}. */
public final class ScalarFlipWeights implements FlipWeightKernel {

    @Override
    public String name() {
        return "scalar";
    }

    @Override
    public void weights(Form form, double[] logRatios, int from, int n, double shift, double[] weights, int to) {
        switch (form) {
            case SQRT -> {
                for (int k = 0; k < n; k++) {
                    weights[to + k] = Exp.exp(0.5 * logRatios[from + k] - shift);
                }
            }
            case BARKER -> {
                for (int k = 0; k < n; k++) {
                    double d = logRatios[from + k];
                    double e = Exp.exp(-Math.abs(d));
                    weights[to + k] = (d < 0.0 ? e : 1.0) / (1.0 + e);
                }
            }
            case MIN -> {
                for (int k = 0; k < n; k++) {
                    weights[to + k] = Exp.exp(Math.min(logRatios[from + k], 0.0));
                }
            }
            case MAX -> {
                for (int k = 0; k < n; k++) {
                    double d = logRatios[from + k];
                    weights[to + k] = d == Double.NEGATIVE_INFINITY ? 0.0 : Exp.exp(Math.max(d, 0.0) - shift);
                }
            }
        }
    }
}
