import com.sun.management.OperatingSystemMXBean;
import dev.lbp.Samplers;
import dev.lbp.Tempering;
import dev.lbp.models.IsingModel;
import dev.lbp.models.PairwiseModel;
import dev.lbp.result.SampleResult;
import dev.lbp.result.SamplingListener;
import dev.lbp.target.LocalEnergyModel;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;

/**
 * The processor time of a tempered run of a dense model, over that of the same model without its graph, which exchanges
 * whole states.
 *
 * <p>{@code java -cp 'lbp/lib/*' DenseExchange.java MODEL ROUNDS}: MODEL is sk, a glass of Sherrington and Kirkpatrick
 * of 200 sites at T = .5, or rbm-V-H, an RBM of V visible and H hidden units whose states are the bits of both. 12
 * replicas, 2 chains by gibbs() on one thread, exchanges after every sweep, warm-up 600, 2,000 draws. A round has two
 * runs of each, the second two in reverse order. It prints medians with quartiles.
 */
class DenseExchange {

    /** A model that does not tell its graph. */
    private record Whole(LocalEnergyModel model) implements LocalEnergyModel {

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

    public static void main(String[] args) {
        LocalEnergyModel model = args[0].equals("sk") ? glass() : rbm(args[0].split("-"));
        int rounds = Integer.parseInt(args[1]);
        double[] draws = new double[rounds];
        double[] all = new double[rounds];
        for (int r = -1; r < rounds; r++) { // the first warms the JVM up
            double[][] seconds = new double[2][2];
            for (int k = 0; k < 4; k++) {
                int which = k == 0 || k == 3 ? 0 : 1;
                double[] each = run(which == 0 ? model : new Whole(model), 2 * r + k / 2, r == 0 && k < 2);
                seconds[which][0] += each[0];
                seconds[which][1] += each[1];
            }
            if (r >= 0) {
                draws[r] = seconds[0][1] / seconds[1][1];
                all[r] = seconds[0][0] / seconds[1][0];
            }
        }
        System.out.println(args[0] + ", draws " + quartiles(draws) + ", with warm-up " + quartiles(all));
    }

    /** Processor seconds of the run, and of its draws. */
    private static double[] run(LocalEnergyModel model, int seed, boolean told) {
        double[] frozen = new double[1];
        double began = cpu();
        SampleResult result = Samplers.gibbs()
                .build()
                .sample(model)
                .tempering(Tempering.replicas(12).every(1))
                .chains(2)
                .threads(1)
                .warmup(600)
                .draws(2_000)
                .seed(seed + 3)
                .listener(new SamplingListener() {
                    @Override
                    public void frozen(double scale, boolean settled) {
                        frozen[0] = cpu();
                    }
                })
                .run();
        double ended = cpu();
        if (told) {
            System.out.println(result.summary().lines().filter(line -> line.startsWith("tempering")).toList()
                    + String.format(Locale.ROOT, " %.2f s of draws", ended - frozen[0]));
        }
        return new double[] {ended - began, ended - frozen[0]};
    }

    private static double cpu() {
        return 1e-9 * ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private static String quartiles(double[] ratios) {
        double[] sorted = ratios.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        return String.format(Locale.ROOT, "%.3f (%.3f to %.3f)", sorted[n / 2], sorted[n / 4], sorted[3 * n / 4]);
    }

    private static LocalEnergyModel glass() {
        int n = 200;
        Random random = new Random(1);
        int pairs = n * (n - 1) / 2;
        int[] from = new int[pairs];
        int[] to = new int[pairs];
        double[] couplings = new double[pairs];
        for (int i = 0, k = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++, k++) {
                from[k] = i;
                to[k] = j;
                couplings[k] = random.nextGaussian() / Math.sqrt(n) / 0.5;
            }
        }
        return IsingModel.graph(n, from, to, couplings).build();
    }

    private static LocalEnergyModel rbm(String[] words) {
        int visible = Integer.parseInt(words[1]);
        int hidden = Integer.parseInt(words[2]);
        Random random = new Random(1);
        int[] rows = new int[visible * hidden];
        int[] columns = new int[visible * hidden];
        double[] weights = new double[visible * hidden];
        for (int k = 0; k < weights.length; k++) {
            rows[k] = k / hidden;
            columns[k] = visible + k % hidden;
            weights[k] = random.nextGaussian();
        }
        double[] bias = random.doubles(visible + hidden, -1.0, 1.0).toArray();
        return PairwiseModel.of(bias, rows, columns, weights);
    }
}
