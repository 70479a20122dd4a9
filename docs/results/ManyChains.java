import com.sun.management.OperatingSystemMXBean;
import dev.lbp.Samplers;
import dev.lbp.models.IsingModel;
import dev.lbp.result.SampleResult;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Random;

/**
 * Runs of 64 chains in a word beside runs of 8 chains, which have a tracker each: auto(), 10,000 draws of each chain
 * after a warm-up of 1,000, every sweep a draw.
 *
 * <p>{@code java -XX:+UseSerialGC -cp 'lbp/lib/*' ManyChains.java TARGET}. TARGET is glass, glass3d, sizes or graph. The
 * two take turns for five rounds after one that does not count; medians of the processor time of the process.
 */
class ManyChains {

    private static final int WARM_UP = 1_000;
    private static final int DRAWS = 10_000;
    private static final int UNCOUNTED = 1;
    private static final int ROUNDS = 7;

    public static void main(String[] args) {
        IsingModel model = model(args[0], new Random(1));
        int[] chains = {8, 64};
        double[][] nanos = new double[2][ROUNDS];
        double[][] effective = new double[2][ROUNDS];
        for (int round = -UNCOUNTED; round < ROUNDS; round++) {
            for (int k = 0; k < 2; k++) {
                double began = seconds();
                SampleResult result = Samplers.auto()
                        .build()
                        .sample(model)
                        .chains(chains[k])
                        .warmup(WARM_UP)
                        .draws(DRAWS)
                        .seed(round)
                        .threads(1)
                        .run();
                double took = seconds() - began;
                if (round >= 0) {
                    nanos[k][round] = 1e9 * took / chains[k] / (WARM_UP + DRAWS) / model.dimension();
                    effective[k][round] = result.effectiveSampleSize("logProb") / took;
                }
            }
        }
        System.out.printf(
                "| %s | %.1f | %.2f | %.1f | %.0f | %.0f | %.1f |%n",
                args[0],
                median(nanos[0]),
                median(nanos[1]),
                ratio(nanos[0], nanos[1]),
                median(effective[0]),
                median(effective[1]),
                ratio(effective[1], effective[0]));
    }

    private static IsingModel model(String target, Random random) {
        int side = target.equals("glass3d") ? 16 : 32;
        int sites = target.equals("graph") ? 1_000 : target.equals("glass3d") ? side * side * side : side * side;
        int dimensions = target.equals("glass3d") ? 3 : 2;
        int pairs = target.equals("graph") ? 9_990 : dimensions * sites;
        int[] from = new int[pairs];
        int[] to = new int[pairs];
        double[] couplings = new double[pairs];
        int[] graph = random.ints(0, sites * sites)
                .filter(pair -> pair / sites < pair % sites)
                .distinct()
                .limit(pairs)
                .toArray();
        for (int k = 0; k < pairs; k++) {
            if (target.equals("graph")) {
                from[k] = graph[k] / sites;
                to[k] = graph[k] % sites;
                couplings[k] = -0.2;
            } else {
                from[k] = k / dimensions;
                int stride = (int) Math.pow(side, k % dimensions);
                int place = from[k] / stride % side;
                to[k] = from[k] + (place == side - 1 ? stride * (1 - side) : stride);
                couplings[k] = random.nextBoolean() ? 0.5 : -0.5;
                if (target.equals("sizes")) {
                    couplings[k] *= 0.4 * (1 + random.nextInt(3));
                }
            }
        }
        return IsingModel.graph(sites, from, to, couplings).build();
    }

    private static double seconds() {
        return 1e-9 * ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private static double ratio(double[] over, double[] under) {
        double[] ratios = new double[ROUNDS];
        Arrays.setAll(ratios, k -> over[k] / under[k]);
        return median(ratios);
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
