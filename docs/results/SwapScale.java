import com.sun.management.OperatingSystemMXBean;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.cli.data.SyntheticRegressions;
import dev.lbp.result.SampleResult;
import dev.lbp.select.prior.Inclusion;
import dev.lbp.select.VariableSelection;
import dev.lbp.target.LocalEnergyModel;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.LongFunction;
import java.util.stream.IntStream;

/**
 * Linear selection with swaps in a quarter of the steps: R = 1 against an adaptive scale, by the error of averaged
 * conditional probabilities for equal processor time.
 *
 * <p>{@code java -XX:+UseSerialGC -cp 'lbp/lib/*' SwapScale.java 8 6} takes eight instances of each kind of data and
 * six runs of each sampler on each, which alternate. Errors are from a long run of four chains, two of each sampler.
 */
class SwapScale {

    private static final int WARMUP = 2_000;
    private static final int DRAWS = 10_000;
    private static final int LONGER = 5;
    private static final int COLUMNS = 500;
    private static final List<Sampler> SAMPLERS = List.of(
            Samplers.lbp().scale(1).swaps(0.25).build(),
            Samplers.lbp().adaptive(0.574).swaps(0.25).build());

    private record Data(double[][] x, double[] y) {

        static Data of(SyntheticRegressions made) {
            return new Data(made.x(), made.y());
        }

        static Data independent(long seed) {
            Random random = new Random(seed);
            double[][] x = new double[200][COLUMNS];
            double[] y = new double[x.length];
            for (int t = 0; t < x.length; t++) {
                y[t] = random.nextGaussian();
                for (int j = 0; j < COLUMNS; j++) {
                    x[t][j] = random.nextGaussian();
                    y[t] += j < 10 ? 0.08 * (j + 1) * x[t][j] : 0;
                }
            }
            return new Data(x, y);
        }
    }

    public static void main(String[] args) {
        int instances = Integer.parseInt(args[0]);
        int seeds = Integer.parseInt(args[1]);
        compare("independent, n = 200", instances, seeds, Data::independent);
        compare("AR(.6), SNR 2, n = 500", instances, seeds, seed -> autoregressive(2.0, seed));
        compare("AR(.6), SNR 1, n = 500", instances, seeds, seed -> autoregressive(1.0, seed));
        compare("modules of .9, SNR 1, n = 71", instances, seeds, SwapScale::modules);
    }

    private static Data autoregressive(double snr, long seed) {
        return Data.of(SyntheticRegressions.autoregressive(500, COLUMNS, 0.6, snr, seed));
    }

    private static Data modules(long seed) {
        return Data.of(SyntheticRegressions.modules(71, COLUMNS, 1.0, seed));
    }

    private static void compare(String name, int instances, int seeds, LongFunction<Data> kind) {
        double[][] figures = new double[8][instances];
        for (int i = 0; i < instances; i++) {
            double[] of = figures(kind.apply(i + 1L), seeds);
            for (int f = 0; f < of.length; f++) {
                figures[f][i] = of[f];
            }
        }
        double logs = Arrays.stream(figures[7]).map(Math::log).average().orElseThrow();
        double[] sorted = Arrays.stream(figures[7]).sorted().toArray();
        System.out.printf(
                "| %s | %.1f | %.3f | %.3f | %.5f | %.5f | %.5f | %.2f | %.2f (%.2f to %.2f) |%n",
                name,
                median(figures[0]),
                median(figures[1]),
                median(figures[2]),
                median(figures[3]),
                median(figures[4]),
                median(figures[5]),
                Math.exp(logs),
                median(figures[7]),
                sorted[0],
                sorted[instances - 1]);
    }

    /**
     * The adaptive scale; the seconds of a run and the errors, with R = 1 and with that scale; the error of the long
     * run; the ratios of errors, and of errors times the root of the seconds.
     */
    private static double[] figures(Data data, int seeds) {
        LocalEnergyModel model = VariableSelection.linear(data.x, data.y)
                .gPrior()
                .inclusion(Inclusion.expectedSize(10))
                .model();
        double[][] longRuns = new double[2][];
        for (int s = 0; s < 2; s++) {
            longRuns[s] = probabilities(run(s, model, 2, LONGER * DRAWS, 1_000 + s));
        }
        double[] known = IntStream.range(0, COLUMNS)
                .mapToDouble(j -> (longRuns[0][j] + longRuns[1][j]) / 2)
                .toArray();
        int[] uncertain = IntStream.range(0, COLUMNS)
                .filter(j -> known[j] > 0.01 && known[j] < 0.9999)
                .toArray();
        double[] seconds = new double[2];
        double[] squares = new double[2];
        double scale = 0;
        for (int seed = 0; seed < seeds; seed++) {
            for (int k = 0; k < 2; k++) {
                int s = (k + seed) % 2;
                double began = seconds();
                SampleResult result = run(s, model, 1, DRAWS, seed);
                seconds[s] += (seconds() - began) / seeds;
                squares[s] += square(probabilities(result), known, uncertain) / seeds;
                scale += s * result.scale() / seeds;
            }
        }
        double ratio = Math.sqrt(squares[1] / squares[0]);
        return new double[] {
            scale,
            seconds[0],
            seconds[1],
            Math.sqrt(squares[0]),
            Math.sqrt(squares[1]),
            Math.sqrt(square(longRuns[0], longRuns[1], uncertain)) / 2,
            ratio,
            ratio * Math.sqrt(seconds[1] / seconds[0])
        };
    }

    private static double median(double[] values) {
        double[] sorted = Arrays.stream(values).sorted().toArray();
        return (sorted[sorted.length / 2] + sorted[(sorted.length - 1) / 2]) / 2;
    }

    private static double[] probabilities(SampleResult result) {
        return result.conditionals().orElseThrow().marginals();
    }

    private static SampleResult run(int sampler, LocalEnergyModel model, int chains, int draws, long seed) {
        return SAMPLERS.get(sampler)
                .sample(model)
                .chains(chains)
                .threads(1)
                .warmup(WARMUP)
                .draws(draws)
                .seed(seed)
                .conditionals()
                .run();
    }

    private static double square(double[] estimates, double[] known, int[] uncertain) {
        return IntStream.of(uncertain)
                .mapToDouble(j -> Math.pow(estimates[j] - known[j], 2))
                .average()
                .orElseThrow();
    }

    private static double seconds() {
        return 1e-9 * ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }
}
