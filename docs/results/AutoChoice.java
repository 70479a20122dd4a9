import dev.lbp.Chain;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.diagnostics.EffectiveSampleSize;
import dev.lbp.models.BernoulliRbm;
import dev.lbp.models.IsingModel;
import dev.lbp.models.PaperConfiguration;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.result.RunResult;
import dev.lbp.target.CategoricalEnergyModel;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LayeredModel;
import dev.lbp.target.LocalEnergyModel;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.Scanner;
import java.util.zip.GZIPInputStream;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Effective samples of auto() beside its candidates, of the log-probability and of a random direction of +-1.
 *
 * <p>{@code java -cp 'lbp/lib/*' AutoChoice.java TARGET FILE}. TARGET is ising, rbm, rbms, network, potts or trained, which are
 * scored as a whole and compared per evaluation, 16 chains, warm-up 500 and 1,000 draws; or glass, cold-glass, field, g43,
 * cold or dense, local models, compared per CPU second: chains of seeds 1 to 3 in turns, 0.25 s of each sampler and seed,
 * median. FILE is a trained RBM for trained and a graph of the Gset for g43; others ignore it.
 */
class AutoChoice {

    private static final int CHAINS = 16;
    private static final int WARM_UP = 500;
    private static final int DRAWS = 1_000;
    private static final long SLICE = 250_000_000L;
    private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();

