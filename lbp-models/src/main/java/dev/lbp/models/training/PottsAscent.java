package dev.lbp.models.training;

import dev.lbp.internal.bytes.Transcript;
import dev.lbp.result.CheckpointException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;

/**
 * The state of a {@link BoltzmannTraining} and its updates. The gradient is that of the model in centred variables,
 * {@code J_ij (x_i - f_i) (x_j - f_j)} with the frequencies f of the data: the gradients of couplings and fields are
 * then nearly independent, and a larger learning rate is stable (Montavon and Mueller 2012,
 * doi:10.1007/978-3-642-35289-8_33). It is 0 at the same parameters as the gradient of the plain model. Work is
 * divided by blocks of chains and by sites, and sums are added in the order of the sites, so the number of threads
 * changes no bit.
 */
final class PottsAscent {

    private final PairFrequencies data;
    final PottsParameters parameters;
    final PottsChains chains;

    /** The steps of couplings and fields, with their momentum: couplings of site i with all j < i. */
    private final double[][] velocity;

    private final double[] fieldVelocity;

    /** For each site the sums of its pairs with j < i. */
    private final CovarianceSums[] sums;

    private double[] history = new double[0];

    PottsAscent(PairFrequencies data, int sites, int values, int chainCount, long seed) {
        this.data = data;
        this.parameters = new PottsParameters(sites, values);
        this.chains = new PottsChains(chainCount, sites, values, seed);
        this.velocity = new double[sites][];
        this.fieldVelocity = new double[sites * values];
        this.sums = new CovarianceSums[sites];
        Arrays.setAll(velocity, i -> new double[data.pairs[i].length]);
        for (int at = 0; at < fieldVelocity.length; at++) {
            parameters.fields[at] =
                    Math.log(data.single[at]); // starts at independent sites with the data's frequencies
        }
    }

    /**
     * The bound L of couplings and of the first fields, far beyond meaningful log-odds. Couplings stay below L, so a
     * step changes a field by less than {@code 2 N L}, and it stays below {@code (2 N + 1) L}. A log-ratio is at most
     * twice the sum of a field and the N - 1 couplings of a site, below {@code 2 ((2 N + 1) L + N L) <= 8 N L}; a
     * log-probability is below about {@code 4 N^2 L}. {@link dev.lbp.models.DenseCategories} accepts log-ratios below
     * 2^20 and log-probabilities below 2^31: hence the bounds 2^20 / (8 N) and 2^31 / (4 N^2) of L.
     */
    double largest() {
        double sites = parameters.sites;
        return Math.min(0x1p17 / sites, 0x1p29 / (sites * sites));
    }

    int updates() {
        return history.length;
    }

    /** For each update, Pearson's correlation of {@code f_ij(a, b) - f_i(a) f_j(b)} in the data and in the chains. */
    double[] history() {
        return history.clone();
    }

    /**
     * Moves the chains. Sweeps of many chains of long sequences take minutes, so an interrupt of the calling thread
     * ends them. The chains are then as they were before, and the interrupt flag stays set.
     *
     * @return whether the chains have moved
     */
    boolean move(ForkJoinPool threads, int sweeps) {
        Runnable undo = chains.saved();
        AtomicBoolean givenUp = new AtomicBoolean();
        ForkJoinTask<?> work =
                submit(threads, chains.blocks(), block -> chains.sweep(block, parameters, sweeps, givenUp::get));
        try {
            work.get();
        } catch (InterruptedException e) {
            givenUp.set(true);
            work.join();
            undo.run();
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            work.join(); // throws the cause
        }
        return !givenUp.get();
    }

    /**
     * Compares the chains with the data, and changes the parameters.
     *
     * @param momentum the share of the last step that the next one keeps
     * @return false if a parameter would not be finite; the parameters then stay
     */
    boolean update(ForkJoinPool threads, double learningRate, double momentum, double l2) {
        boolean[] finite = new boolean[parameters.sites];
        double[] single = singleFrequencies();
        forEach(threads, parameters.sites, i -> finite[i] = updateVelocity(i, single, learningRate, momentum, l2));
        for (boolean good : finite) {
            if (!good) {
                return false;
            }
        }
        forEach(threads, parameters.sites, this::step);
        CovarianceSums all = new CovarianceSums();
        for (CovarianceSums site : sums) {
            all.add(site);
        }
        history = Arrays.copyOf(history, history.length + 1);
        history[history.length - 1] = all.pearson();
        return true;
    }

    /** Carries out a task for each index below n. An interrupt of the caller stays set; all tasks are done. */
    private static void forEach(ForkJoinPool threads, int n, IntConsumer task) {
        submit(threads, n, task).join();
    }

