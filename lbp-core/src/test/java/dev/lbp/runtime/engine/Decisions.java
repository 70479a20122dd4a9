package dev.lbp.runtime.engine;

import static org.assertj.core.api.Assertions.fail;

import dev.lbp.internal.kernel.Proposal;
import dev.lbp.internal.kernel.ScaleRange;
import dev.lbp.internal.kernel.WeightTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * All random decisions of a program, enumerated. It is run again and again with scripted decisions, and every one of
 * them is tried: each value of a whole number, each path of a proposal, and each interval of uniform numbers within
 * which the rest of the run is the same. The ends of the intervals are found by bisection, to 2^-53. So a program's own
 * comparisons decide on the probabilities.
 */
public final class Decisions implements UniformRandomProvider {

    private static final long RANGE = 1L << 53;

    /** Far more than any decision of a few sites has. */
    private static final int MOST_INTERVALS = 100;

    /** What is scripted; decisions after it are the first alternative, or the number 0. */
    private List<Double> script = List.of();

    private int made;

    /** The lowest bits of a whole number that the program uses. */
    private final int bits;

    /** The probabilities of the alternatives of the first decision after the script; null for a uniform number. */
    private double[] alternatives;

    /** The ends of intervals found so far, ascending. */
    private long[] ends = new long[64];

    private int known;

    /** The end that was found last of an interval with a beginning. */
    private final Map<Long, Long> lastEnds = new HashMap<>();

    /** A hash of all that was decided and noted. */
    private long trace;

    /** Whether runs are compared with two continuations. */
    private boolean thorough;

    /** The uniform number of decisions after the script. */
    private double rest;

    /**
     * @param bits the number of bits of a whole number that the program uses, from the lowest
     */
    public Decisions(int bits) {
        this.bits = bits;
    }

    /**
     * Compares runs with the least and the largest uniform number for later decisions: one of them may hide what an
     * earlier decision did.
     */
    public Decisions thorough() {
        thorough = true;
        return this;
    }

    /** A way through the program: its end, its probability, and the decisions on it. */
    public record Leaf(long end, double probability, List<Double> script) {}

    /** Takes part in a run: what is noted tells runs with different uniform numbers apart. */
    public void note(long what) {
        trace = (trace ^ what) * 0x9E3779B97F4A7C15L;
        trace ^= trace >>> 29;
    }

    /** Runs a program with scripted decisions, after those of another part of the script. */
    public long replay(List<Double> decisions, ToLongFunction<Decisions> program) {
        script = decisions;
        made = 0;
        trace = 1;
        long end = program.applyAsLong(this);
        note(end);
        return end;
    }

    /**
     * All ways through a program that begins with given decisions.
     *
     * @param program returns where it ends
     */
    public List<Leaf> leaves(List<Double> beginning, ToLongFunction<Decisions> program) {
        List<Leaf> leaves = new ArrayList<>();
        extend(beginning, run(beginning, program), 1.0, program, leaves);
        return leaves;
    }

    /** The probability of each end. */
    public static Map<Long, Double> ends(List<Leaf> leaves) {
        Map<Long, Double> ends = new TreeMap<>();
        leaves.forEach(leaf -> ends.merge(leaf.end, leaf.probability, Double::sum));
        return ends;
    }

    /** A run: where it ended, how many decisions it made, and what was open to the first after the script. */
    private record Made(long end, int decisions, double[] alternatives, long trace) {}

    private Made run(List<Double> decisions, ToLongFunction<Decisions> program) {
        long end = replay(decisions, program);
        int decided = made;
        double[] open = alternatives;
        long both = trace;
        if (thorough) {
            rest = (RANGE - 1) * 0x1p-53;
            replay(decisions, program);
            rest = 0.0;
            both = 31 * both + trace;
        }
        return new Made(end, decided, open, both);
    }

    private Made run(List<Double> beginning, long number, ToLongFunction<Decisions> program) {
        return run(with(beginning, number * 0x1p-53), program);
    }

    private void extend(
            List<Double> beginning, Made made, double p, ToLongFunction<Decisions> program, List<Leaf> leaves) {
        if (made.decisions == beginning.size()) {
            leaves.add(new Leaf(made.end, p, beginning));
        } else if (made.alternatives != null) {
            double[] of = made.alternatives;
            for (int k = 0; k < of.length; k++) {
                if (of[k] > 0.0) {
                    List<Double> longer = with(beginning, k);
                    extend(longer, run(longer, program), p * of[k], program, leaves);
                }
            }
        } else {
            extendByIntervals(beginning, p, program, leaves);
        }
    }

