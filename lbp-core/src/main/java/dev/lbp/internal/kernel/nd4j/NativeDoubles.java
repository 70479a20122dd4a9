package dev.lbp.internal.kernel.nd4j;

import java.lang.ref.Reference;
import java.nio.DoubleBuffer;
import java.util.function.Consumer;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Reads and writes the doubles of an ND4J array, by their index in its memory. This object keeps a reference to the
 * array: ND4J frees the memory of an unreachable array, even during a read or write of its NIO buffer.
 */
public final class NativeDoubles {

    private final INDArray array;
    private final DoubleBuffer buffer;

    /**
     * The elements of an array.
     *
     * @param array of type DOUBLE, without gaps in memory
     */
    public NativeDoubles(INDArray array) {
        this.array = array;
        this.buffer = array.data().asNioDouble().slice(); // the buffer of a view begins at a position above 0
    }

    /** The element at an index. */
    public double get(int index) {
        double value = buffer.get(index);
        Reference.reachabilityFence(array);
        return value;
    }

    /** Copies {@code n} elements from index {@code index} of this array to index {@code offset} of {@code to}. */
    public void get(int index, double[] to, int offset, int n) {
        buffer.get(index, to, offset, n);
        Reference.reachabilityFence(array);
    }

    /** Copies elements from index {@code index} of this array until {@code to} is full. */
    public void get(int index, double[] to) {
        get(index, to, 0, to.length);
    }

    /** Sets the element at an index. */
    public void put(int index, double value) {
        buffer.put(index, value);
        Reference.reachabilityFence(array);
    }

    /** Copies {@code n} values from index {@code offset} of {@code from} to index {@code index} of this array. */
    public void put(int index, double[] from, int offset, int n) {
        buffer.put(index, from, offset, n);
        Reference.reachabilityFence(array);
    }

    /** Copies all of {@code from} to index {@code index} of this array. */
    public void put(int index, double[] from) {
        put(index, from, 0, from.length);
    }

    /** Passes the elements to a task as a buffer, which the task must not keep. */
    public void use(Consumer<DoubleBuffer> task) {
        task.accept(buffer.duplicate());
        Reference.reachabilityFence(array);
    }
}
