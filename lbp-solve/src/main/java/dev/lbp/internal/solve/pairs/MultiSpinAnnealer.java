package dev.lbp.internal.solve.pairs;

import dev.lbp.internal.solve.Finds;
import dev.lbp.models.Couplings;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Metropolis sweeps of 64 replicas at once, for couplings of one size c. Bit r of every word belongs to replica r.
 *
 * <p>The flip of spin i gains {@code 2 c (2u - d) - 2 s_i h_i}, where u of its d neighbours are unsatisfied. A step
 * accepts it if the gain is at least {@code log(r) / beta} with r uniform, so if
 *
 * <pre>{@code u >= d / 2 - x + s_i h_i / (2 c),   x = -log(r) / (4 beta c).}</pre>
 *
 * <p>This is one whole number for all replicas with the same spin. Full adders count u in all of them at once, and the
 * count is compared bit by bit. All replicas of a site share r: in long anneals replicas would become alike, so anneals
 * are short, and {@link Crossover} and reheating do the rest.
 *
 * <p>A sweep costs about 1 ns for each 10 sites of a replica at degree 5, growing with the degree.
 */
final class MultiSpinAnnealer implements Annealer {

    /** The fast count of unsatisfied neighbours has 7 bits, and the threshold may be larger than the degree by 1. */
    private static final int LARGEST_FAST_DEGREE = 126;

    /** A count of this many neighbours has 3 bits. */
    private static final int MOST_OF_FEW = 7;

    /** Sweeps without downhill steps at the end of an anneal; without them crossover finds little. */
    private static final int UPHILL_SWEEPS = 2;

    /** A temperature at which no loss is accepted: 12, the largest of the numbers below, times it is less than 1/2. */
    private static final float UPHILL = 1e-3f;

    private final SpinForm form;
    private final double size;

    /** {@code h_i / (2 c)}; empty if all are 0. */
    private final float[] shift;

    /** Whether all couplings are negative, or all positive: then bit patterns need no sign for each. */
    private final boolean oneSign;

    private final long sign;
    private final long[] unsatisfied;

    /** The bits of a count, the lowest first. */
    private final long[] count = new long[Integer.SIZE];

    /**
     * @param form has couplings of one size
     */
    MultiSpinAnnealer(SpinForm form) {
        this.form = form;
        this.size = form.commonSize();
        this.shift = new float[form.symmetric ? 0 : form.sites()];
        for (int i = 0; i < shift.length; i++) {
            shift[i] = (float) (form.field[i] / (2.0 * size));
        }
        this.sign = sign(form.couplings, 0);
        boolean same = true;
        for (int k = 0; k < form.couplings.start(form.sites()); k++) {
            same &= sign(form.couplings, k) == sign;
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
            Population population, Betas betas, int sweeps, UniformRandomProvider random, Finds<byte[]> finds) {
        for (int t = 0; t < sweeps && !finds.ended(); t++) {
            sweep(population.word, (float) (1.0 / (4.0 * betas.at(t, sweeps) * size)), random);
        }
        for (int t = 0; t < UPHILL_SWEEPS; t++) {
            sweep(population.word, UPHILL, random);
        }
        writeValues(population);
    }

    private void sweep(long[] word, float temperature, UniformRandomProvider random) {
        long bits = 0L;
        for (int i = 0; i < word.length; i++) {
            if ((i & Exponentials.IN_A_LONG - 1) == 0) {
                bits = random.nextLong();
            }
            float x = Exponentials.at(bits) * temperature;
            bits >>>= Exponentials.BITS;
            int degree = gather(word, i);
            if (degree <= MOST_OF_FEW) {
                word[i] ^= acceptedOfFew(i, word[i], degree, x);
            } else if (degree <= LARGEST_FAST_DEGREE) {
                word[i] ^= accepted(i, word[i], degree, x);
            } else {
                word[i] ^= acceptedOfMany(i, word[i], degree, x);
            }
        }
    }

    /** The replicas that flip site i, where a count has 3 bits and the threshold 4. */
    private long acceptedOfFew(int i, long spin, int degree, float x) {
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
        return spin & atLeast(threshold(degree, x - shift[i]), p0, p1, p2)
                | ~spin & atLeast(threshold(degree, x + shift[i]), p0, p1, p2);
    }

    private static long atLeast(int threshold, long p0, long p1, long p2) {
        if (threshold > MOST_OF_FEW) {
            return 0L;
        }
        long result = carried(threshold, p0, -1L);
        result = carried(threshold >> 1, p1, result);
        return carried(threshold >> 2, p2, result);
    }

    /** The replicas that flip site i, counted by full adders: three words of one weight give two. */
    private long accepted(int i, long spin, int degree, float x) {
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
        long down = atLeast(threshold(degree, x - shift[i]), p0, p1, p2, p3, p4, p5, p6);
        long up = atLeast(threshold(degree, x + shift[i]), p0, p1, p2, p3, p4, p5, p6);
        return spin & down | ~spin & up;
    }

    /** The replicas that flip site i, which may have any number of neighbours. */
    private long acceptedOfMany(int i, long spin, int degree, float x) {
        Arrays.fill(count, 0L);
        for (int k = 0; k < degree; k++) {
            increment(unsatisfied[k]);
        }
        if (shift.length == 0) {
            return atLeast(threshold(degree, x));
        }
        return spin & atLeast(threshold(degree, x - shift[i])) | ~spin & atLeast(threshold(degree, x + shift[i]));
    }

    /** Adds 1 to the {@link #count} of some replicas. */
    private void increment(long carry) {
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
            result = carried(threshold >> b, count[b], result);
        }
        return result;
    }