    public static void main(String[] arguments) throws Exception {
        Path file = Path.of(arguments[1]);
        switch (arguments[0]) {
            case "ising" -> whole("Ising 50x50", new WholeIsing(IsingModel.paper(50, PaperConfiguration.C2, 0L)));
            case "rbm" -> whole("RBM 784x500", BernoulliRbm.random(784, 500, 0.1, 5L));
            case "rbms" -> {
                for (String shape : new String[] {"784 500 .05", "784 500 .1", "784 500 .2", "784 100 .3", "784 20 .5", "100 100 .5"}) {
                    Scanner numbers = new Scanner(shape);
                    whole(shape, BernoulliRbm.random(
                            numbers.nextInt(), numbers.nextInt(), Double.parseDouble(numbers.next()), 5L));
                }
            }
            case "network" -> whole("network 400", new TanhNetwork(400, 64, 32, 0L));
            case "potts" -> whole("Potts 30x30", new WholePotts(30, 4, 0.7));
            case "trained" -> whole("trained RBM", BernoulliRbm.load(file));
            case "glass" -> local("glass, beta .5", glass(0.5));
            case "cold-glass" -> local("glass, beta 1", glass(1.0));
            case "field" -> local("random field", torus(1.0, new Random(0).doubles(1024).map(AutoChoice::normal).toArray()));
            case "g43" -> local("G43, beta .2", graph(file, 0.2));
            case "cold" -> local("cold, J .7", torus(0.7, new Random(0).doubles(1024).map(u -> 0.05).toArray()));
            case "dense" -> local("dense glass", dense(400, 1.0));
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    private static Map<String, Sampler> wholeSamplers(boolean layered) {
        Map<String, Sampler> samplers = new LinkedHashMap<>();
        for (WeightFunction weight : new WeightFunction[] {WeightFunction.SQRT, WeightFunction.BARKER}) {
            samplers.put("LBP " + weight.name(), Samplers.lbp().weight(weight).adaptive(0.574).build());
            samplers.put("DLMC " + weight.name(), Samplers.dlmc().weight(weight).adaptive(0.65).build());
        }
        if (layered) {
            samplers.put("block Gibbs", Samplers.blockGibbs().build());
        }
        samplers.put("auto", Samplers.auto().build());
        return samplers;
    }

    private static void whole(String target, EnergyModel model) {
        double[] direction = direction(model.dimension());
        wholeSamplers(model instanceof LayeredModel).forEach((name, sampler) -> print(target, name, sampler.sample(model)
                .chains(CHAINS).warmup(WARM_UP).draws(DRAWS).seed(1)
                .track("direction", x -> dot(direction, x))
                .run()));
    }

    private static void whole(String target, CategoricalEnergyModel model) {
        double[] direction = direction(model.dimension() * model.values());
        wholeSamplers(false).forEach((name, sampler) -> print(target, name, sampler.sample(model)
                .chains(CHAINS).warmup(WARM_UP).draws(DRAWS).seed(1)
                .track("direction", x -> {
                    double sum = 0.0;
                    for (int i = 0; i < x.length; i++) {
                        sum += direction[i * model.values() + x[i]];
                    }
                    return sum;
                })
                .run()));
    }

    private static void print(String target, String sampler, RunResult result) {
        double draws = DRAWS; // the effective sample size is the mean over chains
        System.out.printf(
                "%-12s %-14s IAT %6.1f / %6.1f, acceptance %.2f, distance %.1f %s%n",
                target,
                sampler,
                draws / EffectiveSampleSize.tfp(result.traces().get("logProb")),
                draws / EffectiveSampleSize.tfp(result.traces().get("direction")),
                result.acceptanceRate(),
                result.expectedJumpDistance(),
                result.choice().map(choice -> choice.sampler() + ", " + choice.text()).orElse(""));
    }

    private static void local(String target, LocalEnergyModel model) {
        Map<String, Sampler> samplers = new LinkedHashMap<>();
        samplers.put("metropolis", Samplers.metropolis().build());
        samplers.put("metropolis thinned", Samplers.metropolis().thinned().build());
        samplers.put("gibbs", Samplers.gibbs().build());
        samplers.put("gibbs in order", Samplers.gibbs().inOrder().build());
        samplers.put("gibbs thinned", Samplers.gibbs().thinned().build());
        samplers.put("lbp", Samplers.lbp().adaptive().build());
        samplers.put("auto", Samplers.auto().build());
        Map<String, double[][]> rates = new LinkedHashMap<>();
        for (int seed = 1; seed <= 3; seed++) {
            for (String name : samplers.keySet()) {
                double[][] both = rates.computeIfAbsent(name, any -> new double[2][3]);
                double[] rate = rate(samplers.get(name), model, seed, name.equals("lbp") ? 20 : 1);
                both[0][seed - 1] = rate[0];
                both[1][seed - 1] = rate[1];
            }
        }
        double[] best = rates.values().stream().map(AutoChoice::medians)
                .reduce((a, b) -> new double[] {Math.max(a[0], b[0]), Math.max(a[1], b[1])}).orElseThrow();
        rates.forEach((name, both) -> System.out.printf(
                "%-14s %-18s %8.0f / %8.0f ESS/s, of the best %.2f / %.2f%n",
                target, name, medians(both)[0], medians(both)[1],
                medians(both)[0] / best[0], medians(both)[1] / best[1]));
    }

    private static double[] medians(double[][] both) {
        return Arrays.stream(both).mapToDouble(rates -> Arrays.stream(rates).sorted().skip(1).findFirst().orElseThrow())
                .toArray();
    }

    /** Effective samples per CPU second of the steps alone, after a half as long run for the JIT. */
    private static double[] rate(Sampler sampler, LocalEnergyModel model, long seed, int thin) {
        Chain chain = sampler.start(model, seed);
        chain.warmUp(2_000);
        run(chain, thin, new double[model.dimension()], SLICE / 2, new double[2][1 << 20]);
        double[][] traces = new double[2][1 << 20];
        double[] direction = direction(model.dimension());
        long[] made = run(chain, thin, direction, SLICE, traces);
        return new double[] {
            1e9 * EffectiveSampleSize.tfp(Arrays.copyOf(traces[0], (int) made[0])) / made[1],
            1e9 * EffectiveSampleSize.tfp(Arrays.copyOf(traces[1], (int) made[0])) / made[1]
        };
    }

    private static long[] run(Chain chain, int thin, double[] direction, long nanos, double[][] traces) {
        long spent = 0;
        int draws = 0;
        for (; draws < traces[0].length && spent < nanos; draws++) {
            long began = CPU.getCurrentThreadCpuTime();
            for (int t = 0; t < thin; t++) {
                chain.step();
            }
            spent += CPU.getCurrentThreadCpuTime() - began;
            traces[0][draws] = chain.logProb();
            traces[1][draws] = dot(direction, chain.state());
        }
        return new long[] {draws, spent};
    }

    private static double dot(double[] direction, byte[] x) {
        double sum = 0.0;
        for (int i = 0; i < x.length; i++) {
            sum += direction[i] * x[i];
        }
        return sum;
    }

    private static double[] direction(int n) {
        return new Random(7).doubles(n).map(u -> u < 0.5 ? -1.0 : 1.0).toArray();
    }

    private static double normal(double uniform) {
        return 2.0 * NormalDistribution.of(0.0, 1.0).inverseCumulativeProbability(uniform);
    }

    private static IsingModel torus(double coupling, double[] field) {
        return IsingModel.lattice(32, 32).periodic().coupling(coupling).field(field).build();
    }

    /** +-J on a torus of 32 x 32. */
    private static IsingModel glass(double beta) {
        int side = 32;
        int n = side * side;
        int[] from = new int[2 * n];
        int[] to = new int[2 * n];
        double[] couplings = new double[2 * n];
        Random random = new Random(1);
        for (int i = 0; i < n; i++) {
            from[2 * i] = i;
            from[2 * i + 1] = i;
            to[2 * i] = i / side * side + (i + 1) % side;
            to[2 * i + 1] = (i + side) % n;
            couplings[2 * i] = random.nextBoolean() ? beta : -beta;
            couplings[2 * i + 1] = random.nextBoolean() ? beta : -beta;
        }
        return IsingModel.graph(n, from, to, couplings).build();
    }

    /** The Sherrington-Kirkpatrick model: every pair is coupled, so a flip touches all sites. */
    private static IsingModel dense(int n, double beta) {
        int pairs = n * (n - 1) / 2;
        int[] from = new int[pairs];
        int[] to = new int[pairs];
        double[] couplings = new double[pairs];
        Random random = new Random(1);
        int k = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                from[k] = i;
                to[k] = j;
                couplings[k++] = beta * random.nextGaussian() / Math.sqrt(n);
            }
        }
        return IsingModel.graph(n, from, to, couplings).build();
    }

