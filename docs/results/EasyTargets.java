import dev.lbp.Run;
import dev.lbp.Samplers;
import dev.lbp.models.AssignmentModel;
import dev.lbp.models.BernoulliModel;
import dev.lbp.models.BernoulliRbm;
import dev.lbp.models.CategoricalProduct;
import dev.lbp.models.CategoricalRbm;
import dev.lbp.models.CoverModel;
import dev.lbp.models.DenseCategories;
import dev.lbp.models.FactorialHmm;
import dev.lbp.models.IsingModel;
import dev.lbp.models.OrderingModel;
import dev.lbp.models.PottsModel;
import dev.lbp.result.RunResult;
import dev.lbp.result.SampleResult;
import dev.lbp.result.ValueResult;
import dev.lbp.target.CategoricalEnergyModel;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.EnergyModels;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.MoveModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.nd4j.linalg.factory.Nd4j;

/**
 * The verdict on 100 easy targets: ten of each of ten kinds, hot or small. Runs of auto() at the defaults of a run, 4
 * chains of 1,000 draws after a warm-up of 1,000.
 *
 * <p>{@code java -XX:+UseSerialGC -cp 'lbp/lib/*' EasyTargets.java SEEDS COLD}. SEEDS is the number of runs of each
 * target. COLD multiplies couplings and the like; without it, 1. By kind the program prints how many runs are mixed and
 * which trace is the first that is against the others. Every second target is enumerated: of its mixed runs, marginals
 * with an error count as off where they differ by over 4.5 errors from the exact ones.
 */
class EasyTargets {

    private static final int OF_A_KIND = 10;
    private static final double LARGEST_Z = 4.5;
    private static final String[] KINDS = {
        "bits", "lattices", "graphs", "rbms", "potts", "categories", "hmms", "covers", "subsets", "permutations"
    };

    /** @param ones the number of ones of a subset; 0 for all states */
    private record Target(Object model, int ones) {}

    public static void main(String[] args) {
        int seeds = Integer.parseInt(args[0]);
        double cold = args.length > 1 ? Double.parseDouble(args[1]) : 1.0;
        System.out.println("| kind | runs | mixed | not shown | by | enumerated, mixed | marginals | off | runs off |");
        System.out.println("|---|---|---|---|---|---|---|---|---|");
        Count all = new Count();
        for (String kind : KINDS) {
            Count count = new Count();
            for (int k = 0; k < OF_A_KIND; k++) {
                Target target = target(kind, k, cold, new Random(49L * kind.hashCode() + k));
                double[] exact = k % 2 == 0 ? exact(target) : new double[0];
                for (int seed = 1; seed <= seeds; seed++) {
                    RunResult result = run(target, seed);
                    count.add(result, exact);
                    all.add(result, exact);
                }
            }
            System.out.println(count.row(kind));
        }
        System.out.println(all.row("all"));
    }

    /** Counts runs. */
    private static final class Count {

        private int runs;
        private int mixed;
        private int compared;
        private int marginals;
        private int off;
        private int wrong;
        private final Map<String, Integer> reasons = new TreeMap<>();

        void add(RunResult result, double[] exact) {
            runs++;
            if (!mixed(result)) {
                reasons.merge(reason(result.verdict()), 1, Integer::sum);
                return;
            }
            mixed++;
            if (exact.length == 0) {
                return;
            }
            compared++;
            int before = off;
            double[] means = flat(result, false);
            double[] errors = flat(result, true);
            for (int i = 0; i < exact.length; i++) {
                if (errors[i] > 0.0) {
                    marginals++;
                    off += Math.abs(means[i] - exact[i]) > LARGEST_Z * errors[i] ? 1 : 0;
                }
            }
            wrong += off > before ? 1 : 0;
        }

        String row(String kind) {
            return String.format(
                    "| %s | %d | %d | %d | %s | %d | %d | %d | %d |",
                    kind, runs, mixed, runs - mixed, reasons, compared, marginals, off, wrong);
        }
    }

    private static boolean mixed(RunResult result) {
        return result.verdict().get(0).startsWith("mixed");
    }

    /** The first doubt without its figures: a trace with its measure, or the sites. */
    private static String reason(List<String> verdict) {
        return verdict.get(1).replaceAll(" (is|differ|differs) .*", "").replaceAll("[0-9.,]+ ", "");
    }

    private static double[] flat(RunResult result, boolean errors) {
        if (result instanceof SampleResult bits) {
            return errors ? bits.marginalErrors() : bits.marginals();
        }
        ValueResult values = (ValueResult) result;
        return Arrays.stream(errors ? values.valueMarginalErrors() : values.valueMarginals())
                .flatMapToDouble(Arrays::stream)
                .toArray();
    }

