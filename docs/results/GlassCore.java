import com.sun.management.OperatingSystemMXBean;
import dev.lbp.Samplers;
import dev.lbp.Tempering;
import dev.lbp.diagnostics.EffectiveSampleSize;
import dev.lbp.diagnostics.RHat;
import dev.lbp.infer.Inference;
import dev.lbp.infer.SumCore;
import dev.lbp.models.IsingModel;
import dev.lbp.models.factor.Factor;
import dev.lbp.models.factor.FactorBits;
import dev.lbp.models.factor.FactorGraph;
import dev.lbp.models.factor.FactorModel;
import dev.lbp.result.SampleResult;
import dev.lbp.result.TemperingResult;
import dev.lbp.target.LocalEnergyModel;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Scanner;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Parallel tempering of all sites of a spin glass, or of its core, whose draws are completed.
 *
 * <p>{@code java -cp 'lbp/lib/*' GlassCore.java FILE TEMPERATURE ENTRIES SEED}: FILE is an instance as of {@code lbp
 * sample --ising}, ENTRIES the largest table of an elimination, 0 for all sites. 4 chains by gibbs() on one thread,
 * exchanges after every sweep, warm-up 600, 2,000 draws. It prints the sites sampled, processor seconds, the energy, its
 * effective samples by the processor second, its R-hat, log Z, and the mean square overlap of two chains.
 */
class GlassCore {

    private static final int CHAINS = 4;

    private static final int DRAWS = 2_000;

    public static void main(String[] args) throws Exception {
        Scanner file = new Scanner(Files.readString(Path.of(args[0]))).useLocale(Locale.ROOT);
        double beta = 1.0 / Double.parseDouble(args[1]);
        int entries = Integer.parseInt(args[2]);
        long seed = Long.parseLong(args[3]);
        int sites = file.nextInt();
        int pairs = file.nextInt();
        int[] from = new int[pairs];
        int[] to = new int[pairs];
        double[] couplings = new double[pairs];
        List<Factor> factors = new ArrayList<>();
        for (int k = 0; k < pairs; k++) {
            from[k] = file.nextInt() - 1;
            to[k] = file.nextInt() - 1;
            couplings[k] = -beta * file.nextDouble();
            double j = couplings[k];
            factors.add(Factor.of(new int[] {from[k], to[k]}, new double[] {j, -j, -j, j}));
        }
        int[] values = new int[sites];
        Arrays.fill(values, 2);
        FactorGraph graph = FactorGraph.of(values, factors);
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long begin = system.getProcessCpuTime();
        SumCore core = entries == 0 ? null : Inference.of(graph).core(entries);
        LocalEnergyModel model = core == null
                ? IsingModel.graph(sites, from, to, couplings).build()
                : (FactorBits) FactorModel.of(core.graph());
        SampleResult result = Samplers.gibbs()
                .build()
                .sample(model)
                .chains(CHAINS)
                .warmup(600)
                .draws(DRAWS)
                .seed(seed)
                .threads(1)
                .keepDraws()
                .tempering(Tempering.replicas().every(1))
                .run();
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(seed);
        int[][][] states = new int[CHAINS][DRAWS][];
        double[][] energy = new double[CHAINS][DRAWS];
        for (int c = 0; c < CHAINS; c++) {
            for (int t = 0; t < DRAWS; t++) {
                byte[] bits = result.draw(c, t);
                int[] state = new int[bits.length];
                Arrays.setAll(state, i -> bits[i]);
                states[c][t] = core == null ? state : core.complete(state, rng);
                energy[c][t] = -graph.logProb(states[c][t]) / beta;
            }
        }
        double seconds = 1e-9 * (system.getProcessCpuTime() - begin);
        double overlaps = 0.0;
        for (int t = 0; t < DRAWS; t++) {
            for (int pair = 0; pair < CHAINS / 2; pair++) {
                int overlap = 0;
                for (int i = 0; i < sites; i++) {
                    overlap += states[2 * pair][t][i] == states[2 * pair + 1][t][i] ? 1 : -1;
                }
                overlaps += Math.pow((double) overlap / sites, 2) / (DRAWS * CHAINS / 2.0);
            }
        }
        TemperingResult ladder = result.tempering().orElseThrow();
        System.out.printf(
                Locale.ROOT,
                "%d sites, %.1f s, energy %.2f, %.2f samples per second, R-hat %.3f, log Z %.3f +- %.3f, overlap^2 %.3f%n",
                model.dimension(),
                seconds,
                Arrays.stream(energy).flatMapToDouble(Arrays::stream).average().orElseThrow(),
                EffectiveSampleSize.bulk(energy) / seconds,
                RHat.of(energy),
                ladder.logZ() + (core == null ? 0.0 : core.logConstant()),
                ladder.logZError(),
                overlaps);
    }
}
