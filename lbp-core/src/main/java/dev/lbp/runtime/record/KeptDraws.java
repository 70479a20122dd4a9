package dev.lbp.runtime.record;

import dev.lbp.internal.Transcript;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The states of all draws in memory, one bit per site. */
public final class KeptDraws {

    private final int sites;
    private final List<PackedStates> chains = new ArrayList<>();

    /** Makes a store without draws and without room for draws. */
    public KeptDraws(int chains, int sites) {
        this.sites = sites;
        for (int c = 0; c < chains; c++) {
            this.chains.add(new PackedStates());
        }
    }

    /** Makes room for {@code draws} draws of each chain, including those already made. */
    public void makeRoom(int draws) {
        for (PackedStates chain : chains) {
            chain.makeRoom((int) words(draws, sites));
        }
    }

    /** The number of longs that hold the draws of one chain. */
    public static long words(int draws, int sites) {
        return ((long) draws * sites + Long.SIZE - 1) / Long.SIZE;
    }

    DrawStore store(int chain) {
        return chains.get(chain);
    }

    public void transcribe(Transcript transcript) {
        for (PackedStates chain : chains) {
            chain.end = transcript.of(chain.end);
            int words = (int) ((chain.end + Long.SIZE - 1) / Long.SIZE);
            chain.makeRoom(words);
            transcript.of(chain.bits, words);
        }
    }

    /** The state of a chain at a draw, which must have been made. */
    public byte[] state(int chain, int draw) {
        long[] bits = chains.get(chain).bits;
        byte[] state = new byte[sites];
        long bit = (long) draw * sites;
        for (int i = 0; i < sites; i++, bit++) {
            state[i] = (byte) ((bits[(int) (bit / Long.SIZE)] >>> bit) & 1L);
        }
        return state;
    }

    /** The states of one chain in sequence, without gaps: site i of draw d is bit dN + i. */
    private static final class PackedStates implements DrawStore {

        private long[] bits = {};
        private long end;

        void makeRoom(int words) {
            if (words > bits.length) {
                bits = Arrays.copyOf(bits, words);
            }
        }

        /** Writes one word at a time; the word stays in a register. */
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
