package dev.lbp.solve;

/** Reads states, which are {@code byte[]} for bits or {@code int[]} for whole numbers. */
final class States {

    private States() {}

    /** The number of sites N. */
    static int sites(Object state) {
        return state instanceof byte[] bits ? bits.length : ((int[]) state).length;
    }

    @SuppressWarnings("unchecked") // a copy has the type of its original
    static <S> S copy(S state) {
        return (S) (state instanceof byte[] bits ? bits.clone() : ((int[]) state).clone());
    }

    /** The value of a site. */
    static int at(Object state, int site) {
        return state instanceof byte[] bits ? bits[site] : ((int[]) state)[site];
    }

    /** The number of sites where two states differ. */
    static int distance(Object one, Object other) {
        int differences = 0;
        for (int i = 0; i < sites(one); i++) {
            differences += at(one, i) == at(other, i) ? 0 : 1;
        }
        return differences;
    }
}
