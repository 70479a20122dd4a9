package dev.lbp.models;

import dev.lbp.internal.Check;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.api.shape.Shape;

/** Batches of states, [chains, N] of any type, order and strides, brought into one form. */
final class StateBatch {

    private StateBatch() {}

    /** All values, row after row. */
    static double[] doubles(INDArray states, int dimension) {
        INDArray plain = plain(states, dimension, DataType.DOUBLE);
        double[] values = new double[Math.toIntExact(plain.length())];
        read(plain, values);
        return values;
    }

    /**
     * Copies out an array that lies in memory without gaps, of floats or doubles. INDArray's own conversions to Java arrays
     * go value by value; this is a copy of memory.
     */
    static void read(INDArray from, double[] to) {
        if (from.dataType() == DataType.DOUBLE) {
            from.data().asNioDouble().get(to);
            return;
        }
        FloatBuffer floats = from.data().asNioFloat().slice(); // from the offset of a view
        for (int i = 0; i < to.length; i++) {
            to[i] = floats.get(i);
        }
    }

    /** The way back of {@link #read}. */
    static void write(double[] from, INDArray to) {
        if (to.dataType() == DataType.DOUBLE) {
            to.data().asNioDouble().put(from);
            return;
        }
        FloatBuffer floats = to.data().asNioFloat().slice();
        for (int i = 0; i < from.length; i++) {
            floats.put(i, (float) from[i]);
        }
    }

    /** Copies memory between arrays of the same type and length without gaps. */
    static void copy(INDArray from, INDArray to) {
        if (to.dataType() == DataType.DOUBLE) {
            DoubleBuffer doubles = to.data().asNioDouble();
            doubles.put(0, from.data().asNioDouble().slice(), 0, doubles.limit());
        } else {
            FloatBuffer floats = to.data().asNioFloat();
            floats.put(0, from.data().asNioFloat().slice(), 0, floats.limit()); // from the offset of a view
        }
    }

    /** The states themselves if they have this type and lie in memory row after row without gaps, else a copy that does. */
    static INDArray plain(INDArray states, int dimension, DataType type) {
        Check.that(states.rank() == 2, "have rank 2", "states.rank", states.rank());
        Check.that(states.size(1) == dimension, "have " + dimension + " columns", "states.columns", states.size(1));
        INDArray typed = states.castTo(type);
        return typed.ordering() == 'c' && Shape.hasDefaultStridesForShape(typed) ? typed : typed.dup('c');
    }
}
