import dev.lbp.experiments.rival.PlainAnnealer;
import dev.lbp.models.IsingModel;
import dev.lbp.solve.Solver;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Scanner;
import java.util.function.IntToDoubleFunction;
import java.util.zip.GZIPInputStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * The processor seconds until a cut of a graph of the Gset in a JVM that has searched five times before, by lbp and by a
 * plain annealer: median over seeds 1 to 20. The plain annealer gives up after 10 s, which counts as infinite.
 *
 * <p>{@code java -cp 'lbp/lib/*' SolveWarm.java G1.txt.gz 11624}
 */
class SolveWarm {

    private static final double LIMIT = 10.0;

    public static void main(String[] arguments) throws Exception {
        Scanner file = new Scanner(new GZIPInputStream(Files.newInputStream(Path.of(arguments[0]))));
        int nodes = file.nextInt();
        int edges = file.nextInt();
        int[] from = new int[edges];
        int[] to = new int[edges];
        double[] couplings = new double[edges];
        for (int k = 0; k < edges; k++) {
            from[k] = file.nextInt() - 1;
            to[k] = file.nextInt() - 1;
            couplings[k] = -file.nextInt();
        }
        IsingModel model = IsingModel.graph(nodes, from, to, couplings).build();
        PlainAnnealer annealer = new PlainAnnealer(nodes, from, to, couplings);
        double target = 2.0 * Double.parseDouble(arguments[1]) + Arrays.stream(couplings).sum();
        print("lbp", seed -> 1e-9 * Solver.of(model).seed(seed).target(target).solve().processorTime().toNanos());
        print("plain annealer", seed -> plain(annealer, target, seed));
    }

    private static double plain(PlainAnnealer annealer, double target, int seed) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(new long[] {seed});
        double began = seconds();
        for (double sweeps = 300.0; seconds() - began < LIMIT; sweeps *= 1.1) {
            if (annealer.anneal((int) sweeps, target, random) >= target) {
                return seconds() - began;
            }
        }
        return Double.POSITIVE_INFINITY;
    }

    private static double seconds() {
        return 1e-9 * ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static void print(String name, IntToDoubleFunction search) {
        double[] seconds = new double[20];
        for (int seed = -4; seed <= 20; seed++) {
            double time = search.applyAsDouble(seed);
            if (seed >= 1) {
                seconds[seed - 1] = time;
            }
        }
        Arrays.sort(seconds);
        System.out.printf(
                "%s: median %.3f s (%.3f to %.3f)%n", name, 0.5 * (seconds[9] + seconds[10]), seconds[0], seconds[19]);
    }
}
