package dev.lbp.cli.problem;

import dev.lbp.cli.instance.WeightTable;
import dev.lbp.models.AssignmentModel;
import dev.lbp.target.MoveModel;
import java.util.Arrays;
import java.util.List;

/** Assignments of columns to rows. The weight is the sum of the table's weights of each row and its column. */
public record AssignmentProblem(WeightTable table) implements ValueProblem {

    @Override
    public String description() {
        return "assignment, " + table.weights().length + " rows and columns";
    }

    @Override
    public MoveModel model(double beta) {
        double[][] scaled = Arrays.stream(table.weights())
                .map(row -> Arrays.stream(row).map(weight -> beta * weight).toArray())
                .toArray(double[][]::new);
        try {
            return AssignmentModel.of(scaled);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(table.file() + ": " + e.getMessage(), e);
        }
    }

    @Override
    public double cells() {
        return (double) table.weights().length * table.weights().length;
    }

    @Override
    public List<Measure> measures(int[] state) {
        ExactSum sum = new ExactSum();
        for (int a = 0; a < state.length; a++) {
            sum.add(table.weights()[a][state[a]]);
        }
        return List.of(new Measure("weight", sum.value()));
    }

    @Override
    public String text(int[] state) {
        StringBuilder text = new StringBuilder("# numbered from 1\n# row column\n");
        for (int a = 0; a < state.length; a++) {
            text.append(a + 1).append(' ').append(state[a] + 1).append('\n');
        }
        return text.toString();
    }
}
