package dev.lbp.check;

import dev.lbp.target.EnergyModel;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.correlation.PearsonsCorrelation;

/**
 * The checks of {@link ModelCheck} on flip log-ratios: they are differences of the log-probability, or correlated with
 * them.
 */
record FlipCheck(ModelCheck check, EnergyModel model, Scores scores, CheckedStates source) {

    /** Number of further states for a site whose log-ratios have the wrong sign at the first states. */
    private static final int FURTHER_STATES = 32;

    /**
     * The log-ratios of one site as the model gives them, and the exact differences of its log-probability, at the
     * states where both states of the flip are possible.
     */
    private record Flips(double[] given, double[] exact) {

        /** The cosine of the angle of {@code given} and {@code exact}, in [-1, 1]; NaN if one has only zeros. */
        double agreement() {
            double product = 0.0;
            double ofGiven = 0.0;
            double ofExact = 0.0;
            for (int k = 0; k < given.length; k++) {
                product += given[k] * exact[k];
                ofGiven += given[k] * given[k];
                ofExact += exact[k] * exact[k];
            }
            return product / Math.sqrt(ofGiven * ofExact);
        }

        /** Whether some exact difference is not 0, but the log-ratios do not agree in sign with the exact ones. */
        boolean hasWrongSign(double tolerance) {
            return Arrays.stream(exact).anyMatch(d -> Math.abs(d) > tolerance) && !(agreement() > 0.0);
        }
    }

    /** Returns the correlation of log-ratios and exact differences over all flips. */
    double verify(byte[][] rows, double[] logProb, int[] sites) {
        double[] ratios = check.flipLogRatios(rows, logProb);
        scores.verifyJoint(rows, logProb, ratios);
        Flips[] flips = Arrays.stream(sites)
                .mapToObj(site -> flips(rows, logProb, ratios, site))
                .toArray(Flips[]::new);
        double correlation = correlation(
                Arrays.stream(flips)
                        .flatMapToDouble(f -> Arrays.stream(f.given))
                        .toArray(),
                Arrays.stream(flips)
                        .flatMapToDouble(f -> Arrays.stream(f.exact))
                        .toArray());
        if (!model.exactFlips()) { // estimates: only their signs and their correlation are checked
            if (!model.differentiable()) { // a gradient is checked elsewhere
                verifySigns(flips, sites, correlation);
            }
            check.faults.failIf(
                    correlation <= 0.0,
                    "flipLogRatios have a correlation of %.3f with differences of logProb, and must have one above 0:"
                            + " is the sign of the gradient wrong?",
                    correlation);
        }
        return correlation;
    }

    /**
     * Flips a site in all states, and pairs the model's log-ratio with the difference of the log-probability in each.
     * Fails if they differ in a model that declares its log-ratios exact.
     *
     * @param ratios the model's log-ratios, [states * N]
     */
    private Flips flips(byte[][] rows, double[] logProb, double[] ratios, int site) {
        byte[][] flipped = Arrays.stream(rows).map(byte[]::clone).toArray(byte[][]::new);
        for (byte[] row : flipped) {
            row[site] ^= 1;
        }
        double[] flippedScores = scores.logProb(flipped);
        double[] given = new double[rows.length];
        double[] exact = new double[rows.length];
        int k = 0;
        for (int c = 0; c < rows.length; c++) {
            if (logProb[c] == Double.NEGATIVE_INFINITY) {
                continue;
            }
            double ratio = ratios[c * model.dimension() + site];
            double difference = flippedScores[c] - logProb[c];
            if (Double.isFinite(difference)) {
                if (model.exactFlips()) {
                    check.compare(difference, ratio, logProb[c], check.ratiosMethod() + " of site " + site);
                }
                given[k] = Math.max(ratio, -Double.MAX_VALUE); // -Infinity would make the correlation NaN
                exact[k++] = difference;
            }
        }
        return new Flips(Arrays.copyOf(given, k), Arrays.copyOf(exact, k));
    }

    /**
     * Fails for a site only if its log-ratios have the wrong sign at many further states too, since estimates may be
     * poor.
     */
    private void verifySigns(Flips[] flips, int[] sites, double correlation) {
        int[] suspects = IntStream.range(0, sites.length)
                .filter(k -> flips[k].hasWrongSign(scores.tolerance()))
                .map(k -> sites[k])
                .toArray();
        if (suspects.length == 0) {
            return;
        }
        byte[][] rows = source.further(FURTHER_STATES);
        double[] logProb = scores.logProb(rows);
        double[] ratios = check.flipLogRatios(rows, logProb);
        for (int site : suspects) {
            Flips further = flips(rows, logProb, ratios, site);
            check.faults.failIf(
                    further.hasWrongSign(scores.tolerance()),
                    "the gradient is wrong at site %d: at %d states flipLogRatios do not have the sign of differences of"
                            + " logProb (the first is %s, and must be near %s; correlation of all sites %.3f)",
                    site,
                    further.given.length,
                    further.given[0],
                    further.exact[0],
                    correlation);
        }
    }

    /**
     * The correlation: 1 if both are equal, even if constant; NaN for fewer than two values; 0 if only one is constant.
     */
    private static double correlation(double[] given, double[] exact) {
        if (given.length < 2) {
            return Double.NaN;
        }
        if (Arrays.equals(given, exact)) {
            return 1.0;
        }
        double correlation = new PearsonsCorrelation().correlation(given, exact);
        return Double.isNaN(correlation) ? 0.0 : correlation;
    }
}
