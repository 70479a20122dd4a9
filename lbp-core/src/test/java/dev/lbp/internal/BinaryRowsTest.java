package dev.lbp.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.linalg.indexing.NDArrayIndex;

/** Rows of arrays of every type, order and view. */
class BinaryRowsTest {

    @ParameterizedTest
    @EnumSource(
            value = DataType.class,
            names = {"DOUBLE", "FLOAT", "BOOL", "BYTE", "INT", "LONG"})
    void rows_ofAnyView_areThoseOfTheArray(DataType type) {
        for (int columns : new int[] {1, 2, 7}) {
            byte[][] rows = new byte[5][];
            for (int c = 0; c < rows.length; c++) {
                rows[c] = States.random(columns, RandomSource.XO_SHI_RO_256_PP.create(10L * columns + c));
            }
            INDArray plain = States.array(rows, type);
            INDArray inside = Nd4j.zeros(type, 7, columns + 3);
            INDArray interval = inside.get(NDArrayIndex.interval(1, 6), NDArrayIndex.interval(2, columns + 2));
            interval.assign(plain);
            INDArray turned = plain.transpose().dup('c').transpose();
            for (INDArray view : List.of(plain, plain.dup('f'), interval, turned)) {
                assertThat(States.binaryRows(view, columns)).isDeepEqualTo(rows);
            }
        }
    }
}
