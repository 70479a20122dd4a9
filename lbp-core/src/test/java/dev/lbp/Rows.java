package dev.lbp;

import java.util.Arrays;
import org.nd4j.linalg.api.buffer.DataBuffer;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Matrices of ND4J as Java arrays, for models of tests that compute in Java: each array of ND4J costs some tens of
 * microseconds, so that conversions make no more than they must.
 */
public final class Rows {

    private Rows() {}

    /** The rows of a matrix of floating-point numbers of any type. */
    public static double[][] of(INDArray matrix) {
        int columns = (int) matrix.size(1);
        double[] values = values(matrix);
        double[][] rows = new double[(int) matrix.size(0)][];
        Arrays.setAll(rows, c -> Arrays.copyOfRange(values, c * columns, (c + 1) * columns));
        return rows;
    }

    /** All values of an array, row by row. */
    public static double[] values(INDArray array) {
        boolean plain = array.ordering() == 'c' && !array.isView();
        DataBuffer buffer = (plain ? array : array.dup('c')).data();
        return switch (buffer.dataType()) {
            case DOUBLE -> {
                double[] values = new double[(int) array.length()];
                buffer.asNioDouble().get(values);
                yield values;
            }
            case FLOAT -> {
                float[] values = new float[(int) array.length()];
                buffer.asNioFloat().get(values);
                yield widened(values);
            }
            default -> array.castTo(DataType.DOUBLE).dup('c').data().asDouble();
        };
    }

    private static double[] widened(float[] values) {
        double[] wide = new double[values.length];
        for (int k = 0; k < wide.length; k++) {
            wide[k] = values[k];
        }
        return wide;
    }

    private static float[] rounded(double[] values) {
        float[] rounded = new float[values.length];
        for (int k = 0; k < rounded.length; k++) {
            rounded[k] = (float) values[k];
        }
        return rounded;
    }

    /** A vector of a type. */
    public static INDArray vector(double[] values, DataType type) {
        return switch (type) {
            case DOUBLE -> Nd4j.createFromArray(values);
            case FLOAT -> Nd4j.createFromArray(rounded(values));
            default -> Nd4j.createFromArray(values).castTo(type);
        };
    }

    /** A matrix of a type. */
    public static INDArray matrix(double[][] rows, DataType type) {
        return switch (type) {
            case DOUBLE -> Nd4j.createFromArray(rows);
            case FLOAT -> {
                float[][] rounded = new float[rows.length][];
                Arrays.setAll(rounded, c -> rounded(rows[c]));
                yield Nd4j.createFromArray(rounded);
            }
            default -> Nd4j.createFromArray(rows).castTo(type);
        };
    }
}
