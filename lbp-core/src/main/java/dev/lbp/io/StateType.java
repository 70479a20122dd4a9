package dev.lbp.io;

import java.nio.ByteBuffer;

/**
 * How the states of a state space are written to files: the type of their elements, and the copy into a buffer.
 *
 * @param <S> the array of a state
 */
public final class StateType<S> {

    /** States of bits, int8. */
    public static final StateType<byte[]> BITS =
            new StateType<>(NpyType.INT8, (state, first, buffer) -> buffer.put(first, state));

    /** Points of real coordinates, float64. */
    public static final StateType<double[]> REALS = new StateType<>(
            NpyType.FLOAT64,
            (point, first, buffer) ->
                    buffer.position(first * Double.BYTES).asDoubleBuffer().put(point));

    /** Copies all elements of a state to a buffer, from the element {@code first} on. */
    private interface Copy<S> {
        void copy(S state, int first, ByteBuffer buffer);
    }

    final NpyType type;
    private final Copy<S> copy;

    private StateType(NpyType type, Copy<S> copy) {
        this.type = type;
        this.copy = copy;
    }

    /**
     * States of whole numbers: int8, int16 or int32, the first that has room.
     *
     * @param values the number of values of a site, at least 2
     */
    public static StateType<int[]> ofValues(int values) {
        NpyType type = NpyType.ofValues(values);
        return new StateType<>(type, (state, first, buffer) -> {
            for (int i = 0; i < state.length; i++) {
                type.put(buffer, first + i, state[i]);
            }
        });
    }

    /** Copies a state to a row of a buffer in the byte order of the files. */
    void copy(S state, int row, int sites, ByteBuffer buffer) {
        copy.copy(state, row * sites, buffer);
    }
}
