package dev.lbp.runtime.space;

/** States of bits, a bit per site. */
final class PackedBits extends PackedStates<byte[]> {

    private final int sites;

    PackedBits(int sites) {
        this.sites = sites;
    }

    /** Writes one word at a time; the word stays in a register. */
    @Override
    public void accept(byte[] state) {
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

    /** Reads one word at a time, and of a word only its ones: most states of many sites have few. */
    @Override
    byte[] state(long first) {
        byte[] state = new byte[sites];
        int count;
        for (int from = 0; from < sites; from += count) {
            int shift = (int) ((first + from) % Long.SIZE);
            count = Math.min(Long.SIZE - shift, sites - from);
            long word = bits[(int) ((first + from) / Long.SIZE)] >>> shift;
            long ones = count < Long.SIZE ? word & ((1L << count) - 1L) : word;
            for (; ones != 0L; ones &= ones - 1L) {
                state[from + Long.numberOfTrailingZeros(ones)] = 1;
            }
        }
        return state;
    }
}