    /** Each interval begins with the run that ended the search for the end of the one before. */
    private void extendByIntervals(
            List<Double> beginning, double p, ToLongFunction<Decisions> program, List<Leaf> leaves) {
        Made largest = run(beginning, RANGE - 1, program);
        Made first = run(beginning, 0, program);
        long from = 0;
        for (int intervals = 0; from < RANGE; intervals++) {
            if (intervals == MOST_INTERVALS) {
                fail("must decide again as before: its decisions depend on earlier runs");
            }
            long to = RANGE;
            Made next = largest;
            if (first.trace != largest.trace) {
                long least = from;
                to = RANGE - 1;
                while (to - least > 1) {
                    long middle = guess(from, least, to);
                    Made there = run(beginning, middle, program);
                    if (there.trace == first.trace) {
                        least = middle;
                    } else {
                        to = middle;
                        next = there;
                    }
                }
                learn(from, to);
            }
            extend(with(beginning, from * 0x1p-53), first, p * (to - from) * 0x1p-53, program, leaves);
            from = to;
            first = next;
        }
    }

    /** Adds the end of an interval to those found. */
    private void learn(long from, long end) {
        int place = place(end);
        if (place == known || ends[place] != end) {
            if (known == ends.length) {
                ends = Arrays.copyOf(ends, 2 * known);
            }
            System.arraycopy(ends, place, ends, place + 1, known - place);
            ends[place] = end;
            known++;
        }
        lastEnds.put(from, end);
    }

    /**
     * A number between two, as few probabilities are different ones: at or just below the end that the last interval
     * with this beginning had, but that the first interval of all ends anywhere; else the middle one of the ends known
     * there, or the last below a known end, or the middle.
     */
    private long guess(long from, long least, long most) {
        long last = from == 0 ? 0L : lastEnds.getOrDefault(from, 0L);
        if (least < last && last <= most) {
            return last == most ? most - 1 : last;
        }
        int below = place(least + 1);
        int upTo = place(most);
        if (below < upTo) {
            return ends[(below + upTo) >>> 1];
        }
        return upTo < known && ends[upTo] == most ? most - 1 : (least + most) >>> 1;
    }

    /** The number of known ends below a number. */
    private int place(long number) {
        int found = Arrays.binarySearch(ends, 0, known, number);
        return found >= 0 ? found : -found - 1;
    }

    private static List<Double> with(List<Double> beginning, double next) {
        List<Double> longer = new ArrayList<>(beginning);
        longer.add(next);
        return longer;
    }

    private double decide(double[] probabilities, double otherwise) {
        if (made == script.size()) {
            alternatives = probabilities;
        }
        double decision = made < script.size() ? script.get(made) : otherwise;
        made++;
        if (probabilities != null) {
            note((long) decision);
            note(probabilities.length);
        }
        return decision;
    }

    private int choose(double[] probabilities) {
        int first = 0;
        while (!(probabilities[first] > 0.0)) {
            first++;
        }
        return (int) decide(probabilities, first);
    }

    @Override
    public double nextDouble() {
        return decide(null, rest);
    }

    @Override
    public int nextInt(int n) {
        double[] equal = new double[n];
        Arrays.fill(equal, 1.0 / n);
        return choose(equal);
    }

    @Override
    public boolean nextBoolean() {
        return nextInt(2) == 1;
    }

    /** The bits of fair sites, few enough for all of them to be tried. */
    @Override
    public long nextLong() {
        return nextInt(1 << bits);
    }

    /** A proposal whose paths are decisions, with the probabilities that a real one gives them. */
    public Proposal deciding(Proposal real, BiFunction<int[], Integer, List<int[]>> paths) {
        return new Deciding(this, real, paths);
    }

    private static final class Deciding implements Proposal {

        private static final long serialVersionUID = 1L;

        private final transient Decisions decisions;
        private final Proposal real;
        private final transient BiFunction<int[], Integer, List<int[]>> paths;

        Deciding(Decisions decisions, Proposal real, BiFunction<int[], Integer, List<int[]>> paths) {
            this.decisions = decisions;
            this.real = real;
            this.paths = paths;
        }

        @Override
        public boolean weighted() {
            return real.weighted();
        }

        @Override
        public boolean absolute() {
            return real.absolute();
        }

        @Override
        public ScaleRange scales(int freeSites) {
            return real.scales(freeSites);
        }

        @Override
        public int draw(WeightTable table, double scale, UniformRandomProvider rng, int[] path) {
            int[] sites = IntStream.range(0, table.weights().length)
                    .filter(i -> table.weight(i) > 0.0)
                    .toArray();
            List<int[]> all = paths.apply(sites, (int) scale);
            double[] p = all.stream()
                    .mapToDouble(one -> real.weighted()
                            ? Math.exp(real.logProbability(table, one, one.length, scale, false))
                            : 1.0 / all.size())
                    .toArray();
            if (all.isEmpty() || !(Arrays.stream(p).sum() > 0.0)) {
                return -1;
            }
            int[] chosen = all.get(decisions.choose(p));
            System.arraycopy(chosen, 0, path, 0, chosen.length);
            return chosen.length;
        }

        @Override
        public double logProbability(WeightTable table, int[] path, int length, double scale, boolean reversed) {
            return real.logProbability(table, path, length, scale, reversed);
        }

        @Override
        public int flips(WeightTable table, int[] path, int length, int[] sites) {
            return real.flips(table, path, length, sites);
        }
    }
}
