package dev.lbp.runtime.record;

import dev.lbp.diagnostics.TraceStatistics;
import dev.lbp.internal.bytes.Transcript;
import dev.lbp.runtime.space.Space;
import java.util.Arrays;
import java.util.List;

/**
 * The Hamming distance of one chain to the state that it had in the middle of warm-up, for the verdict. If many sites
 * change their mode together, a distance to a random state may not change at all: about as many of them come to equal
 * it as come to differ. A state of the chain itself is in one of the modes, so its distance changes with the mode,
 * whatever the mode is.
 *
 * <p>Memory and time are bounded. The distance counts at most 1,024 sites at equal distances. It is known for one draw
 * in a power of two: whenever there are 2,048, every second one is dropped. Subsampling never increases an effective
 * sample size.
 *
 * @param <S> the array of a state
 */
public class SelfDistance<S> {

    /** The most sites that a distance counts. */
    private static final int SITES = 1 << 10;

    /** The most distances that are kept. */
    private static final int MOST = 1 << 11;

    private final Space<S> space;
    private final double[] earlier;

    /** The draws from one kept distance to the next, a power of two. */
    private int every = 1;

    private int count;
    private int[] distances = {};

    /** Measures distances to a copy of {@code state} until {@link #refer} sets another one. */
    SelfDistance(Space<S> space, S state) {
        this.space = space;
        this.earlier = new double[Math.min(space.sites(), SITES)];
        Arrays.setAll(earlier, k -> space.element(state, site(k)));
    }

    /** The memory of one chain of {@code draws} draws, at most. */
    public static double bytes(int sites, int draws) {
        return (double) Double.BYTES * Math.min(sites, SITES) + (double) Integer.BYTES * Math.min(draws, MOST);
    }

    /** Sets the state to which distances are measured. */
    void refer(S state) {
        Arrays.setAll(earlier, k -> space.element(state, site(k)));
    }

    /** The number of sites that the distance counts. */
    final int sites() {
        return earlier.length;
    }

    /** The k-th of the sites that the distance counts, evenly spread over all; k below {@link #sites}. */
    final int site(int k) {
        return (int) ((long) k * space.sites() / earlier.length);
    }

    /** The value of site {@code site(k)} in the state with which draws are compared. */
    final double earlier(int k) {
        return earlier[k];
    }

    /**
     * Records a draw.
     *
     * @param draw its number, from 0
     */
    void record(S state, int draw) {
        if (draw % every != 0) {
            return;
        }
        if (count == MOST) {
            count = MOST / 2;
            for (int k = 0; k < count; k++) {
                distances[k] = distances[2 * k];
            }
            every *= 2;
        }
        if (count == distances.length) {
            distances = Arrays.copyOf(distances, Math.min(MOST, 2 * count + 64));
        }
        distances[count++] = distance(state);
    }

    /** The number of counted sites at which a draw differs from the earlier state. */
    int distance(S state) {
        int distance = 0;
        for (int k = 0; k < earlier.length; k++) {
            distance += space.element(state, site(k)) == earlier[k] ? 0 : 1;
        }
        return distance;
    }

    /** Writes or reads the earlier state and the distances. */
    void transcribe(Transcript transcript) {
        transcript.of(earlier, earlier.length);
        every = transcript.of(every);
        count = transcript.of(count);
        // a reader needs room for as many distances as were written
        distances = Arrays.copyOf(distances, Math.max(distances.length, count));
        transcript.of(distances, count);
    }

    /**
     * The distances of all chains at common draws. Each chain is standardised by its own mean and standard deviation,
     * because its distances are to a state of its own. A chain whose distance never changed has zeros.
     *
     * @param draws the draws that every chain has made
     * @return [chains][some of the draws]
     */
    static double[][] standardised(List<SelfDistance<?>> chains, int draws) {
        int every = chains.stream().mapToInt(chain -> chain.every).max().orElse(1);
        double[][] all = new double[chains.size()][(int) ((draws + every - 1L) / every)];
        for (int c = 0; c < all.length; c++) {
            SelfDistance<?> chain = chains.get(c);
            Arrays.setAll(all[c], t -> chain.distances[t * (every / chain.every)]);
            TraceStatistics moments = TraceStatistics.momentsOf(List.of(all[c]));
            double deviation = moments.standardDeviation() > 0.0 ? moments.standardDeviation() : 1.0;
            all[c] = Arrays.stream(all[c])
                    .map(x -> (x - moments.mean()) / deviation)
                    .toArray();
        }
        return all;
    }
}
