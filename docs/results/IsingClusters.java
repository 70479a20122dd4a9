import com.sun.management.OperatingSystemMXBean;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.models.IsingModel;
import dev.lbp.result.SampleResult;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Effective samples by the processor second of cluster moves over those of Metropolis sweeps, on a periodic square Ising
 * lattice at the transition: of the log-probability, and of the absolute magnetisation. One chain on one thread.
 *
 * <p>{@code java -cp 'lbp/lib/*' IsingClusters.java SIDE SECONDS SEED}: about SECONDS of each sampler, after a short run
 * that finds the time of a step.
 */
class IsingClusters {

    private static final OperatingSystemMXBean CLOCK =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    public static void main(String[] args) {
        int side = Integer.parseInt(args[0]);
        double seconds = Double.parseDouble(args[1]);
        double coupling = 0.5 * Math.log(1.0 + Math.sqrt(2.0));
        IsingModel lattice =
                IsingModel.lattice(side, side).periodic().coupling(coupling).build();
        Map<String, Sampler> samplers = new LinkedHashMap<>();
        samplers.put("metropolis, thinned", Samplers.metropolis().thinned().build());
        samplers.put("swendsenWang", Samplers.swendsenWang().build());
        samplers.put("wolff", Samplers.wolff().build());
        double[] sweeps = {};
        for (String name : samplers.keySet()) {
            double[] each = samples(lattice, samplers.get(name), Long.parseLong(args[2]), seconds);
            sweeps = sweeps.length == 0 ? each : sweeps;
            System.out.printf(
                    Locale.ROOT,
                    "%s: a step %.0f us, samples per second %.1f / %.1f, over sweeps %.1f / %.1f%n",
                    name,
                    1e6 * each[2],
                    each[0],
                    each[1],
                    each[0] / sweeps[0],
                    each[1] / sweeps[1]);
        }
    }

    private static double[] samples(IsingModel lattice, Sampler sampler, long seed, double seconds) {
        double step = 0.0;
        SampleResult result = null;
        for (boolean last : new boolean[] {false, true}) {
            int draws = last ? (int) Math.max(500.0, Math.min(1e6, seconds / step)) : 5_000;
            int warmup = draws / 10;
            long before = CLOCK.getProcessCpuTime();
            result = sampler.sample(lattice)
                    .chains(1)
                    .threads(1)
                    .warmup(warmup)
                    .draws(draws)
                    .seed(seed)
                    .track("m", x -> {
                        int up = 0;
                        for (byte bit : x) {
                            up += bit;
                        }
                        return Math.abs(2.0 * up / x.length - 1.0);
                    })
                    .run();
            step = 1e-9 * (CLOCK.getProcessCpuTime() - before) / (draws + warmup);
        }
        double spent = step * result.draws();
        return new double[] {
            result.effectiveSampleSize("logProb") / spent, result.effectiveSampleSize("m") / spent, step
        };
    }
}
