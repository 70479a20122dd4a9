package dev.lbp.internal.kernel.nd4j;

import dev.lbp.internal.OverlappingCalls;
import org.nd4j.linalg.api.buffer.DataBuffer;
import org.nd4j.linalg.api.ndarray.INDArray;

/** The memory of ND4J arrays, to find arrays that share it. */
public final class NativeMemory {

    private NativeMemory() {}

    /**
     * An object that identifies the memory of an array that is not closed: the same for all views that begin at its
     * first element, different for other memory.
     */
    public static Object of(INDArray array) {
        DataBuffer data = array.data();
        DataBuffer whole = array.offset() == 0 ? data.originalDataBuffer() : null;
        return whole == null ? data : whole;
    }

    /**
     * A copy of an array that a model returned, for a caller that calls the model again. Null and closed arrays come
     * back as they are, and are refused later.
     */
    public static INDArray copied(INDArray returned) {
        if (returned == null || returned.wasClosed()) {
            return returned;
        }
        INDArray copy = returned.dup();
        OverlappingCalls.returned(of(returned)); // two calls at a time must not return one memory
        return copy;
    }
}
