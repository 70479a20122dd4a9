package dev.lbp;

import dev.lbp.target.EnergyModel;
import dev.lbp.target.EnergyModels;
import dev.lbp.target.LocalEnergyModel;
import java.util.Arrays;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * A target small enough to list: the log-probability of every state, taken from the definition of the density. It is
 * what enumerations compare with, and it makes models of itself for both engines.
 *
 * <p>State number k has bit i of k at site i.
 */
public final class TableTarget {

    private final String name;
    private final int n;
    private final double[] logProb;

    private TableTarget(String name, int n, double[] logProb) {
        this.name = name;
        this.n = n;
        this.logProb = logProb;
    }

    /** Lists a density. */
    public static TableTarget of(String name, int n, EnergyModels.LogProb definition) {
        double[] logProb = new double[1 << n];
        for (int k = 0; k < logProb.length; k++) {
            logProb[k] = definition.of(state(k, n));
        }
        return new TableTarget(name, n, logProb);
    }

    /** The state of a number. */
    public static byte[] state(int number, int n) {
        byte[] state = new byte[n];
        for (int i = 0; i < n; i++) {
            state[i] = (byte) (number >> i & 1);
        }
        return state;
    }

    /** The number of a state. */
    public static int number(byte[] state) {
        int number = 0;
        for (int i = 0; i < state.length; i++) {
            number |= state[i] << i;
        }
        return number;
    }

    public int dimension() {
        return n;
    }

    public int states() {
        return logProb.length;
    }

    public double logProb(int number) {
        return logProb[number];
    }

    public boolean possible(int number) {
        return logProb[number] != Double.NEGATIVE_INFINITY;
    }

    /** The normalised probabilities. */
    public double[] probabilities() {
        double largest = Arrays.stream(logProb).max().orElseThrow();
        double[] p = Arrays.stream(logProb).map(l -> Math.exp(l - largest)).toArray();
        double sum = Arrays.stream(p).sum();
        return Arrays.stream(p).map(value -> value / sum).toArray();
    }

    /** A model of plain Java, with exact log-ratios by scoring the neighbours. */
    public LocalEnergyModel local() {
        double[] table = logProb;
        return EnergyModels.of(n, state -> table[number(state)]);
    }

    /** A model of plain Java whose first-order log-ratios are far from exact. */
    public LocalEnergyModel localWithGradient() {
        double[] table = logProb;
        return EnergyModels.of(n, state -> table[number(state)], TableTarget::crudeGradient);
    }

    /** A model of the batched engine, with exact log-ratios or crude first-order ones. */
    public EnergyModel batched(boolean exact) {
        return new Batched(n, logProb, exact, DataType.DOUBLE);
    }

    /** A model of the batched engine that computes its log-ratios, which are exact up to rounding, in a type. */
    public EnergyModel batched(DataType type) {
        return new Batched(n, logProb, true, type);
    }

    @Override
    public String toString() {
        return name;
    }

    /** A sampler is exact whatever the gradient is; this one varies with the site and with the number of ones. */
    private static void crudeGradient(byte[] state, double[] gradient) {
        int ones = Integer.bitCount(number(state));
        for (int i = 0; i < state.length; i++) {
            gradient[i] = 0.7 * (i - 1.5) - 0.4 * ones;
        }
    }

    private record Batched(int dimension, double[] table, boolean exactFlips, DataType dataType)
            implements EnergyModel {

        @Override
        public INDArray logProb(INDArray states) {
            return Rows.vector(
                    Arrays.stream(numbers(states)).mapToDouble(k -> table[k]).toArray(), DataType.DOUBLE);
        }

        @Override
        public INDArray gradient(INDArray states) {
            int[] numbers = numbers(states);
            double[][] gradient = new double[numbers.length][dimension];
            for (int c = 0; c < numbers.length; c++) {
                crudeGradient(state(numbers[c], dimension), gradient[c]);
            }
            return Rows.matrix(gradient, dataType);
        }

        @Override
        public INDArray flipLogRatios(INDArray states) {
            if (!exactFlips) {
                return EnergyModel.super.flipLogRatios(states);
            }
            int[] numbers = numbers(states);
            double[][] ratios = new double[numbers.length][dimension];
            for (int c = 0; c < numbers.length; c++) {
                int here = numbers[c];
                for (int i = 0; i < dimension; i++) {
                    ratios[c][i] = table[here ^ 1 << i] - table[here];
                }
            }
            return Rows.matrix(ratios, dataType);
        }

        private int[] numbers(INDArray states) {
            double[] bits = Rows.values(states);
            int[] numbers = new int[bits.length / dimension];
            for (int k = 0; k < bits.length; k++) {
                numbers[k / dimension] |= (int) bits[k] << k % dimension;
            }
            return numbers;
        }
    }
}
