package dev.lbp.internal.infer.sample;

import dev.lbp.models.factor.Factor;
import dev.lbp.models.factor.FactorGraph;
import dev.lbp.result.RunResult;
import dev.lbp.result.SampleResult;
import dev.lbp.result.TemperingResult;
import dev.lbp.result.ValueResult;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Draws of a factor graph from a run on the graph with raised zeros. Zeros are raised to {@link #FLOOR} nats below the
 * largest entry of their table, because chains that change one site at a time cannot cross states of probability 0.
 * Draws that have probability 0 in the original graph are left out, so the other draws, called possible, have exactly
 * the distribution of the original graph; log Z is corrected by the share of possible draws.
 */
public final class GraphDraws {

    /** The distance of a raised zero from the largest entry of its table, in nats. */
    private static final double FLOOR = 40.0;

    /** The largest number of draws of all chains. If there are more, evenly spread draws are used. */
    private static final int MOST = 64_000;

    private final RunResult result;
    private final int[][][] draws;
    private final double possible;

    /** @param possible the share of possible draws among those that were looked at, above 0 */
    private GraphDraws(RunResult result, int[][][] draws, double possible) {
        this.result = result;
        this.draws = draws;
        this.possible = possible;
    }

    /**
     * The possible draws of a run.
     *
     * @param graph the original graph, with its zeros
     * @param result the result of a run that kept its draws, on the original graph or on the {@link #raised} graph
     * @throws IllegalStateException if the result has no possible draw
     */
    public static GraphDraws of(FactorGraph graph, RunResult result) {
        if (result.draws() == 0) {
            throw new IllegalStateException("must have more time: the first draw was not finished");
        }
        int chains = result.acceptanceRates().length;
        // every gap-th draw of a chain, so that there are at most about MOST in all
        int gap = (int) Math.ceil((double) chains * result.draws() / MOST);
        int taken = (result.draws() + gap - 1) / gap;
        int[][][] possible = new int[chains][][];
        long kept = 0;
        for (int c = 0; c < chains; c++) {
            int chain = c;
            possible[c] = IntStream.range(0, taken)
                    .mapToObj(t -> state(result, chain, gap * t))
                    .filter(x -> graph.logProb(x) != Double.NEGATIVE_INFINITY)
                    .toArray(int[][]::new);
            kept += possible[c].length;
        }
        if (kept == 0) {
            throw new IllegalStateException("must have more time: none of " + result.draws() + " draws is possible");
        }
        return new GraphDraws(result, possible, kept / ((double) chains * taken));
    }

    private static int[] state(RunResult result, int chain, int draw) {
        if (result instanceof ValueResult values) {
            return values.draw(chain, draw);
        }
        byte[] bits = ((SampleResult) result).draw(chain, draw);
        return IntStream.range(0, bits.length).map(i -> bits[i]).toArray();
    }

    /** The graph with raised zeros and the same names. */
    public static FactorGraph raised(FactorGraph graph) {
        int[] values = new int[graph.sites()];
        Arrays.setAll(values, graph::values);
        List<Factor> factors = graph.factors().stream()
                .map(factor -> {
                    double[] entries = factor.logValues();
                    double floor = Arrays.stream(entries).max().orElse(0.0) - FLOOR;
                    Arrays.setAll(entries, k -> entries[k] == Double.NEGATIVE_INFINITY ? floor : entries[k]);
                    return Factor.of(factor.sites(), entries);
                })
                .toList();
        return FactorGraph.of(values, factors).named(graph.names(), graph.valueNames());
    }

    /** The possible draws, [chains][draws][N]. The caller must not change them. */
    public int[][][] draws() {
        return draws;
    }

    /** The number of possible draws, at least 1. */
    public int count() {
        return Arrays.stream(draws).mapToInt(chain -> chain.length).sum();
    }

    /**
     * A possible draw. The caller must not change it.
     *
     * @param number 0 to {@code count() - 1}; draws are numbered through all chains
     */
    public int[] draw(int number) {
        int at = number;
        int chain = 0;
        while (at >= draws[chain].length) {
            at -= draws[chain++].length;
        }
        return draws[chain][at];
    }

    /** The share of draws that are possible in the original graph. */
    public double possible() {
        return possible;
    }

    /**
     * The logarithm of the sum over all states of the original graph.
     *
     * @throws IllegalStateException if the run was not tempered
     */
    public double logZ() {
        return tempering().logZ() + Math.log(possible);
    }

    /** The standard error of {@link #logZ}, including the error of the share of possible draws. */
    public double logZError() {
        double effective = Math.max(1.0, result.statistics("logProb").bulkSample());
        // the variance of the logarithm of a share p that n draws estimate: (1 - p) / (p n)
        double ofShare = possible == 1.0 ? 0.0 : (1.0 - possible) / possible / effective;
        return Math.sqrt(tempering().logZError() * tempering().logZError() + ofShare);
    }

    private TemperingResult tempering() {
        return result.tempering()
                .orElseThrow(() -> new IllegalStateException("must be tempered for log Z: the run of the draws"));
    }
}
