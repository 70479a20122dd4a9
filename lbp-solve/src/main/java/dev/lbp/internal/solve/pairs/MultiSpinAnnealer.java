package dev.lbp.internal.solve.pairs;

import dev.lbp.internal.solve.SearchMonitor;
import dev.lbp.models.Couplings;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Metropolis sweeps of 64 replicas at once, for couplings that all have the same size c. Bit r of every word belongs to
 * replica r.
 *
 * <p>The flip of spin i gains {@code 2 c (2u - d) - 2 s_i h_i}, where u of its d neighbours are unsatisfied. A step
 * accepts the flip if the gain is at least {@code log(r) / beta} with r uniform. This is the condition
 *
 * <pre>{@code u >= d / 2 - x + s_i h_i / (2 c),   x = -log(r) / (4 beta c).}</pre>
 *
 * <p>The right-hand side, rounded up, is one threshold for all replicas with the same spin. Full adders count u in all
 * replicas at once, and each count is compared with the threshold bit by bit. All replicas of a site share r, which
 * would make replicas alike in long anneals. So anneals are short, and {@link Crossover} and reheating follow.
 *
 * <p>A sweep costs about 0.1 ns per site and replica at degree 5, and more at higher degrees.
 */
final class MultiSpinAnnealer implements Annealer {

    /** The largest degree with a count of 7 bits, which must also hold the largest threshold, the degree plus 1. */
    private static final int LARGEST_FAST_DEGREE = 126;

    /** The largest degree with a count of 3 bits. */
    private static final int LARGEST_LOW_DEGREE = 7;

    /** Sweeps at the end of an anneal that accept no loss. Without these sweeps crossover gains little. */
    private static final int UPHILL_SWEEPS = 2;

    /**
     * A temperature that accepts no loss if there are no fields: times 12, the largest of {@link Exponentials}, it is
     * below 1/2, the smallest loss in units of 4 c.
     */
    private static final float UPHILL = 1e-3f;

    private final SpinForm form;
    /** The size c of all couplings. */
    private final double size;

    /** {@code h_i / (2 c)}; empty if all are 0. */
    private final float[] shift;

    /** Whether all couplings have the sign {@link #sign}. Then the sign is not read for each coupling. */
    private final boolean oneSign;

    private final long sign;
    private final long[] unsatisfied;

    /** Bit b of the count of each replica is in {@code count[b]}. */
    private final long[] count = new long[Integer.SIZE];

    /**
     * @param form has couplings of one size
     */
    MultiSpinAnnealer(SpinForm form) {
        this.form = form;
        this.size = form.commonSize();
        this.shift = new float[form.symmetric() ? 0 : form.sites()];
        for (int i = 0; i < shift.length; i++) {
            shift[i] = (float) (form.field()[i] / (2.0 * size));
        }
        this.sign = sign(form.couplings(), 0);
        boolean same = true;
        for (int k = 0; k < form.couplings().start(form.sites()); k++) { // all couplings of all sites
            same &= sign(form.couplings(), k) == sign;
        }
        this.oneSign = same;
        this.unsatisfied = new long[form.largestDegree()];
    }

    /** All ones for a negative coupling, all zeros for a positive one. */
    private static long sign(Couplings couplings, int entry) {
        return Double.doubleToRawLongBits(couplings.value(entry)) >> Long.SIZE - 1;
    }

    @Override
    public void anneal(
            Population population,
            Betas betas,
            int sweeps,
            UniformRandomProvider random,
            SearchMonitor<byte[]> monitor) {
        for (int t = 0; t < sweeps && !monitor.mustEnd(); t++) {
            float temperature = (float) (1.0 / (4.0 * betas.at(t, sweeps) * size)); // for gains in units of 4 c
            sweep(population.word, temperature, random);
        }
        for (int t = 0; t < UPHILL_SWEEPS; t++) {
            sweep(population.word, UPHILL, random);
        }
        writeValues(population);
    }

    /**
     * Makes one Metropolis step at each site of all replicas.
     *
     * @param temperature {@code 1 / (4 beta c)}
     */
    private void sweep(long[] word, float temperature, UniformRandomProvider random) {
        long bits = 0L;
        for (int i = 0; i < word.length; i++) {
            if ((i & Exponentials.IN_A_LONG - 1) == 0) {
                bits = random.nextLong();
            }
            float x = Exponentials.at(bits) * temperature;
            bits >>>= Exponentials.BITS;
            int degree = writeUnsatisfied(word, i);
            // counts of at most 3 bits, of 7 bits, or of any number of bits
            if (degree <= LARGEST_LOW_DEGREE) {
                word[i] ^= acceptedLowDegree(i, word[i], degree, x);
            } else if (degree <= LARGEST_FAST_DEGREE) {
                word[i] ^= acceptedByFullAdders(i, word[i], degree, x);
            } else {
                word[i] ^= acceptedAnyDegree(i, word[i], degree, x);
            }
        }
    }

