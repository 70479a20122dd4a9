package dev.lbp.internal.kernel;

/**
 * {@link DlmcProposal} for sites of C values (Sun, Dai, Dai, Zhou and Schuurmans 2023). With {@code nu_i = softmax} of
 * the logits of site i, the site takes another value c with probability {@code q_i(c) = nu_ic (1 - exp(-tau w_ic /
 * nu_ic))}, and otherwise stays, which has a probability of at least {@code nu_{i,x_i}}. With C = 2 this is
 * DlmcProposal.
 *
 * <p>The weight of the cell {@code i * C + c}, value c of site i, is the odds {@code q_i(c) / q_i(x_i)}. Their sum over
 * c is the odds that the site moves.
 */
final class CategoricalDlmcProposal extends FactorisedProposal implements TimedWeights {

    private static final long serialVersionUID = 1L;

    /** The lower bound of nu, e^-600, so that every possible move has a positive probability. */
    private static final double LEAST = Exp.exp(FlipWeightKernel.LEAST_LOG_WEIGHT);

    CategoricalDlmcProposal(double largest) {
        super(largest);
    }

    /** Turns the odds that a site moves, which are its weight, into probabilities. */
    @Override
    void probabilities(double[] odds, double timeStep, double[] flip, double[] stay) {
        for (int i = 0; i < odds.length; i++) {
            flip[i] = odds[i] / (1.0 + odds[i]);
            stay[i] = 1.0 / (1.0 + odds[i]);
        }
    }

    @Override
    public void cells(double[] logRatios, double[] weights, int values, double timeStep, double[] cells) {
        for (int from = 0; from < cells.length; from += values) {
            oddsOfSite(logRatios, weights, from, from + values, timeStep, cells);
        }
    }

    /** Computes the odds of the values of one site, which are cells {@code from} to {@code to - 1}. */
    private static void oddsOfSite(
            double[] logRatios, double[] weights, int from, int to, double timeStep, double[] cells) {
        // the probability to stay: nu of the current value, and of each other value nu exp(-tau w / nu)
        double stay = Math.max(softmax(logRatios, from, to, cells), LEAST);
        for (int k = from; k < to; k++) {
            if (logRatios[k] == Double.NEGATIVE_INFINITY) {
                cells[k] = 0.0;
                continue;
            }
            double nu = Math.max(cells[k], LEAST);
            double rest = Exp.exp(-timeStep * weights[k] / nu);
            cells[k] = nu * (1.0 - rest);
            stay += nu * rest;
        }
        for (int k = from; k < to; k++) {
            cells[k] /= stay;
        }
    }

    /** Writes nu of the values of one site to its cells. Returns nu of the current value, whose log-ratio is 0. */
    private static double softmax(double[] logRatios, int from, int to, double[] cells) {
        double largest = 0.0;
        for (int k = from; k < to; k++) {
            largest = Math.max(largest, logRatios[k]);
        }
        double current = Exp.exp(-largest);
        double sum = current;
        for (int k = from; k < to; k++) {
            cells[k] = Exp.exp(logRatios[k] - largest);
            sum += cells[k];
        }
        for (int k = from; k < to; k++) {
            cells[k] /= sum;
        }
        return current / sum;
    }
}
