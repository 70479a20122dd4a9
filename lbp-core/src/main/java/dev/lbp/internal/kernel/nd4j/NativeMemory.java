package dev.lbp.internal.kernel.nd4j;

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
}