    /**
     * The replicas that flip site i, for a degree of at most {@value #LARGEST_LOW_DEGREE}. The words p0, p1 and p2 hold
     * the three bits of each replica's count of unsatisfied neighbours, the lowest first.
     */
    private long acceptedLowDegree(int i, long spin, int degree, float x) {
        long p0 = 0L;
        long p1 = 0L;
        long p2 = 0L;
        for (int k = 0; k < degree; k++) {
            long carry = p0 & unsatisfied[k];
            p0 ^= unsatisfied[k];
            p2 |= p1 & carry;
            p1 ^= carry;
        }
        if (shift.length == 0) {
            return atLeast(threshold(degree, x), p0, p1, p2);
        }
        // a field raises the threshold of one value of the spin and lowers that of the other
        return spin & atLeast(threshold(degree, x - shift[i]), p0, p1, p2)
                | ~spin & atLeast(threshold(degree, x + shift[i]), p0, p1, p2);
    }

    /** The replicas whose count is at least the threshold. The count has the bits p0 to p2, the lowest first. */
    private static long atLeast(int threshold, long p0, long p1, long p2) {
        if (threshold > LARGEST_LOW_DEGREE) { // three bits cannot reach it
            return 0L;
        }
        long result = compareBit(threshold, p0, -1L); // all ones: without any bits each count is >= the threshold
        result = compareBit(threshold >> 1, p1, result);
        return compareBit(threshold >> 2, p2, result);
    }

    /**
     * The replicas that flip site i, for a degree of at most {@value #LARGEST_FAST_DEGREE}. The words p0 to p6 hold the
     * bits of each replica's count of unsatisfied neighbours. Full adders add eight neighbours at a time: each turns
     * three words of one weight into a sum and a carry.
     */
    private long acceptedByFullAdders(int i, long spin, int degree, float x) {
        long[] u = unsatisfied;
        long p0 = 0L;
        long p1 = 0L;
        long p2 = 0L;
        long p3 = 0L;
        long p4 = 0L;
        long p5 = 0L;
        long p6 = 0L;
        int k = 0;
        for (; k + 7 < degree; k += 8) {
            long half = p0 ^ u[k];
            long two1 = p0 & u[k] | half & u[k + 1];
            p0 = half ^ u[k + 1];
            half = p0 ^ u[k + 2];
            long two2 = p0 & u[k + 2] | half & u[k + 3];
            p0 = half ^ u[k + 3];
            half = p1 ^ two1;
            long four1 = p1 & two1 | half & two2;
            p1 = half ^ two2;
            half = p0 ^ u[k + 4];
            two1 = p0 & u[k + 4] | half & u[k + 5];
            p0 = half ^ u[k + 5];
            half = p0 ^ u[k + 6];
            two2 = p0 & u[k + 6] | half & u[k + 7];
            p0 = half ^ u[k + 7];
            half = p1 ^ two1;
            long four2 = p1 & two1 | half & two2;
            p1 = half ^ two2;
            half = p2 ^ four1;
            long eight = p2 & four1 | half & four2;
            p2 = half ^ four2;
            long carry = p3 & eight;
            p3 ^= eight;
            long next = p4 & carry;
            p4 ^= carry;
            carry = p5 & next;
            p5 ^= next;
            p6 ^= carry;
        }
        for (; k < degree; k++) {
            long carry = p0 & u[k];
            p0 ^= u[k];
            long next = p1 & carry;
            p1 ^= carry;
            carry = p2 & next;
            p2 ^= next;
            next = p3 & carry;
            p3 ^= carry;
            carry = p4 & next;
            p4 ^= next;
            next = p5 & carry;
            p5 ^= carry;
            p6 ^= next;
        }
        if (shift.length == 0) {
            return atLeast(threshold(degree, x), p0, p1, p2, p3, p4, p5, p6);
        }
        // a field raises the threshold of one value of the spin and lowers that of the other
        long down = atLeast(threshold(degree, x - shift[i]), p0, p1, p2, p3, p4, p5, p6);
        long up = atLeast(threshold(degree, x + shift[i]), p0, p1, p2, p3, p4, p5, p6);
        return spin & down | ~spin & up;
    }