    /** Starts a task for each index below n. */
    private static ForkJoinTask<?> submit(ForkJoinPool threads, int n, IntConsumer task) {
        List<ForkJoinTask<?>> tasks = new ArrayList<>();
        for (int k = 0; k < n; k++) {
            int index = k;
            tasks.add(ForkJoinTask.adapt(() -> task.accept(index)));
        }
        return threads.submit(() -> ForkJoinTask.invokeAll(tasks));
    }

    private double[] singleFrequencies() {
        double[] single = new double[fieldVelocity.length];
        for (int i = 0; i < parameters.sites; i++) {
            for (byte value : chains.states[i]) {
                single[i * parameters.values + value]++;
            }
        }
        for (int at = 0; at < single.length; at++) {
            single[at] /= chains.chains;
        }
        return single;
    }

    /** Computes the next steps of the parameters of site i. Returns whether all these parameters will be finite. */
    private boolean updateVelocity(int i, double[] single, double learningRate, double momentum, double l2) {
        int values = parameters.values;
        int square = parameters.square();
        double largest = 0.0;
        for (int at = i * values; at < (i + 1) * values; at++) {
            fieldVelocity[at] = momentum * fieldVelocity[at] + learningRate * (data.single[at] - single[at]);
            largest = larger(largest, parameters.fields[at] + fieldVelocity[at]);
        }
        CovarianceSums site = new CovarianceSums();
        int[] counts = new int[square];
        double share = 1.0 / chains.chains;
        for (int j = 0; j < i; j++) {
            countPairs(j, i, counts);
            for (int k = 0; k < square; k++) {
                int at = j * square + k;
                int a = i * values + k % values;
                int b = j * values + k / values;
                double ofChains = counts[k] * share;
                // for the correlation of f_ij(a, b) - f_i(a) f_j(b) in the data and in the chains
                site.add(data.pairs[i][at] - data.single[a] * data.single[b], ofChains - single[a] * single[b]);
                double coupling = parameters.couplings[i][at];
                double gradient = data.pairs[i][at]
                        - ofChains
                        - l2 * coupling
                        - data.single[a] * (data.single[b] - single[b])
                        - data.single[b] * (data.single[a] - single[a]);
                velocity[i][at] = momentum * velocity[i][at] + learningRate * gradient;
                largest = larger(largest, coupling + velocity[i][at]);
            }
        }
        sums[i] = site;
        return largest < largest(); // NaN compares as false
    }

    /** Counts the chains with each pair of values (b, a) at sites j and i, at the index b * values + a. */
    private void countPairs(int j, int i, int[] counts) {
        Arrays.fill(counts, 0);
        byte[] ofJ = chains.states[j];
        byte[] ofI = chains.states[i];
        for (int c = 0; c < ofI.length; c++) {
            counts[ofJ[c] * parameters.values + ofI[c]]++;
        }
    }

    private static double larger(double largest, double parameter) {
        return Math.max(largest, Math.abs(parameter)); // NaN if either argument is NaN
    }

    /**
     * Adds the steps of site i. In the centred term {@code J_ij(a, b) (x_i(a) - f_i(a)) (x_j(b) - f_j(b))} a step of
     * the coupling also adds {@code -f_j(b)} times itself to the field h_i(a).
     */
    private void step(int i) {
        int values = parameters.values;
        for (int a = 0; a < values; a++) {
            double step = fieldVelocity[i * values + a];
            for (int j = 0; j < parameters.sites; j++) {
                for (int b = 0; b < values && j != i; b++) {
                    double coupled = j < i
                            ? velocity[i][(j * values + b) * values + a]
                            : velocity[j][(i * values + a) * values + b];
                    step -= coupled * data.single[j * values + b];
                }
            }
            parameters.fields[i * values + a] += step;
        }
        double[] row = parameters.couplings[i];
        for (int at = 0; at < velocity[i].length; at++) {
            row[at] += velocity[i][at];
        }
        parameters.mirror(i);
    }

    /** Writes the state to a checkpoint, or reads it from there, as the transcript decides. */
    void transcribe(Transcript transcript) {
        int made = transcript.of(history.length);
        if (made < 0) {
            throw new CheckpointException("the updates must be >= 0, and are " + made);
        }
        history = Arrays.copyOf(history, made);
        transcript.of(history, made);
        parameters.transcribe(transcript);
        transcript.of(velocity);
        transcript.of(fieldVelocity, fieldVelocity.length);
        chains.transcribe(transcript);
    }
}
