package dev.lbp;

/**
 * Where each chain of a trace is, and how far it moves about.
 *
 * @param mean [chains]
 * @param deviation [chains], standard deviations; NaN of under 2 draws
 */
record ChainMoments(double[] mean, double[] deviation) {

    /**
     * @param trace [chains][draws], at least one draw
     */
    static ChainMoments of(double[][] trace) {
        double[] mean = new double[trace.length];
        double[] deviation = new double[trace.length];
        for (int c = 0; c < trace.length; c++) {
            double sum = 0.0;
            for (double value : trace[c]) {
                sum += value;
            }
            mean[c] = sum / trace[c].length;
            double squares = 0.0;
            for (double value : trace[c]) {
                squares += (value - mean[c]) * (value - mean[c]);
            }
            deviation[c] = trace[c].length < 2 ? Double.NaN : Math.sqrt(squares / (trace[c].length - 1));
        }
        return new ChainMoments(mean, deviation);
    }

    /** The chain of the lowest mean. */
    int lowest() {
        int lowest = 0;
        for (int c = 1; c < mean.length; c++) {
            lowest = mean[c] < mean[lowest] ? c : lowest;
        }
        return lowest;
    }

    /** The chain of the highest mean. */
    int highest() {
        int highest = 0;
        for (int c = 1; c < mean.length; c++) {
            highest = mean[c] > mean[highest] ? c : highest;
        }
        return highest;
    }

    /** The root of the mean variance within a chain. */
    double within() {
        double sum = 0.0;
        for (double value : deviation) {
            sum += value * value;
        }
        return Math.sqrt(sum / deviation.length);
    }
}
