import dev.lbp.Samplers;
import dev.lbp.ValueChain;
import dev.lbp.ValueRun;
import dev.lbp.diagnostics.TraceStatistics;
import dev.lbp.models.DenseCategories;
import dev.lbp.models.training.BoltzmannResult;
import dev.lbp.models.training.BoltzmannTraining;
import dev.lbp.models.training.SequenceWeights;
import dev.lbp.result.ValueResult;
import dev.lbp.target.Expert;
import dev.lbp.target.Experts;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;

/**
 * Trains a dense Potts model on an alignment, times sweeps of Gibbs on a random one, or compares samplers there. Prints
 * processor seconds.
 *
 * <p>{@code java -cp 'lbp/lib/*' DensePotts.java RF00379.fasta.gz -ACGU}, {@code DensePotts.java 202 21 0.1}, or {@code
 * DensePotts.java 136 5 0.1 samplers}
 */
class DensePotts {

    private static final com.sun.management.OperatingSystemMXBean PROCESS =
            (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private static final ThreadMXBean THREAD = ManagementFactory.getThreadMXBean();

    public static void main(String[] arguments) throws IOException {
        if (arguments.length == 4) {
            samplers(
                    Integer.parseInt(arguments[0]),
                    Integer.parseInt(arguments[1]),
                    Double.parseDouble(arguments[2]));
        } else if (arguments[0].matches("[0-9]+")) {
            sweeps(
                    Integer.parseInt(arguments[0]),
                    Integer.parseInt(arguments[1]),
                    Double.parseDouble(arguments[2]));
        } else {
            train(Path.of(arguments[0]), arguments[1]);
        }
    }

    private static void train(Path file, String alphabet) throws IOException {
        int[][] sequences = read(file, alphabet);
        double[] weights = SequenceWeights.of(sequences, 0.8);
        long begin = PROCESS.getProcessCpuTime();
        BoltzmannResult result = BoltzmannTraining.of(sequences, alphabet.length())
                .weights(weights)
                .threads(2)
                .run();
        double[] history = result.history();
        System.out.printf(
                "%d sequences of %d sites, sum of weights %.0f: correlation %.4f after %d updates, processor time %.1f s%n",
                sequences.length,
                sequences[0].length,
                Arrays.stream(weights).sum(),
                history[history.length - 1],
                history.length,
                1e-9 * (PROCESS.getProcessCpuTime() - begin));
    }

    /** Sequences of a compressed FASTA file; a letter that is not in the alphabet counts as its first, the gap. */
    private static int[][] read(Path file, String alphabet) throws IOException {
        List<StringBuilder> sequences = new ArrayList<>();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(new GZIPInputStream(Files.newInputStream(file))))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(">")) {
                    sequences.add(new StringBuilder());
                } else {
                    sequences.get(sequences.size() - 1).append(line.strip());
                }
            }
        }
        return sequences.stream()
                .map(letters -> letters.chars()
                        .map(letter -> Math.max(0, alphabet.indexOf(letter)))
                        .toArray())
                .toArray(int[][]::new);
    }

    /**
     * Effective samples by the processor second, warm-up included: 4 chains in one thread. LBP scores whole states, in
     * batches; PAS and Metropolis move the same trackers as Gibbs.
     */
    private static void samplers(int sites, int values, double couplingSd) {
        DenseCategories model = DenseCategories.random(sites, values, 1.0, couplingSd, 1L);
        Experts batched = Experts.of(sites, values, Expert.of(model));
        compare("gibbs(), sweeps", Samplers.gibbs().build().sample(model), 4_000);
        compare("pas()", Samplers.pas().build().sample(model), 20_000);
        compare("rwm(), one site", Samplers.rwm().scale(1).build().sample(model).thin(20), 20_000);
        compare("lbp()", Samplers.lbp().build().sample(batched), 4_000);
    }

    private static void compare(String name, ValueRun run, int draws) {
        run.chains(4).threads(1).marginals(false).warmup(draws / 4);
        run.draws(draws / 4).run(); // compiles
        long begin = PROCESS.getProcessCpuTime();
        ValueResult result = run.draws(draws).run();
        double seconds = 1e-9 * (PROCESS.getProcessCpuTime() - begin);
        TraceStatistics logProb = result.statistics("logProb");
        TraceStatistics hamming = result.statistics("hamming");
        System.out.printf(
                "%-16s acceptance %.3f; ESS of log pi %.0f, R-hat %.3f; of the distance %.0f, R-hat %.3f; %.1f s:"
                        + " %.0f and %.0f a second%n",
                name,
                result.acceptanceRate(),
                logProb.bulkSample(),
                logProb.rHat(),
                hamming.bulkSample(),
                hamming.rHat(),
                seconds,
                logProb.bulkSample() / seconds,
                hamming.bulkSample() / seconds);
    }

    /** The median of 15 blocks of 200 sweeps of one chain, after 15 that are not counted. */
    private static void sweeps(int sites, int values, double couplingSd) {
        double changed = 0.0;
        DenseCategories model = DenseCategories.random(sites, values, 1.0, couplingSd, 1L);
        ValueChain chain = Samplers.gibbs().build().start(model, 1L);
        double[] micros = new double[30];
        for (int block = 0; block < micros.length; block++) {
            long begin = THREAD.getCurrentThreadCpuTime();
            for (int sweep = 0; sweep < 200; sweep++) {
                changed += chain.step().flips();
            }
            micros[block] = 1e-3 / 200 * (THREAD.getCurrentThreadCpuTime() - begin);
        }
        double[] counted = Arrays.copyOfRange(micros, 15, 30);
        Arrays.sort(counted);
        System.out.printf("%d sites of %d values, couplings of sd %.2f: a sweep %.0f us (%.0f to %.0f), changes %.1f sites%n",
                sites,
                values,
                couplingSd,
                counted[7],
                counted[0],
                counted[14],
                changed / (200 * micros.length));
    }
}
