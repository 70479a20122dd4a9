package dev.lbp.runtime.space;

/** States of real coordinates, 64 bits each. */
final class PackedReals extends PackedStates<double[]> {

    private final int dimension;

    PackedReals(int dimension) {
        this.dimension = dimension;
    }

    /** Appends a state. The field {@code end} counts bits, and a coordinate fills one word of {@code bits}. */
    @Override
    public void accept(double[] state) {
        for (double x : state) {
            bits[(int) (end / Long.SIZE)] = Double.doubleToRawLongBits(x);
            end += Long.SIZE;
        }
    }

    @Override
    double[] state(long first) {
        double[] state = new double[dimension];
        int word = (int) (first / Long.SIZE);
        for (int i = 0; i < dimension; i++) {
            state[i] = Double.longBitsToDouble(bits[word + i]);
        }
        return state;
    }
}
