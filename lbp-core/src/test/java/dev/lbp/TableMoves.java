package dev.lbp;

import dev.lbp.target.MoveModel;
import dev.lbp.target.UniformStates;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * A distribution over the states of a {@link MoveSpace}, by a table of log-probabilities. Its tracker looks up
 * everything, and reports exactly the labels whose log-ratio or legality has changed.
 */
public class TableMoves implements MoveModel {

    private static final long serialVersionUID = 1L;

    private final MoveSpace space;
    private final double[] logProb;
    private final int[][] ends;

    public TableMoves(MoveSpace space, IntToDoubleFunction logProb) {
        this.space = space;
        this.logProb =
                IntStream.range(0, space.states().size()).mapToDouble(logProb).toArray();
        this.ends = space.ends();
    }

    public final MoveSpace space() {
        return space;
    }

    /** The log-probability of each state, by its number. */
    public final double[] logProb() {
        return logProb;
    }

    /** Independent normal log-probabilities. */
    public static TableMoves random(MoveSpace space, double spread, long seed) {
        Random random = new Random(seed);
        return new TableMoves(space, x -> spread * random.nextGaussian());
    }

    @Override
    public int dimension() {
        return space.states().get(0).length;
    }

    @Override
    public int values() {
        return space.values();
    }

    @Override
    public int moves() {
        return space.moves();
    }

    @Override
    public String name() {
        return space.name();
    }

    /** The number of the state that a label leads to; -1 if it is illegal. */
    public final int end(int x, int move) {
        return ends[x][move];
    }

    /** The normalised probabilities of all states. */
    public double[] probabilities() {
        double sum = IntStream.range(0, logProb.length)
                .mapToDouble(x -> Math.exp(logProb[x]))
                .sum();
        return IntStream.range(0, logProb.length)
                .mapToDouble(x -> Math.exp(logProb[x]) / sum)
                .toArray();
    }

    /** {@code log pi(T_m x) - log pi(x)}; -Infinity if the label is illegal. */
    public double logRatio(int x, int move) {
        int y = ends[x][move];
        return y < 0 ? Double.NEGATIVE_INFINITY : logProb[y] - logProb[x];
    }

    @Override
    public int[] randomState(UniformRandomProvider rng) {
        int x;
        do {
            x = rng.nextInt(logProb.length);
        } while (logProb[x] == Double.NEGATIVE_INFINITY);
        return space.states().get(x).clone();
    }

    @Override
    public Optional<UniformStates> uniformStates() {
        return Optional.of(new UniformStates() {

            @Override
            public int[] draw(UniformRandomProvider rng) {
                return space.states().get(rng.nextInt(logProb.length)).clone();
            }

            @Override
            public double logCount() {
                return Math.log(logProb.length);
            }
        });
    }

    @Override
    public Tracker newTracker() {
        return new TableTracker();
    }

    /** Looks up everything by the number of its state. */
    public class TableTracker implements Tracker {

        private static final long serialVersionUID = 1L;

        private int x;
        private int saved;

        @Override
        public void reset(int[] state) {
            x = space.number(state);
        }

        @Override
        public double logProb() {
            return logProb[x];
        }

        @Override
        public void logRatios(int[] moves, int n, double[] out) {
            for (int k = 0; k < n; k++) {
                out[k] = logRatio(x, moves[k]);
            }
        }

        @Override
        public int inverse(int move) {
            return space.rule().inverse(space.states().get(x), move);
        }

        @Override
        public int changes(int move, int[] sites, int[] values) {
            int[] here = space.states().get(x);
            int[] there = space.states().get(ends[x][move]);
            int n = 0;
            for (int i = 0; i < here.length; i++) {
                if (here[i] != there[i]) {
                    sites[n] = i;
                    values[n++] = there[i];
                }
            }
            return n;
        }

        @Override
        public int apply(int move, int[] touched) {
            int from = x;
            x = ends[x][move];
            int n = 0;
            for (int m = 0; m < space.moves(); m++) {
                if (logRatio(from, m) != logRatio(x, m)) {
                    touched[n++] = m;
                }
            }
            return n;
        }

        @Override
        public void save() {
            saved = x;
        }

        @Override
        public void restore() {
            x = saved;
        }
    }
}