    private static RunResult run(Target target, int seed) {
        var sampler = Samplers.auto().build();
        Run<?, ?, ?> run;
        if (target.model() instanceof EnergyModel bits) {
            run = target.ones() == 0 ? sampler.sample(bits) : sampler.sample(bits).ones(target.ones());
        } else if (target.model() instanceof MoveModel moves) {
            run = sampler.sample(moves);
        } else {
            run = sampler.sample((CategoricalEnergyModel) target.model());
        }
        return (RunResult) run.seed(seed).threads(1).run();
    }

    /** @param k the number of a target of its kind; the even ones can be enumerated */
    private static Target target(String kind, int k, double cold, Random random) {
        boolean small = k % 2 == 0;
        double strength = cold * (k / 2 + 1) / 5.0; // of couplings and the like
        int n = small ? 6 + k : (kind.equals("subsets") ? 15 : 40) * k;
        return switch (kind) {
            case "bits" -> new Target(
                    k % 4 < 2 ? BernoulliModel.of(probabilities(n, random)) : function(small ? n : 60, random), 0);
            case "lattices" -> {
                int side = small ? 3 : 3 * k;
                var lattice = IsingModel.lattice(side, small ? 3 + k / 4 : side)
                        .coupling(0.3 * strength)
                        .field(0.3 * random.nextGaussian());
                yield new Target((side > 3 ? lattice.periodic() : lattice).build(), 0);
            }
            case "graphs" -> new Target(k % 4 < 2 ? glass(n, 0.35 * strength, random) : complete(n, 0.8 * strength), 0);
            case "rbms" -> new Target(
                    BernoulliRbm.random(small ? n : 20 * k, 5 * (k + 1), (small ? 0.5 : 0.15) * strength, k), 0);
            case "potts" -> {
                int side = small ? 3 : 2 + 2 * k;
                yield new Target(
                        PottsModel.lattice(small ? 2 : side, side, 3 + k / 4)
                                .coupling(0.5 * strength)
                                .randomField(0.5, k)
                                .build(),
                        0);
            }
            case "categories" -> {
                int sites = small ? 3 + k / 3 : 10 * k;
                int values = 3 + k % 3;
                yield new Target(
                        switch (k / 2 % 3) {
                            case 0 -> CategoricalProduct.random(sites, values, strength, k);
                            case 1 -> DenseCategories.random(
                                    sites, values, 0.5, 0.5 * strength / Math.sqrt(sites), k);
                            default -> CategoricalRbm.random(sites, values, 8, 0.3 * strength, k);
                        },
                        0);
            }
            case "hmms" -> {
                int chains = small ? 2 : 4;
                yield new Target(
                        FactorialHmm.builder()
                                .observations(normals(small ? 3 + k / 3 : 10 * k, 1.0, random))
                                .weights(normals(chains, 1.0, random))
                                .bias(0.0)
                                .noise(1.5 / strength)
                                .initial(0.3)
                                .stay(0.5 + 0.25 * strength)
                                .build(),
                        0);
            }
            case "covers" -> {
                int causes = small ? n : 20 * k;
                int effects = 3 * causes;
                int[][] sets = new int[causes][];
                Arrays.setAll(sets, i -> distinct(effects, 3 + random.nextInt(5), random));
                yield new Target(
                        CoverModel.builder(sets, effects)
                                .observed(distinct(effects, effects / 4, random))
                                .alpha(0.3 - 0.15 * strength)
                                .beta(0.4 - 0.15 * strength)
                                .prior(0.3)
                                .build(),
                        0);
            }
            case "subsets" -> new Target(
                    k % 4 < 2 ? BernoulliModel.of(probabilities(n, random)) : glass(n, 0.3 * strength, random), n / 3);
            default -> {
                int items = small ? 4 + k / 3 : 5 * k;
                double[][] weights = new double[items][];
                Arrays.setAll(weights, i -> normals(items, 0.8 * strength, random));
                yield new Target(k % 4 < 2 ? AssignmentModel.of(weights) : OrderingModel.of(weights), 0);
            }
        };
    }

    private static double[] probabilities(int n, Random random) {
        return random.doubles(n, 0.05, 0.95).toArray();
    }

    private static double[] normals(int n, double deviation, Random random) {
        return random.doubles(n).map(u -> deviation * random.nextGaussian()).toArray();
    }

    private static int[] distinct(int bound, int count, Random random) {
        return random.ints(0, bound).distinct().limit(count).toArray();
    }