    /** A maximum cut: antiferromagnetic couplings of this size. */
    private static IsingModel graph(Path file, double beta) throws Exception {
        try (Scanner text = new Scanner(new GZIPInputStream(Files.newInputStream(file)))) {
            int nodes = text.nextInt();
            int edges = text.nextInt();
            int[] from = new int[edges];
            int[] to = new int[edges];
            double[] couplings = new double[edges];
            for (int k = 0; k < edges; k++) {
                from[k] = text.nextInt() - 1;
                to[k] = text.nextInt() - 1;
                couplings[k] = -beta * text.nextInt();
            }
            return IsingModel.graph(nodes, from, to, couplings).build();
        }
    }

    /** An Ising model that has no tracker, and exact log-ratios. */
    private record WholeIsing(IsingModel ising) implements EnergyModel {

        @Override
        public int dimension() {
            return ising.dimension();
        }

        @Override
        public INDArray logProb(INDArray states) {
            return ising.logProb(states);
        }

        @Override
        public INDArray gradient(INDArray states) {
            return ising.gradient(states);
        }

        @Override
        public INDArray flipLogRatios(INDArray states) {
            return ising.flipLogRatios(states);
        }
    }

    /** Two hidden layers: log pi = c . tanh(B tanh(A s)), s of +-1. Log-ratios are of first order. */
    private static final class TanhNetwork implements EnergyModel {

        private final INDArray first;
        private final INDArray second;
        private final INDArray last;

        TanhNetwork(int sites, int hidden, int top, long seed) {
            Random random = new Random(seed);
            first = gaussian(random, sites, hidden, 1.5 / Math.sqrt(sites));
            second = gaussian(random, hidden, top, 1.5 / Math.sqrt(hidden));
            last = gaussian(random, top, 1, 6.0);
        }

        private static INDArray gaussian(Random random, int rows, int columns, double deviation) {
            double[] values = new double[rows * columns];
            Arrays.setAll(values, k -> deviation * random.nextGaussian());
            return Nd4j.createFromArray(values).reshape(rows, columns);
        }

        @Override
        public int dimension() {
            return (int) first.rows();
        }

        @Override
        public INDArray logProb(INDArray states) {
            INDArray hidden = Nd4j.math().tanh(states.mul(2.0).subi(1.0).mmul(first));
            return Nd4j.math().tanh(hidden.mmul(second)).mmul(last).reshape(states.rows());
        }

        @Override
        public INDArray gradient(INDArray states) {
            INDArray hidden = Nd4j.math().tanh(states.mul(2.0).subi(1.0).mmul(first));
            INDArray top = Nd4j.math().tanh(hidden.mmul(second));
            INDArray back = top.mul(top).rsubi(1.0).muliRowVector(last.reshape(1, last.rows())).mmul(second.transpose());
            return hidden.mul(hidden).rsubi(1.0).muli(back).mmul(first.transpose()).muli(2.0);
        }
    }

    /** Equal neighbours on an open lattice add J; logits are exact. */
    private record WholePotts(int side, int values, double coupling) implements CategoricalEnergyModel {

        @Override
        public int dimension() {
            return side * side;
        }

        @Override
        public boolean exactFlips() {
            return true;
        }

        @Override
        public INDArray logProb(INDArray states) {
            double[][] logits = cellLogits(states);
            double[][] cells = states.reshape(states.size(0), (long) dimension() * values).toDoubleMatrix();
            double[] sums = new double[cells.length];
            for (int c = 0; c < cells.length; c++) {
                sums[c] = 0.5 * product(cells[c], logits[c]);
            }
            return Nd4j.createFromArray(sums);
        }

        @Override
        public INDArray gradient(INDArray states) {
            return Nd4j.createFromArray(cellLogits(states)).reshape(states.shape());
        }

        private static double product(double[] a, double[] b) {
            double sum = 0.0;
            for (int k = 0; k < a.length; k++) {
                sum += a[k] * b[k];
            }
            return sum;
        }

        private double[][] cellLogits(INDArray states) {
            double[][] cells = states.reshape(states.size(0), (long) dimension() * values).toDoubleMatrix();
            double[][] logits = new double[cells.length][cells[0].length];
            for (int c = 0; c < cells.length; c++) {
                for (int i = 0; i < dimension(); i++) {
                    add(cells[c], logits[c], i, i % side + 1 < side ? i + 1 : -1);
                    add(cells[c], logits[c], i, i + side < dimension() ? i + side : -1);
                }
            }
            return logits;
        }

        private void add(double[] cells, double[] logits, int i, int j) {
            for (int v = 0; j >= 0 && v < values; v++) {
                logits[i * values + v] += coupling * cells[j * values + v];
                logits[j * values + v] += coupling * cells[i * values + v];
            }
        }
    }
}
