package dev.lbp.internal.kernel.nd4j;

import dev.lbp.internal.Check;
import dev.lbp.internal.States;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.api.shape.Shape;

/** Copies batches of states, ND4J arrays [chains, N] of any type, order and strides, to Java arrays and back. */
public final class StateBatch {

    private StateBatch() {}

    /** Copies states, an INDArray [chains, N], to a Java array, row after row. */
    public static double[] doubles(INDArray states, int dimension) {
        INDArray inRowOrder = inRowOrder(states, dimension, DataType.DOUBLE);
        double[] values = new double[Math.toIntExact(inRowOrder.length())];
        new NativeDoubles(inRowOrder).get(0, values);
        return values;
    }

    /** Copies all values of an INDArray of any shape, type and order, row after row. */
    public static double[] read(INDArray from) {
        double[] values = new double[Math.toIntExact(from.length())];
        boolean inRowOrder = from.ordering() == 'c' && !from.isView();
        if (inRowOrder && from.dataType() == DataType.FLOAT) {
            float[] floats = new float[values.length];
            new NativeFloats(from).get(0, floats);
            for (int i = 0; i < floats.length; i++) {
                values[i] = floats[i];
            }
        } else if (inRowOrder && from.dataType() == DataType.DOUBLE) {
            new NativeDoubles(from).get(0, values);
        } else {
            try (INDArray copy = from.castTo(DataType.DOUBLE).dup('c')) {
                new NativeDoubles(copy).get(0, values);
            }
        }
        return values;
    }

    /** Copies values into an INDArray of floats or doubles without gaps in memory. */
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
     * Returns the states themselves if they have this type and are in memory row after row without gaps, otherwise a
     * copy that is.
     */
    public static INDArray inRowOrder(INDArray states, int dimension, DataType type) {
        States.checkShape(states, dimension);
        Check.that(states.size(0) > 0, "have at least 1 row", "states.rows", states.size(0));
        INDArray typed = states.castTo(type);
        return typed.ordering() == 'c' && Shape.hasDefaultStridesForShape(typed) ? typed : typed.dup('c');
    }
}