    /** A field at every bit, and a term of the number of ones. */
    private static EnergyModel function(int n, Random random) {
        double[] fields = normals(n, 0.7, random);
        return EnergyModels.of(n, (byte[] x) -> {
            double sum = 0.0;
            int ones = 0;
            for (int i = 0; i < n; i++) {
                sum += x[i] * fields[i];
                ones += x[i];
            }
            return sum + Math.sin(ones);
        });
    }

    /** A random graph of mean degree 4 with couplings of either sign. */
    private static EnergyModel glass(int n, double beta, Random random) {
        int[] pairs = random.ints(0, n * n)
                .filter(pair -> pair / n < pair % n)
                .distinct()
                .limit(2L * n)
                .toArray();
        return IsingModel.graph(
                        n,
                        Arrays.stream(pairs).map(pair -> pair / n).toArray(),
                        Arrays.stream(pairs).map(pair -> pair % n).toArray(),
                        Arrays.stream(pairs).mapToDouble(pair -> random.nextBoolean() ? beta : -beta).toArray())
                .build();
    }

    /** Curie and Weiss. */
    private static EnergyModel complete(int n, double beta) {
        int[] pairs = IntStream.range(0, n * n).filter(pair -> pair / n < pair % n).toArray();
        double[] couplings = new double[pairs.length];
        Arrays.fill(couplings, beta / n);
        return IsingModel.graph(
                        n,
                        Arrays.stream(pairs).map(pair -> pair / n).toArray(),
                        Arrays.stream(pairs).map(pair -> pair % n).toArray(),
                        couplings)
                .field(0.1)
                .build();
    }

    /** The marginals as {@link #flat} has them, by the scores of all states. */
    private static double[] exact(Target target) {
        boolean bits = target.model() instanceof EnergyModel;
        int n = bits
                ? ((EnergyModel) target.model()).dimension()
                : target.model() instanceof MoveModel moves
                        ? moves.dimension()
                        : ((CategoricalEnergyModel) target.model()).dimension();
        int values = bits
                ? 2
                : target.model() instanceof MoveModel moves
                        ? moves.values()
                        : ((CategoricalEnergyModel) target.model()).values();
        boolean permutations = target.model() instanceof AssignmentModel || target.model() instanceof OrderingModel;
        List<int[]> states = new ArrayList<>();
        for (int code = 0; code < Math.pow(values, n); code++) {
            int[] state = new int[n];
            for (int i = 0, rest = code; i < n; i++, rest /= values) {
                state[i] = rest % values;
            }
            boolean possible = permutations
                    ? Arrays.stream(state).distinct().count() == n
                    : target.ones() == 0 || Arrays.stream(state).sum() == target.ones();
            if (possible) {
                states.add(state);
            }
        }
        double[] scores = scores(target.model(), states, values);
        double most = Arrays.stream(scores).max().orElseThrow();
        double total = 0.0;
        double[] sums = new double[bits ? n : n * values];
        for (int s = 0; s < scores.length; s++) {
            double weight = Math.exp(scores[s] - most);
            total += weight;
            for (int i = 0; i < n; i++) {
                int value = states.get(s)[i];
                sums[bits ? i : i * values + value] += bits ? weight * value : weight;
            }
        }
        double all = total;
        return Arrays.stream(sums).map(sum -> sum / all).toArray();
    }

    private static double[] scores(Object model, List<int[]> states, int values) {
        if (model instanceof LocalEnergyModel local) {
            var tracker = local.newTracker();
            return states.stream().mapToDouble(state -> {
                byte[] bytes = new byte[state.length];
                for (int i = 0; i < bytes.length; i++) {
                    bytes[i] = (byte) state[i];
                }
                tracker.reset(bytes);
                return tracker.logProb();
            }).toArray();
        }
        if (model instanceof MoveModel moves) {
            var tracker = moves.newTracker();
            return states.stream().mapToDouble(state -> {
                tracker.reset(state);
                return tracker.logProb();
            }).toArray();
        }
        if (model instanceof EnergyModel batched) {
            return batched.logProb(Nd4j.createFromArray(states.stream()
                            .map(state -> Arrays.stream(state).asDoubleStream().toArray())
                            .toArray(double[][]::new)))
                    .toDoubleVector();
        }
        double[][] cells = new double[states.size()][states.get(0).length * values];
        for (int s = 0; s < cells.length; s++) {
            for (int i = 0; i < states.get(s).length; i++) {
                cells[s][i * values + states.get(s)[i]] = 1.0;
            }
        }
        return ((CategoricalEnergyModel) model).logProb(Nd4j.createFromArray(cells)).toDoubleVector();
    }
}
