import com.sun.management.OperatingSystemMXBean;
import dev.lbp.Samplers;
import dev.lbp.Tempering;
import dev.lbp.diagnostics.RHat;
import dev.lbp.diagnostics.TraceStatistics;
import dev.lbp.models.IsingModel;
import dev.lbp.result.SampleResult;
import dev.lbp.target.LocalEnergyModel;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Scanner;

/**
 * Parallel tempering of a spin glass by whole states, by parts without twins, with twins, or by default.
 *
 * <p>{@code java -cp 'lbp/lib/*' GlassParts.java FILE TEMPERATURE VARIANT SECONDS SEED}: FILE is an instance as of {@code lbp
 * sample --ising}, VARIANT is whole, parts, twins or default. 4 chains by gibbs() on one thread, exchanges after every
 * sweep, warm-up 2,000. It prints processor seconds, energy by the site with its error, effective samples by the
 * processor second of the energy and of the distance of {@code hamming} to its median, the R-hat of both, and the verdict.
 */
class GlassParts {

    /** A model that does not tell its graph, so whole states move. */
    private record Whole(IsingModel model) implements LocalEnergyModel {

        @Override
        public int dimension() {
            return model.dimension();
        }

        @Override
        public Tracker newTracker() {
            return model.newTracker();
        }

        @Override
        public int[][] colouring() {
            return model.colouring();
        }
    }

    public static void main(String[] args) throws Exception {
        Scanner file = new Scanner(Files.readString(Path.of(args[0]))).useLocale(Locale.ROOT);
        double temperature = Double.parseDouble(args[1]);
        int sites = file.nextInt();
        int pairs = file.nextInt();
        int[] from = new int[pairs];
        int[] to = new int[pairs];
        double[] couplings = new double[pairs];
        for (int k = 0; k < pairs; k++) {
            from[k] = file.nextInt() - 1;
            to[k] = file.nextInt() - 1;
            couplings[k] = -file.nextDouble() / temperature;
        }
        IsingModel glass = IsingModel.graph(sites, from, to, couplings).build();
        Tempering tempering = Tempering.replicas().every(1);
        SampleResult result = Samplers.gibbs()
                .build()
                .sample(args[2].equals("whole") ? new Whole(glass) : glass)
                .tempering(
                        switch (args[2]) {
                            case "parts" -> tempering.twins(false);
                            case "twins" -> tempering.twins(true);
                            default -> tempering;
                        })
                .trackEnergy(1.0 / temperature)
                .chains(4)
                .threads(1)
                .warmup(2_000)
                .draws(1_000_000)
                .seed(Long.parseLong(args[4]))
                .budget(Duration.ofSeconds(Long.parseLong(args[3])))
                .run();
        double seconds =
                1e-9 * ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
        TraceStatistics energy = result.statistics("energy");
        TraceStatistics size =
                TraceStatistics.of(RHat.distancesToMedian(result.traces().get("hamming")));
        System.out.printf(
                Locale.ROOT,
                "%.0f s, energy %.5f +- %.5f, %.2f / %.2f per second, R-hat %.4f / %.4f, %s%n",
                seconds,
                energy.mean() / sites,
                energy.standardDeviation() / Math.sqrt(energy.bulkSample()) / sites,
                energy.bulkSample() / seconds,
                size.bulkSample() / seconds,
                energy.rHat(),
                size.rHat(),
                result.verdict().get(0));
    }
}