    /** The replicas that flip site i, for any degree. */
    private long acceptedAnyDegree(int i, long spin, int degree, float x) {
        Arrays.fill(count, 0L);
        for (int k = 0; k < degree; k++) {
            increment(unsatisfied[k]);
        }
        if (shift.length == 0) { // without fields the threshold is that of both values of the spin
            return atLeast(threshold(degree, x));
        }
        // a field raises the threshold of one value of the spin and lowers that of the other
        return spin & atLeast(threshold(degree, x - shift[i])) | ~spin & atLeast(threshold(degree, x + shift[i]));
    }

    /** Adds 1 to the {@link #count} of each replica whose bit is set in {@code replicas}. */
    private void increment(long replicas) {
        long carry = replicas;
        for (int b = 0; carry != 0L; b++) {
            long next = count[b] & carry;
            count[b] ^= carry;
            carry = next;
        }
    }

    /** The replicas whose {@link #count} is at least the threshold. */
    private long atLeast(int threshold) {
        long result = -1L;
        for (int b = 0; b < count.length; b++) {
            result = compareBit(threshold >> b, count[b], result);
        }
        return result;
    }

    /**
     * Writes to {@link #unsatisfied} in which replicas each coupling of a site is unsatisfied: where the spins differ
     * if the coupling is positive, where they agree if it is negative. Returns the degree.
     */
    private int writeUnsatisfied(long[] word, int site) {
        Couplings couplings = form.couplings();
        int start = couplings.start(site);
        int degree = couplings.start(site + 1) - start;
        if (oneSign) {
            long spin = word[site] ^ sign;
            for (int k = 0; k < degree; k++) {
                unsatisfied[k] = spin ^ word[couplings.neighbour(start + k)];
            }
        } else {
            long spin = word[site];
            for (int k = 0; k < degree; k++) {
                unsatisfied[k] = spin ^ sign(couplings, start + k) ^ word[couplings.neighbour(start + k)];
            }
        }
        return degree;
    }

    /**
     * The least count of unsatisfied neighbours that accepts a flip: {@code degree / 2 - x}, rounded up and limited to
     * 0 to {@code degree + 1}, which no count reaches.
     */
    private static int threshold(int degree, float x) {
        float least = Math.max(0.0f, Math.min(degree + 1.0f, 0.5f * degree - x));
        int floor = (int) least;
        return floor < least ? floor + 1 : floor;
    }

    /** The replicas whose count is at least the threshold. The count has the bits p0 to p6, the lowest first. */
    private static long atLeast(int threshold, long p0, long p1, long p2, long p3, long p4, long p5, long p6) {
        long result = -1L;
        result = compareBit(threshold, p0, result);
        result = compareBit(threshold >> 1, p1, result);
        result = compareBit(threshold >> 2, p2, result);
        result = compareBit(threshold >> 3, p3, result);
        result = compareBit(threshold >> 4, p4, result);
        result = compareBit(threshold >> 5, p5, result);
        return compareBit(threshold >> 6, p6, result);
    }

    /**
     * Extends the comparison count {@code >=} threshold by the next higher bit. Where the bit of the count equals that
     * of the threshold, the result of the lower bits stands.
     */
    private static long compareBit(int threshold, long bit, long lower) {
        long isZero = (threshold & 1) - 1L;
        return bit & lower | isZero & (bit | lower);
    }

    /**
     * Writes the log-probability of each replica: the constant and the fields' part, plus c for each satisfied coupling
     * and less c for each unsatisfied one. Couplings are counted from both ends, so each one twice.
     */
    private void writeValues(Population population) {
        long[] word = population.word;
        double[] values = population.value;
        long couplings = 0;
        Arrays.fill(values, form.constant());
        Arrays.fill(count, 0L);
        for (int i = 0; i < word.length; i++) {
            int degree = writeUnsatisfied(word, i);
            couplings += degree;
            for (int k = 0; k < degree; k++) {
                increment(unsatisfied[k]);
            }
            if (!form.symmetric()) {
                for (int r = 0; r < values.length; r++) {
                    values[r] += (word[i] >>> r & 1L) == 1L ? form.field()[i] : -form.field()[i];
                }
            }
        }
        for (int r = 0; r < values.length; r++) {
            long twiceUnsatisfied = 0L;
            for (int b = 0; b < count.length; b++) {
                twiceUnsatisfied |= (count[b] >>> r & 1L) << b; // bit b of the count of replica r
            }
            values[r] += size * (0.5 * couplings - twiceUnsatisfied);
        }
    }
}
