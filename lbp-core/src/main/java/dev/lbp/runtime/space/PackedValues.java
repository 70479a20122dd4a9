package dev.lbp.runtime.space;

/** States of whole numbers, some bits per site. A value may begin in one word and end in the next. */
final class PackedValues extends PackedStates<int[]> {

    private final int sites;
    private final int width;

    /**
     * @param width bits per site, 1 to 31
     */
    PackedValues(int sites, int width) {
        this.sites = sites;
        this.width = width;
    }

    @Override
    public void accept(int[] state) {
        for (int value : state) {
            int word = (int) (end / Long.SIZE);
            int shift = (int) (end % Long.SIZE);
            bits[word] |= (long) value << shift;
            if (shift > Long.SIZE - width) { // the value ends in the next word
                bits[word + 1] |= (long) value >>> Long.SIZE - shift;
            }
            end += width;
        }
    }

    @Override
    int[] state(long first) {
        int[] state = new int[sites];
        long mask = (1L << width) - 1;
        long bit = first;
        for (int i = 0; i < sites; i++, bit += width) {
            int word = (int) (bit / Long.SIZE);
            int shift = (int) (bit % Long.SIZE);
            long value = bits[word] >>> shift;
            if (shift > Long.SIZE - width) { // the value ends in the next word
                value |= bits[word + 1] << Long.SIZE - shift;
            }
            state[i] = (int) (value & mask);
        }
        return state;
    }
}
