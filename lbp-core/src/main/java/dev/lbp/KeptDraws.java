package dev.lbp;

import dev.lbp.internal.Transcript;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The states of every draw in memory, a bit per site, allocated before the run so that it cannot run out of memory later. */
final class KeptDraws {

    /** What must remain free of the heap for the run itself. */
    private static final double RESERVE = 0.1;

    private static final int LARGEST_ARRAY = Integer.MAX_VALUE - 8;

    private static final double MEGABYTE = 1e6;

    private final int sites;
    private final List<PackedStates> chains = new ArrayList<>();

    /**
     * @throws IllegalArgumentException if the draws do not fit into the heap
     */
    KeptDraws(int chains, int draws, int sites) {
        this.sites = sites;
        long words = words(draws, sites);
        double bytes = (double) words * chains * Long.BYTES;
        long free = free();
        if (bytes > free * (1 - RESERVE)) {
            System.gc(); // garbage counts as used until it is collected
            free = free();
        }
        if (words > LARGEST_ARRAY || bytes > free * (1 - RESERVE)) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "must fit into memory: keepDraws() of %d chains, %d draws, %d sites needs %.1f MB, of a heap of %.1f MB"
                            + " there are %.1f MB; thin, or stream to a sink",
                    chains,
                    draws,
                    sites,
                    bytes / MEGABYTE,
                    Runtime.getRuntime().maxMemory() / MEGABYTE,
                    free / MEGABYTE));
        }
        for (int c = 0; c < chains; c++) {
            this.chains.add(new PackedStates((int) words));
        }
    }

    private static long words(int draws, int sites) {
        return ((long) draws * sites + Long.SIZE - 1) / Long.SIZE;
    }

    private static long free() {
        Runtime runtime = Runtime.getRuntime();
        return runtime.maxMemory() - (runtime.totalMemory() - runtime.freeMemory());
    }

    DrawStore store(int chain) {
        return chains.get(chain);
    }

    void transcribe(Transcript transcript) {
        for (PackedStates chain : chains) {
            chain.end = transcript.of(chain.end);
            transcript.of(chain.bits, (int) ((chain.end + Long.SIZE - 1) / Long.SIZE));
        }
    }

    /** The state of a chain at a draw, which must have been made. */
    byte[] state(int chain, int draw) {
        long[] bits = chains.get(chain).bits;
        byte[] state = new byte[sites];
        long bit = (long) draw * sites;
        for (int i = 0; i < sites; i++, bit++) {
            state[i] = (byte) ((bits[(int) (bit / Long.SIZE)] >>> bit) & 1L);
        }
        return state;
    }

    /** One chain's, one after another without a gap: site i of draw d is bit dN + i. */
    private static final class PackedStates implements DrawStore {

        private final long[] bits;
        private long end;

        PackedStates(int words) {
            bits = new long[words];
        }

        /** A word at a time, which stays in a register. */
        @Override
        public void add(byte[] state) {
            int count;
            for (int from = 0; from < state.length; from += count) {
                int shift = (int) (end % Long.SIZE);
                count = Math.min(Long.SIZE - shift, state.length - from);
                long word = 0L;
                for (int k = 0; k < count; k++) {
                    word |= (long) state[from + k] << k;
                }
                bits[(int) (end / Long.SIZE)] |= word << shift;
                end += count;
            }
        }
    }
}
