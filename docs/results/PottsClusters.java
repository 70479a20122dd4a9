import com.sun.management.OperatingSystemMXBean;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.models.PottsModel;
import dev.lbp.result.ValueResult;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Effective samples by the processor second of cluster moves over those of Metropolis sweeps, on a periodic square Potts
 * lattice: of the log-probability, and of the number of sites of the most frequent value. Geometric means of seeds 1 to 3.
 *
 * <p>{@code java -cp 'lbp/lib/*' PottsClusters.java SIDE VALUES SHARE SECONDS}: the temperature is SHARE of that of the
 * transition, 1 / log(1 + sqrt(VALUES)); SECONDS of one chain of each sampler and seed, after a short run that finds the
 * time of a step.
 */
class PottsClusters {

    private static final List<String> NAMES = List.of("metropolis", "swendsenWang", "wolff");

    private static final OperatingSystemMXBean CLOCK =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    public static void main(String[] args) {
        int side = Integer.parseInt(args[0]);
        int values = Integer.parseInt(args[1]);
        double coupling = Math.log(1.0 + Math.sqrt(values)) / Double.parseDouble(args[2]);
        double seconds = Double.parseDouble(args[3]);
        PottsModel lattice =
                PottsModel.lattice(side, side, values).periodic().coupling(coupling).build();
        double[][] logs = new double[NAMES.size()][2];
        for (int seed = 1; seed <= 3; seed++) {
            for (int s = 0; s < NAMES.size(); s++) {
                double[] each = samples(lattice, NAMES.get(s), seed, seconds);
                logs[s][0] += Math.log(each[0]) / 3.0;
                logs[s][1] += Math.log(each[1]) / 3.0;
            }
        }
        for (int s = 1; s < NAMES.size(); s++) {
            System.out.printf(
                    Locale.ROOT,
                    "%s: %.2f / %.2f%n",
                    NAMES.get(s),
                    Math.exp(logs[s][0] - logs[0][0]),
                    Math.exp(logs[s][1] - logs[0][1]));
        }
    }

    private static double[] samples(PottsModel lattice, String name, long seed, double seconds) {
        Sampler sampler =
                switch (name) {
                    case "swendsenWang" -> Samplers.swendsenWang().build();
                    case "wolff" -> Samplers.wolff().build();
                    default -> Samplers.metropolis().build();
                };
        int[] count = new int[lattice.values()];
        double step = 0.0;
        double[] samples = {};
        for (boolean last : new boolean[] {false, true}) {
            int draws = last ? (int) Math.max(500.0, Math.min(400_000.0, seconds / step)) : 300;
            int warmup = draws / 5;
            long before = CLOCK.getProcessCpuTime();
            ValueResult result = sampler.sample(lattice)
                    .chains(1)
                    .threads(1)
                    .warmup(warmup)
                    .draws(draws)
                    .thin(name.equals("wolff") ? 4 : 1)
                    .seed(seed)
                    .track("most", x -> {
                        Arrays.fill(count, 0);
                        int most = 0;
                        for (int value : x) {
                            most = Math.max(most, ++count[value]);
                        }
                        return most;
                    })
                    .run();
            step = 1e-9 * (CLOCK.getProcessCpuTime() - before) / (draws + warmup);
            double spent = step * draws;
            samples = new double[] {
                result.effectiveSampleSize("logProb") / spent, result.effectiveSampleSize("most") / spent
            };
        }
        return samples;
    }
}
