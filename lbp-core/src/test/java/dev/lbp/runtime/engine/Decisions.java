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

    /** Far more than any decision of a few sites has. */
    private static final int MOST_INTERVALS = 100;

    /** What is scripted; decisions after it are the first alternative, or the number {@link #rest}. */
    private double[] script = {};

    private double rest;

    /** The lowest bits of a whole number that the program uses. */
    private final int bits;

    /** The probabilities of the alternatives of each decision of this run; null for a uniform number. */
    private double[][] open = new double[16][];

    private int made;

    /** All that was decided and noted in this run, and how much of it before each decision. */
    private long[] notes = new long[64];

    private int[] before = new int[16];

    private int noted;

    private final Ends ends = new Ends();

    /** The end found last of an interval, by how runs within it and those of the last interval went on. */
    private final Map<Long, Long> lastEnds = new HashMap<>();

    /** Whether runs are compared with two continuations. */
    private boolean thorough;

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
    public record Leaf(long end, double probability, double[] script) {}

    /** Takes part in a run: what is noted tells runs with different uniform numbers apart. */
    public void note(long what) {
        if (noted == notes.length) {
            notes = Arrays.copyOf(notes, 2 * noted);
        }
        notes[noted++] = what;
    }

    /** Runs a program with scripted decisions. */
    public long replay(double[] decisions, ToLongFunction<Decisions> program) {
        script = decisions;
        made = 0;
        noted = 0;
        long end = program.applyAsLong(this);
        note(end);
        return end;
    }

    /** All ways through a program. */
    public List<Leaf> leaves(ToLongFunction<Decisions> program) {
        return leaves(new double[0], program);
    }

    /**
     * All ways through a program that begins with given decisions.
     *
     * @param program returns where it ends
     */
    public List<Leaf> leaves(double[] beginning, ToLongFunction<Decisions> program) {
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

    /** A run: where it ended, what was open to each of its decisions, and what it noted. */
    private record Made(long end, double[][] open, long[] notes, int[] before) {

        boolean isAs(Made other) {
            return Arrays.equals(notes, other.notes);
        }

        /** A hash of how it went on after the decision before this one. */
        long way(int decision) {
            long hash = decision;
            for (int k = decision == 0 ? 0 : before[decision - 1]; k < notes.length; k++) {
                hash = (hash ^ notes[k]) * 0x9E3779B97F4A7C15L;
                hash ^= hash >>> 29;
            }
            return hash;
        }
    }

    private Made run(double[] decisions, ToLongFunction<Decisions> program) {
        long end = replay(decisions, program);
        double[][] alternatives = Arrays.copyOf(open, made);
        int[] places = Arrays.copyOf(before, made);
        long[] all = Arrays.copyOf(notes, noted);
        if (thorough) {
            rest = (Ends.RANGE - 1) * 0x1p-53;
            replay(decisions, program);
            rest = 0.0;
            all = Arrays.copyOf(all, all.length + noted);
            System.arraycopy(notes, 0, all, all.length - noted, noted);
        }
        return new Made(end, alternatives, all, places);
    }

    private Made run(double[] beginning, long number, ToLongFunction<Decisions> program) {
        return run(with(beginning, number * 0x1p-53), program);
    }

    private void extend(
            double[] beginning, Made first, double p, ToLongFunction<Decisions> program, List<Leaf> leaves) {
        int decided = beginning.length;
        if (first.open.length == decided) {
            leaves.add(new Leaf(first.end, p, beginning));
        } else if (first.open[decided] != null) {
            double[] of = first.open[decided];
            Made made = first; // with the first alternative
            for (int k = 0; k < of.length; k++) {
                if (of[k] > 0.0) {
                    double[] longer = with(beginning, k);
                    extend(longer, made == null ? run(longer, program) : made, p * of[k], program, leaves);
                    made = null;
                }
            }
        } else {
            extendByIntervals(beginning, thorough ? run(beginning, 0, program) : first, p, program, leaves);
        }
    }

    /** Each interval begins with the run that ended the search for the end of the one before. */
    private void extendByIntervals(
            double[] beginning, Made ofZero, double p, ToLongFunction<Decisions> program, List<Leaf> leaves) {
        Made largest = run(beginning, Ends.RANGE - 1, program);
        Made first = ofZero;
        long from = 0;
        for (int intervals = 0; from < Ends.RANGE; intervals++) {
            if (intervals == MOST_INTERVALS) {
                fail("must decide again as before: its decisions depend on earlier runs");
            }
            long to = Ends.RANGE;
            Made within = first;
            Made[] next = {largest};
            if (!first.isAs(largest)) {
                int decided = beginning.length;
                long like = 31 * first.way(decided) + largest.way(decided);
                to = ends.after(from, Ends.RANGE - 1, lastEnds.getOrDefault(like, Ends.NOWHERE), number -> {
                    Made there = run(beginning, number, program);
                    boolean as = there.isAs(within);
                    next[0] = as ? next[0] : there;
                    return as;
                });
                lastEnds.put(like, to);
            }
            extend(with(beginning, from * 0x1p-53), first, p * (to - from) * 0x1p-53, program, leaves);
            from = to;
            first = next[0];
        }
    }

    private static double[] with(double[] beginning, double next) {
        double[] longer = Arrays.copyOf(beginning, beginning.length + 1);
        longer[beginning.length] = next;
        return longer;
    }

    private double decide(double[] probabilities, double otherwise) {
        if (made == open.length) {
            open = Arrays.copyOf(open, 2 * made);
            before = Arrays.copyOf(before, 2 * made);
        }
        open[made] = probabilities;
        before[made] = noted;
        double decision = made < script.length ? script[made] : otherwise;
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
