package dev.lbp.internal.kernel.nd4j;

import dev.lbp.internal.Check;
import dev.lbp.internal.States;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.api.shape.Shape;

/** Copies batches of states, [chains, N] of any type, order and strides, to Java arrays and back. */
public final class StateBatch {

    private StateBatch() {}

    /** The values of states [chains, N], row after row. */
    public static double[] doubles(INDArray states, int dimension) {
        INDArray plain = plain(states, dimension, DataType.DOUBLE);
        double[] values = new double[Math.toIntExact(plain.length())];
        new NativeDoubles(plain).get(0, values);
        return values;
    }

    /** All values of an array of any shape, type and order, row after row. */
    public static double[] read(INDArray from) {
        double[] values = new double[Math.toIntExact(from.length())];
        boolean plain = from.ordering() == 'c' && !from.isView();
        if (plain && from.dataType() == DataType.FLOAT) {
            float[] floats = new float[values.length];
            new NativeFloats(from).get(0, floats);
            for (int i = 0; i < floats.length; i++) {
                values[i] = floats[i];
            }
        } else if (plain && from.dataType() == DataType.DOUBLE) {
            new NativeDoubles(from).get(0, values);
        } else {
            try (INDArray copy = from.castTo(DataType.DOUBLE).dup('c')) {
                new NativeDoubles(copy).get(0, values);
            }
        }
        return values;
    }

    /** Copies values into an array of floats or doubles without gaps in memory. */
    public static void write(double[] from, INDArray to) {
        if (to.dataType() == DataType.DOUBLE) {
            new NativeDoubles(to).put(0, from);
            return;
        }
        NativeFloats floats = new NativeFloats(to);
        for (int i = 0; i < from.length; i++) {
            floats.put(i, (float) from[i]);
        }
    }

    /**
     * Returns the states themselves if they have this type and are in memory row after row without gaps, otherwise such
     * a copy.
     */
    public static INDArray plain(INDArray states, int dimension, DataType type) {
        States.checkShape(states, dimension);
        Check.that(states.size(0) > 0, "have at least 1 row", "states.rows", states.size(0));
        INDArray typed = states.castTo(type);
        return typed.ordering() == 'c' && Shape.hasDefaultStridesForShape(typed) ? typed : typed.dup('c');
    }
}
