package dev.lbp;

import dev.lbp.target.CategoricalEnergyModel;
import java.util.Arrays;
import java.util.Random;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * A batched model of categories by a table of log-probabilities. State number k has value {@code k / C^i mod C} at site
 * i. Its logits are exact, or crude ones that have nothing to do with the table.
 */
public record TableCategories(int dimension, int values, double[] table, boolean exactFlips, DataType dataType)
        implements CategoricalEnergyModel {

    /** Independent normal log-probabilities; values from {@code counts[i]} on are impossible at site i. */
    public static TableCategories random(int values, double spread, long seed, int... counts) {
        Random random = new Random(seed);
        double[] table = new double[(int) Math.pow(values, counts.length)];
        for (int k = 0; k < table.length; k++) {
            table[k] = spread * random.nextGaussian();
            int[] state = state(k, counts.length, values);
            for (int i = 0; i < counts.length; i++) {
                table[k] = state[i] < counts[i] ? table[k] : Double.NEGATIVE_INFINITY;
            }
        }
        return new TableCategories(counts.length, values, table, true, DataType.DOUBLE);
    }

    /** The same target with logits that are far from exact. */
    public TableCategories crude() {
        return new TableCategories(dimension, values, table, false, dataType);
    }

    /** The normalised probabilities of all states. */
    public double[] probabilities() {
        double sum = Arrays.stream(table).map(Math::exp).sum();
        return Arrays.stream(table).map(l -> Math.exp(l) / sum).toArray();
    }

    /** The state of a number. */
    public int[] state(int number) {
        return state(number, dimension, values);
    }

    private static int[] state(int number, int dimension, int values) {
        int[] state = new int[dimension];
        for (int i = 0, rest = number; i < dimension; i++, rest /= values) {
            state[i] = rest % values;
        }
        return state;
    }

    /** The number of a state. */
    public int number(int[] state) {
        int number = 0;
        for (int i = dimension - 1; i >= 0; i--) {
            number = values * number + state[i];
        }
        return number;
    }

    /** The logit of a cell in a state. */
    public double logit(int number, int site, int value) {
        int[] state = state(number);
        if (!exactFlips) {
            return 0.7 * (site - 1.5) * value - 0.4 * (number % 5) * (value % 2);
        }
        double constant = 0.3 * site - 0.2 * state[site]; // any constant of the site will do
        state[site] = value;
        return table[number(state)] + constant;
    }

    @Override
    public INDArray logProb(INDArray states) {
        return Nd4j.createFromArray(Arrays.stream(numbers(states))
                        .mapToDouble(k -> table[k])
                        .toArray())
                .castTo(dataType);
    }

    @Override
    public INDArray gradient(INDArray states) {
        int[] numbers = numbers(states);
        int cells = dimension * values;
        double[] logits = new double[numbers.length * cells];
        for (int k = 0; k < logits.length; k++) {
            logits[k] = logit(numbers[k / cells], k % cells / values, k % values);
        }
        return Nd4j.createFromArray(logits).reshape(numbers.length, cells).castTo(dataType);
    }

    private int[] numbers(INDArray states) {
        double[] bits = Rows.values(states);
        int[] numbers = new int[bits.length / (dimension * values)];
        for (int c = 0; c < numbers.length; c++) {
            int[] state = new int[dimension];
            for (int i = 0; i < dimension; i++) {
                state[i] = oneHot(bits, (c * dimension + i) * values);
            }
            numbers[c] = number(state);
        }
        return numbers;
    }

    private int oneHot(double[] bits, int from) {
        int found = -1;
        for (int c = 0; c < values; c++) {
            if (bits[from + c] == 1.0 && found < 0) {
                found = c;
            } else if (bits[from + c] != 0.0) {
                throw new IllegalStateException(
                        "must be one-hot: " + Arrays.toString(Arrays.copyOfRange(bits, from, from + values)));
            }
        }
        return found;
    }

    @Override
    public String toString() {
        return dimension + " sites of " + values + (exactFlips ? ", exact" : ", crude");
    }
}
