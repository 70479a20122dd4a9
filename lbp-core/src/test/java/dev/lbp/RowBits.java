package dev.lbp;

import dev.lbp.continuous.DensityModel;
import dev.lbp.target.CategoricalEnergyModel;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LayeredModel;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.commons.rng.UniformRandomProvider;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Models whose answers depend on the number of rows and on the place of a row, as those of matrix products do by
 * rounding, only much more. They keep one array for their answers to batches of a size, as models with memory of their
 * own do, and the sizes that they have seen.
 */
public final class RowBits {

    private static final double LARGEST = 0.05;

    private final Map<List<Long>, INDArray> answers = new HashMap<>();
    private final Set<Long> sizes = new TreeSet<>();

    /** The numbers of rows so far. */
    public Set<Long> sizes() {
        return sizes;
    }

    private INDArray logProb(INDArray exact) {
        long rows = exact.size(0);
        sizes.add(rows);
        INDArray answer = kept(exact);
        for (long row = 0; row < rows; row++) {
            answer.putScalar(row, exact.getDouble(row) + error(rows, row));
        }
        return answer;
    }

    private INDArray cells(INDArray exact) {
        long rows = exact.size(0);
        sizes.add(rows);
        INDArray answer = kept(exact);
        for (long row = 0; row < rows; row++) {
            for (long i = 0; i < exact.size(1); i++) {
                answer.putScalar(row, i, exact.getDouble(row, i) + (1 + i % 2) * error(rows, row));
            }
        }
        return answer;
    }

    private INDArray kept(INDArray exact) {
        List<Long> shape = exact.rank() == 1 ? List.of(exact.size(0)) : List.of(exact.size(0), exact.size(1));
        return answers.computeIfAbsent(shape, any -> Nd4j.create(exact.dataType(), exact.shape()));
    }

    private static double error(long rows, long row) {
        return LARGEST * Math.sin(1.0 + 7.0 * rows + 3.0 * row);
    }

    /** A model of bits. It is layered if the given one is. */
    public LayeredModel of(EnergyModel exact) {
        return new Bits(this, exact);
    }

    /** A model of categories. */
    public CategoricalEnergyModel of(CategoricalEnergyModel exact) {
        return new Categories(this, exact);
    }

    /** A density. */
    public DensityModel of(DensityModel exact) {
        return new Density(this, exact);
    }

    private record Bits(RowBits rows, EnergyModel exact) implements LayeredModel {

        @Override
        public int dimension() {
            return exact.dimension();
        }

        @Override
        public DataType dataType() {
            return exact.dataType();
        }

        @Override
        public INDArray logProb(INDArray states) {
            return rows.logProb(exact.logProb(states));
        }

        @Override
        public INDArray gradient(INDArray states) {
            return rows.cells(exact.gradient(states));
        }

        @Override
        public Evaluation evaluate(INDArray states) {
            return new Evaluation(logProb(states), rows.cells(exact.flipLogRatios(states)));
        }

        @Override
        public Evaluation evaluateGivenHidden(INDArray states, List<UniformRandomProvider> random) {
            Evaluation evaluation = ((LayeredModel) exact).evaluateGivenHidden(states, random);
            return Evaluation.ofGradient(
                    states,
                    rows.logProb(evaluation.logProb()),
                    rows.cells(evaluation.gradient().orElseThrow()));
        }
    }

    private record Categories(RowBits rows, CategoricalEnergyModel exact) implements CategoricalEnergyModel {

        @Override
        public int dimension() {
            return exact.dimension();
        }

        @Override
        public int values() {
            return exact.values();
        }

        @Override
        public INDArray logProb(INDArray states) {
            return rows.logProb(exact.logProb(states));
        }

        @Override
        public INDArray gradient(INDArray states) {
            return rows.cells(exact.gradient(states));
        }
    }

    private record Density(RowBits rows, DensityModel exact) implements DensityModel {

        @Override
        public int dimension() {
            return exact.dimension();
        }

        @Override
        public INDArray logProb(INDArray points) {
            return rows.logProb(exact.logProb(points));
        }

        @Override
        public INDArray gradient(INDArray points) {
            return rows.cells(exact.gradient(points));
        }
    }
}
