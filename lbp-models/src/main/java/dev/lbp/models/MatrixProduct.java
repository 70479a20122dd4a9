package dev.lbp.models;

import org.nd4j.linalg.api.blas.params.MMulTranspose;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.api.ops.OpContext;
import org.nd4j.linalg.api.ops.impl.reduce.Mmul;
import org.nd4j.linalg.factory.Nd4j;

/**
 * {@code c <- ab + beta c}, for arrays that stay the same while what is in them changes. {@code Nd4j.gemm} makes the operation
 * and its native context anew at each call, which costs some microseconds and leaves 4.5 KB of garbage; here they are made once.
 */
final class MatrixProduct {

    private final Mmul operation;
    private final OpContext context;

    /**
     * Give BLAS, which counts column after column, all three arrays in 'f' order and without gaps: then nothing is copied.
     *
     * @param transposeA whether the transpose of a is meant
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
