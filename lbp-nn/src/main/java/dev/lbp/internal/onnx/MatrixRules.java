package dev.lbp.internal.onnx;

import java.util.stream.LongStream;

/** Gradient rules of products of matrices. In the formulas G is the cotangent of the product. */
final class MatrixRules {

    private MatrixRules() {}

    /**
     * The rule of {@code alpha * A' B' + beta * C}, where A' is A or its transpose, and B' likewise. A and B: see
     * {@link #multiply}; C: {@code beta * G}.
     */
    static void gemm(Step step) {
        Attributes attributes = step.attributes();
        boolean transA = attributes.integer("transA", 0) != 0;
        boolean transB = attributes.integer("transB", 0) != 0;
        multiply(step, transA, transB, attributes.real("alpha", 1));
        if (step.needsCotangent(2)) {
            String sum = step.unbroadcast(step.cotangent(), step.outputShape(), step.input(2));
            float beta = attributes.real("beta", 1);
            step.addCotangent(
                    2, beta == 1 ? sum : step.op("Mul", sum, step.writer().scalar(beta)));
        }
    }

    /**
     * {@code alpha * G B'^T} for A' and {@code alpha * A'^T G} for B'. Where a factor is transposed, so is its
     * cotangent.
     */
    private static void multiply(Step step, boolean transA, boolean transB, float alpha) {
        String a = step.input(0);
        String b = step.input(1);
        String g = step.cotangent();
        if (step.needsCotangent(0)) {
            step.addCotangent(
                    0, transA ? product(step, alpha, b, transB, g, true) : product(step, alpha, g, false, b, !transB));
        }
        if (step.needsCotangent(1)) {
            step.addCotangent(
                    1, transB ? product(step, alpha, g, true, a, transA) : product(step, alpha, a, !transA, g, false));
        }
    }

    /** {@code alpha * A' B'}, where A' is A or its transpose, and B' likewise. */
    private static String product(Step step, float alpha, String a, boolean transA, String b, boolean transB) {
        return step.writer()
                .node("Gemm")
                .with("alpha", alpha)
                .with("transA", transA ? 1 : 0)
                .with("transB", transB ? 1 : 0)
                .of(a, b);
    }

    /** The product of two matrices, or of stacks of matrices. The axes before the last two are broadcast. */
    static void matMul(Step step) {
        int left = step.shape(0).rank();
        int right = step.shape(1).rank();
        step.refuseIf(left == 1, "must multiply a matrix: input " + step.input(0));
        if (left == 2 && right == 2) {
            boolean transposed = false;
            multiply(step, transposed, transposed, 1); // 1 is the factor of the product
        } else if (right <= 2) {
            multiplyByOneMatrix(step, right == 1);
        } else {
            multiplyStacks(step);
        }
    }

    /**
     * The product of a stack of matrices by one matrix or vector. The cotangent of that factor is computed from the
     * stack as one matrix, which has the rows of all matrices.
     */
    private static void multiplyByOneMatrix(Step step, boolean vector) {
        String a = step.input(0);
        String b = step.input(1);
        if (step.needsCotangent(0)) {
            String g = step.cotangent();
            step.addCotangent(
                    0, vector ? step.op("Mul", column(step, g), b) : step.op("MatMul", g, transposed(step, b, 2)));
        }
        if (step.needsCotangent(1)) {
            long inner = step.shape(0).sizesAtFewRows()[step.shape(0).rank() - 1];
            long columns = vector ? 1 : step.shape(1).target()[1];
            String rows = step.op("Reshape", a, step.writer().integers(-1, inner));
            // -1 columns: their number depends on the number of states
            String cotangents = columns < 0
                    ? withStatesAsColumns(step)
                    : step.op("Reshape", step.cotangent(), step.writer().integers(-1, columns));
            String sum = product(step, 1, rows, true, cotangents, false);
            step.addCotangent(1, vector ? step.op("Reshape", sum, step.writer().integers(-1)) : sum);
        }
    }

    private static String column(Step step, String value) {
        return step.op("Unsqueeze", value, step.writer().integers(-1));
    }

    /**
     * The cotangent of a product whose second factor has a column for each row of states, as a matrix with these
     * columns. It has a row for each row of all stacked matrices.
     */
    private static String withStatesAsColumns(Step step) {
        ValueShape left = step.shape(0);
        step.refuseIf(left.axesDependingOnRows() > 0, "must have rows as an axis of one factor");
        long rows = LongStream.of(left.sizesAtFewRows()).limit(left.rank() - 1).reduce(1, Math::multiplyExact);
        return step.op("Reshape", step.cotangent(), step.writer().integers(rows, -1));
    }

    /** The product of two stacks, whose axes before the last two are broadcast. */
    private static void multiplyStacks(Step step) {
        ValueShape out = step.outputShape();
        if (step.needsCotangent(0)) {
            String product = step.op(
                    "MatMul",
                    step.cotangent(),
                    transposed(step, step.input(1), step.shape(1).rank()));
            step.addCotangent(0, step.unbroadcast(product, out.withMatrixOf(step.shape(0)), step.input(0)));
        }
        if (step.needsCotangent(1)) {
            String product = step.op(
                    "MatMul", transposed(step, step.input(0), step.shape(0).rank()), step.cotangent());
            step.addCotangent(1, step.unbroadcast(product, out.withMatrixOf(step.shape(1)), step.input(1)));
        }
    }

    /** Swaps the last two axes. */
    private static String transposed(Step step, String value, int rank) {
        long[] axes = LongStream.range(0, rank).toArray();
        axes[rank - 2] = rank - 1;
        axes[rank - 1] = rank - 2;
        return step.writer().node("Transpose").with("perm", axes).of(value);
    }
}
