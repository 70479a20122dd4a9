package dev.lbp.internal.models.rbm;

import org.nd4j.linalg.api.blas.params.MMulTranspose;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.api.ops.OpContext;
import org.nd4j.linalg.api.ops.impl.reduce.Mmul;
import org.nd4j.linalg.factory.Nd4j;

/**
 * {@code c <- ab + beta c}, for arrays that stay the same while their contents change. {@code Nd4j.gemm} creates the
 * operation and its native context again at each call, which costs some microseconds and leaves 4.5 KB of garbage. Here
 * they are created once.
 */
final class MatrixProduct {

    private final Mmul operation;
    private final OpContext context;

    /**
     * Pass all three arrays in 'f' order and without gaps: BLAS stores matrices column after column, and then copies
     * nothing.
     *
     * @param transposeA whether to use the transpose of a
     * @param beta 0 to overwrite c, 1 to add to it
     */
    MatrixProduct(INDArray a, boolean transposeA, INDArray b, double beta, INDArray c) {
        MMulTranspose transpose =
                MMulTranspose.builder().transposeA(transposeA).transposeB(false).build();
        operation = new Mmul(a, b, c, 1.0, beta, transpose);
        context = Nd4j.getExecutioner().buildContext();
        context.setInputArrays(a, b);
        context.setOutputArrays(c);
        context.setIArguments(operation.iArgs());
        context.setTArguments(operation.tArgs());
    }

    void run() {
        Nd4j.exec(operation, context);
    }
}
