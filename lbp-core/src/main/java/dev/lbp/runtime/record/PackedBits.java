package dev.lbp.runtime.record;

/** States of bits, a bit per site. */
final class PackedBits extends PackedStates<byte[]> {

    private final int sites;

    PackedBits(int sites) {
        this.sites = sites;
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

    @Override
    byte[] state(long first) {
        byte[] state = new byte[sites];
        long bit = first;
        for (int i = 0; i < sites; i++, bit++) {
            state[i] = (byte) ((bits[(int) (bit / Long.SIZE)] >>> bit) & 1L);
        }
        return state;
    }
}