    /** Writes for each neighbour whether its coupling is unsatisfied, and returns their number. */
    private int gather(long[] word, int site) {
        Couplings couplings = form.couplings;
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

    /** The smallest whole number that is at least {@code degree / 2 - x}, within 0 and {@code degree + 1}. */
    private static int threshold(int degree, float x) {
        float least = Math.max(0.0f, Math.min(degree + 1.0f, 0.5f * degree - x));
        int floor = (int) least;
        return floor < least ? floor + 1 : floor;
    }

    /** The replicas whose count, of bits p0 to p6, is at least the threshold. */
    private static long atLeast(int threshold, long p0, long p1, long p2, long p3, long p4, long p5, long p6) {
        long result = -1L;
        result = carried(threshold, p0, result);
        result = carried(threshold >> 1, p1, result);
        result = carried(threshold >> 2, p2, result);
        result = carried(threshold >> 3, p3, result);
        result = carried(threshold >> 4, p4, result);
        result = carried(threshold >> 5, p5, result);
        return carried(threshold >> 6, p6, result);
    }

    /** One bit of a comparison, from the lowest on: a tie leaves the result of the lower bits. */
    private static long carried(int threshold, long bit, long lower) {
        long isZero = (threshold & 1) - 1L;
        return bit & lower | isZero & (bit | lower);
    }

    private void writeValues(Population population) {
        long[] word = population.word;
        double[] values = population.value;
        long couplings = 0;
        Arrays.fill(values, form.constant);
        Arrays.fill(count, 0L);
        for (int i = 0; i < word.length; i++) {
            int degree = gather(word, i);
            couplings += degree;
            for (int k = 0; k < degree; k++) {
                increment(unsatisfied[k]);
            }
            if (!form.symmetric) {
                for (int r = 0; r < values.length; r++) {
                    values[r] += (word[i] >>> r & 1L) == 1L ? form.field[i] : -form.field[i];
                }
            }
        }
        for (int r = 0; r < values.length; r++) {
            long twiceUnsatisfied = 0L;
            for (int b = 0; b < count.length; b++) {
                twiceUnsatisfied |= (count[b] >>> r & 1L) << b;
            }
            values[r] += size * (0.5 * couplings - twiceUnsatisfied);
        }
    }
}
