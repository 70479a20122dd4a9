import dev.lbp.Run;
import dev.lbp.Samplers;
import dev.lbp.Tempering;
import dev.lbp.diagnostics.TraceStatistics;
import dev.lbp.infer.ExactPosterior;
import dev.lbp.infer.Inference;
import dev.lbp.models.factor.Factor;
import dev.lbp.models.factor.FactorBits;
import dev.lbp.models.factor.FactorGraph;
import dev.lbp.models.factor.FactorModel;
import dev.lbp.result.RunResult;
import dev.lbp.result.SampleResult;
import dev.lbp.result.TemperingResult;
import dev.lbp.result.ValueResult;
import dev.lbp.target.CategoricalModel;
import dev.lbp.target.EnergyModels;
import dev.lbp.target.LocalEnergyModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The verdict on tempered runs of 81 hard targets whose truth is known: nine of each of nine kinds, cold, with modes
 * far apart. Runs are as of {@code lbp sample --replicas auto}: 4 chains, as many replicas as warm-up finds, exchanges
 * after every sweep of gibbs(), or after 5 steps of lbp() for plain functions.
 *
 * <p>{@code java -XX:+UseSerialGC -cp 'lbp/lib/*' HardTargets.java STRENGTH VARIANT SEEDS DRAWS [KIND...]}. STRENGTH
 * multiplies log-probabilities: 1 for hard targets, 0.3 for easy ones. VARIANT is parts, the default of a run, or
 * whole, where models do not tell their graphs, so that whole states are exchanged. SEEDS is the number of runs of each
 * target for each of DRAWS, such as 300,1000; warm-up has as many steps, at most 2,000.
 *
 * <p>A run is wrong if a quantity is off by over 5 errors. Quantities are the mean log-probability, the probability of
 * each value of each site, and that of each factor to have its largest value. The error is the one that the run claims,
 * but at least {@link #LEAST_OF_MEAN} or {@link #LEAST_OF_SHARE}. Runs that are mixed and wrong are listed.
 */
class HardTargets {

    private static final int OF_A_KIND = 9;
    private static final int CHAINS = 4;
    private static final double MOST_ERRORS = 5.0;
    private static final double LEAST_OF_MEAN = 0.05;
    private static final double LEAST_OF_SHARE = 0.01;

    /** Zeros are as far below the largest entry of their table, in nats. */
    private static final double FLOOR = 40.0;

    private static final List<String> KINDS = List.of(
            "gaussian", "plusminus", "potts", "wells", "planted", "golf", "regular", "magnet", "linkage");

    /**
     * @param logProb the mean log-probability
     * @param marginals of each site: the probability of 1 of bits, else that of each value
     * @param graph the factors whose probabilities of their largest value are {@code largest}; null for none
     */
    private record Target(
            Object model,
            boolean hidesGraph,
            double logZ,
            double logProb,
            double[] marginals,
            FactorGraph graph,
            double[] largest) {}

    /** A model that does not tell its graph. */
    private record WholeBits(LocalEnergyModel model) implements LocalEnergyModel {

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

    /** A model that does not tell its graph. */
    private record WholeValues(CategoricalModel model) implements CategoricalModel {

        @Override
        public int dimension() {
            return model.dimension();
        }

        @Override
        public int values() {
            return model.values();
        }

        @Override
        public Tracker newTracker() {
            return model.newTracker();
        }
    }

    public static void main(String[] args) {
        double strength = Double.parseDouble(args[0]);
        int seeds = Integer.parseInt(args[2]);
        int[] lengths =
                Arrays.stream(args[3].split(",")).mapToInt(Integer::parseInt).toArray();
        List<String> kinds = args.length > 4 ? List.of(args).subList(4, args.length) : KINDS;
        System.out.println("| kind | draws | runs | mixed, right | mixed, wrong | mixed, log Z off | doubted, wrong"
                + " | doubted, right | the first doubt if right |");
        System.out.println("|---|---|---|---|---|---|---|---|---|");
        Count[] all = IntStream.of(lengths).mapToObj(draws -> new Count()).toArray(Count[]::new);
        for (String kind : kinds) {
            Count[] counts = IntStream.of(lengths).mapToObj(draws -> new Count()).toArray(Count[]::new);
            for (int k = 0; k < OF_A_KIND; k++) {
                Target target = target(kind, k, strength, new Random(81L * kind.hashCode() + k));
                for (int d = 0; d < lengths.length; d++) {
                    for (int seed = 1; seed <= seeds; seed++) {
                        RunResult result = run(target, args[1], lengths[d], seed);
                        String wrong = wrong(target, result);
                        counts[d].add(target, result, wrong);
                        all[d].add(target, result, wrong);
                        if (result.mixed() && !wrong.isEmpty() || Boolean.getBoolean("each")) {
                            System.err.println(describe(kind + " " + k, seed, target, result, wrong));
                        }
                    }
                }
            }
            for (int d = 0; d < lengths.length; d++) {
                System.out.println(counts[d].row(kind, lengths[d]));
            }
        }
        for (int d = 0; d < lengths.length; d++) {
            System.out.println(all[d].row("all", lengths[d]));
        }
    }

    /** Counts runs. */
    private static final class Count {

        private final int[] runs = new int[4]; // mixed and right, mixed and wrong, doubted and wrong, doubted and right
        private int logZOff;
        private final Map<String, Integer> doubts = new TreeMap<>();

        void add(Target target, RunResult result, String wrong) {
            boolean right = wrong.isEmpty();
            runs[result.mixed() ? right ? 0 : 1 : right ? 3 : 2]++;
            double errors = logZErrors(target, result.tempering().orElseThrow());
            logZOff += result.mixed() && Math.abs(errors) > MOST_ERRORS ? 1 : 0;
            if (right && !result.mixed()) {
                doubts.merge(reason(result.verdict().get(1)), 1, Integer::sum);
            }
        }

        String row(String kind, int draws) {
            return String.format(
                    Locale.ROOT,
                    "| %s | %d | %d | %d | %d | %d | %d | %d | %s |",
                    kind,
                    draws,
                    IntStream.of(runs).sum(),
                    runs[0],
                    runs[1],
                    logZOff,
                    runs[2],
                    runs[3],
                    doubts);
        }
    }

    private static double logZErrors(Target target, TemperingResult ladder) {
        return (ladder.logZ() - target.logZ()) / Math.max(ladder.logZError(), LEAST_OF_MEAN);
    }

    /** The first doubt without its figures. */
    private static String reason(String doubt) {
        return doubt.replaceAll(" (is|differ|differs|came|between|up) .*", "").replaceAll("[0-9.,]+ ", "");
    }

    private static String describe(String name, int seed, Target target, RunResult result, String wrong) {
        TemperingResult ladder = result.tempering().orElseThrow();
        return String.format(
                Locale.ROOT,
                "%s, %d draws, seed %d: %s; R-hat %.4f, ESS %.0f, F up to %.1f, %d replicas%s%s, rate from %.2f,"
                        + " restarts from %d, stones %.2f +- %.2f apart, log Z %.1f errors off; %s",
                name,
                result.draws(),
                seed,
                wrong,
                result.rHat(),
                result.effectiveSampleSize(),
                Arrays.stream(result.fRatios()).filter(f -> f >= 0.0).max().orElse(Double.NaN),
                ladder.replicas(),
                ladder.twins() ? " and twins" : "",
                ladder.exchangesParts() ? ", parts" : "",
                ladder.exchangeRate(ladder.worstPair()),
                ladder.fewestRestarts(),
                ladder.forwardLogZ() - ladder.backwardLogZ(),
                ladder.steppingStonesError(),
                logZErrors(target, ladder),
                result.verdict());
    }

    private static RunResult run(Target target, String variant, int draws, int seed) {
        Run<?, ?, ?> run;
        if (target.model() instanceof CategoricalModel values) {
            run = Samplers.gibbs()
                    .build()
                    .sample(variant.equals("whole") ? new WholeValues(values) : values)
                    .tempering(Tempering.replicas().every(1));
        } else {
            LocalEnergyModel bits = (LocalEnergyModel) target.model();
            boolean sweeps = bits instanceof FactorBits;
            boolean whole = sweeps && (target.hidesGraph() || variant.equals("whole"));
            run = (sweeps ? Samplers.gibbs().build() : Samplers.lbp().build())
                    .sample(whole ? new WholeBits(bits) : bits)
                    .tempering(Tempering.replicas().every(sweeps ? 1 : 5));
        }
        return (RunResult) run.chains(CHAINS)
                .threads(1)
                .warmup(Math.min(draws, 2_000))
                .draws(draws)
                .keepDraws()
                .seed(seed)
                .run();
    }

    /** The quantity that is off by most errors, if by more than {@link #MOST_ERRORS}; else empty. */
    private static String wrong(Target target, RunResult result) {
        TraceStatistics trace = result.statistics("logProb");
        Worst worst = new Worst();
        worst.add("log-probability", trace.mean(), target.logProb(), trace.meanError(), LEAST_OF_MEAN);
        boolean bits = result instanceof SampleResult;
        double[] means = bits
                ? ((SampleResult) result).marginals()
                : flat(((ValueResult) result).valueMarginals());
        double[] errors = bits
                ? ((SampleResult) result).marginalErrors()
                : flat(((ValueResult) result).valueMarginalErrors());
        for (int i = 0; i < means.length; i++) {
            worst.add("marginal " + i, means[i], target.marginals()[i], errors[i], LEAST_OF_SHARE);
        }
        int[][] states = states(result);
        for (int a = 0; a < target.largest().length; a++) {
            double[][] draws = trace(target.graph().factors().get(a), target.graph().values(0), states);
            double exact = target.largest()[a];
            double mean = Arrays.stream(flat(draws)).average().orElseThrow();
            if (Math.abs(mean - exact) > MOST_ERRORS * LEAST_OF_SHARE) {
                worst.add("factor " + a, mean, exact, TraceStatistics.of(draws).meanError(), LEAST_OF_SHARE);
            }
        }
        return worst.errors > MOST_ERRORS ? worst.text : "";
    }

    private static final class Worst {

        private double errors;
        private String text = "";

        void add(String name, double mean, double exact, double claimed, double least) {
            double apart = Math.abs(mean - exact) / (claimed > least ? claimed : least); // least if claimed is NaN
            if (apart > errors) {
                errors = apart;
                text = String.format(
                        Locale.ROOT, "%s %.4f +- %.4f, not %.4f, %.1f errors", name, mean, claimed, exact, apart);
            }
        }
    }

    private static double[] flat(double[][] rows) {
        return Arrays.stream(rows).flatMapToDouble(Arrays::stream).toArray();
    }

    /** The draws of all chains, those of each chain in their order. */
    private static int[][] states(RunResult result) {
        return IntStream.range(0, CHAINS * result.draws())
                .mapToObj(t -> {
                    int chain = t / result.draws();
                    int draw = t % result.draws();
                    if (result instanceof ValueResult values) {
                        return values.draw(chain, draw);
                    }
                    byte[] bits = ((SampleResult) result).draw(chain, draw);
                    return IntStream.range(0, bits.length).map(i -> bits[i]).toArray();
                })
                .toArray(int[][]::new);
    }

    /** A trace of whether a factor has its largest value. */
    private static double[][] trace(Factor factor, int values, int[][] states) {
        boolean[] largest = largest(factor);
        double[][] trace = new double[CHAINS][states.length / CHAINS];
        for (int t = 0; t < states.length; t++) {
            int index = 0;
            for (int k = 0; k < factor.width(); k++) {
                index = index * values + states[t][factor.site(k)];
            }
            trace[t / trace[0].length][t % trace[0].length] = largest[index] ? 1.0 : 0.0;
        }
        return trace;
    }

    private static boolean[] largest(Factor factor) {
        double most = Arrays.stream(factor.logValues()).max().orElseThrow();
        boolean[] is = new boolean[factor.size()];
        for (int k = 0; k < is.length; k++) {
            is[k] = factor.logValue(k) == most;
        }
        return is;
    }

    private static Target target(String kind, int k, double strength, Random random) {
        List<Factor> factors = new ArrayList<>();
        switch (kind) {
            case "gaussian" -> {
                strip(8 + k / 2, 32, 2, pair -> random.nextGaussian() / 0.2, factors);
                return exact(8 + k / 2 << 5, 2, factors, strength, false);
            }
            case "plusminus" -> {
                strip(8 + k / 2, 32, 2, pair -> random.nextBoolean() ? 3.0 : -3.0, factors);
                return exact(8 + k / 2 << 5, 2, factors, strength, false);
            }
            case "potts" -> {
                strip(4 + k / 3, 24, 3, pair -> 4.0 * random.nextGaussian(), factors);
                return exact((4 + k / 3) * 24, 3, factors, strength, false);
            }
            case "wells" -> {
                int wells = 8 + 4 * k;
                for (int w = 0; w < wells; w++) {
                    boolean[] signs = planted(8, random);
                    double field = 0.2 * random.nextDouble() - 0.1;
                    for (int i = 0; i < 8; i++) {
                        factors.add(field(8 * w + i, signs[i] ? field : -field));
                        for (int j = 0; j < i; j++) {
                            factors.add(pair(8 * w + j, 8 * w + i, 2, signs[i] == signs[j] ? 0.5 : -0.5));
                        }
                    }
                }
                return exact(8 * wells, 2, factors, strength, k % 2 == 1);
            }
            case "planted" -> {
                return k % 2 == 1
                        ? mixture(20 + 8 * k, strength, random)
                        : regular(40 + 2 * k, strength, random, planted(40 + 2 * k, random), factors);
            }
            case "golf" -> {
                return wishart(16 + k, strength, random);
            }
            case "regular" -> {
                return regular(44 + 2 * k, strength, random, new boolean[0], factors);
            }
            case "magnet" -> {
                int width = 6 + k / 2;
                strip(width, 24, 2, pair -> 0.6, factors);
                for (int i = 0; i < 24 * width; i++) { // weights about 4 to 1
                    factors.add(field(i, k % 2 == 0 ? 0.7 / (24 * width) : 0.05 * random.nextGaussian()));
                }
                return exact(24 * width, 2, factors, strength, false);
            }
            default -> {
                return linkage(8 + k / 3, 20, strength, random, factors);
            }
        }
    }

    /** A rectangle of pairs with open borders. */
    private static void strip(int width, int length, int values, IntToDoubleFunction coupling, List<Factor> factors) {
        for (int i = 0; i < width * length; i++) {
            if (i % width > 0) {
                factors.add(pair(i - 1, i, values, coupling.applyAsDouble(i)));
            }
            if (i >= width) {
                factors.add(pair(i - width, i, values, coupling.applyAsDouble(i)));
            }
        }
    }

    /** J of equal values, -J of others; of more than two values 0 of others. */
    private static Factor pair(int one, int other, int values, double coupling) {
        double[] table = new double[values * values];
        Arrays.setAll(table, e -> e / values == e % values ? coupling : values == 2 ? -coupling : 0.0);
        return Factor.of(new int[] {one, other}, table);
    }

    private static Factor field(int site, double field) {
        return Factor.of(new int[] {site}, new double[] {-field, field});
    }

    private static boolean[] planted(int n, Random random) {
        boolean[] signs = new boolean[n];
        for (int i = 0; i < n; i++) {
            signs[i] = random.nextBoolean();
        }
        return signs;
    }

    /** A random graph of degree 3: a planted state and its opposite with weights of 4 to 1, or else a glass. */
    private static Target regular(int n, double strength, Random random, boolean[] signs, List<Factor> factors) {
        List<Integer> ends = new ArrayList<>();
        boolean simple = false;
        while (!simple) {
            ends.clear();
            IntStream.range(0, 3 * n).forEach(e -> ends.add(e / 3));
            Collections.shuffle(ends, random);
            simple = IntStream.range(0, 3 * n / 2).allMatch(e -> !ends.get(2 * e).equals(ends.get(2 * e + 1)))
                    && IntStream.range(0, 3 * n / 2)
                                    .map(e -> Math.min(ends.get(2 * e), ends.get(2 * e + 1)) * n
                                            + Math.max(ends.get(2 * e), ends.get(2 * e + 1)))
                                    .distinct()
                                    .count()
                            == 3 * n / 2;
        }
        for (int e = 0; e < 3 * n / 2; e++) {
            int one = ends.get(2 * e);
            int other = ends.get(2 * e + 1);
            double coupling =
                    signs.length == 0 ? 4.0 * random.nextGaussian() : signs[one] == signs[other] ? 1.5 : -1.5;
            factors.add(pair(one, other, 2, coupling));
        }
        for (int i = 0; i < signs.length; i++) {
            factors.add(field(i, (signs[i] ? 0.7 : -0.7) / n));
        }
        return exact(n, 2, factors, strength, false);
    }

    /** Recombination between loci, and a relation of three meioses at each, half of whose values are impossible. */
    private static Target linkage(int meioses, int loci, double strength, Random random, List<Factor> factors) {
        int[] truth = random.ints(meioses * loci, 0, 2).toArray();
        for (int i = 0; i < meioses * loci; i++) {
            if (i >= meioses) {
                truth[i] = random.nextInt(20) == 0 ? 1 - truth[i - meioses] : truth[i - meioses];
                factors.add(pair(i - meioses, i, 2, 0.5 * Math.log(0.95 / 0.05)));
            }
        }
        for (int l = 0; l < loci; l++) {
            for (int r = 0; r < meioses - 2; r++) {
                int[] sites = random.ints(0, meioses).distinct().limit(3).toArray();
                for (int m = 0; m < 3; m++) {
                    sites[m] += l * meioses;
                }
                double[] table = new double[8];
                Arrays.setAll(table, e -> random.nextBoolean() ? -FLOOR : 0.5 * random.nextGaussian());
                table[4 * truth[sites[0]] + 2 * truth[sites[1]] + truth[sites[2]]] = 0.0;
                factors.add(Factor.of(sites, table));
            }
        }
        return exact(meioses * loci, 2, factors, strength, false);
    }

    /** A target whose truth is found by elimination. */
    private static Target exact(int n, int values, List<Factor> raw, double strength, boolean hidesGraph) {
        List<Factor> factors = raw.stream()
                .map(factor -> Factor.of(
                        factor.sites(),
                        Arrays.stream(factor.logValues()).map(x -> strength * x).toArray()))
                .toList();
        FactorGraph graph = graph(n, values, factors);
        ExactPosterior truth = Inference.of(graph).exact();
        double logProb = 0.0;
        double[] largest = new double[factors.size()];
        for (int a = 0; a < largest.length; a++) {
            double[] joint = truth.factorMarginal(a);
            boolean[] is = largest(factors.get(a));
            for (int k = 0; k < joint.length; k++) {
                logProb += joint[k] * factors.get(a).logValue(k);
                largest[a] += is[k] ? joint[k] : 0.0;
            }
        }
        double[] marginals = values == 2
                ? IntStream.range(0, n).mapToDouble(i -> truth.marginal(i)[1]).toArray()
                : flat(IntStream.range(0, n).mapToObj(truth::marginal).toArray(double[][]::new));
        return new Target(FactorModel.of(graph), hidesGraph, truth.logZ(), logProb, marginals, graph, largest);
    }

    private static FactorGraph graph(int n, int values, List<Factor> factors) {
        return FactorGraph.of(IntStream.range(0, n).map(i -> values).toArray(), factors);
    }

    /** A plain function: log of a mixture of a narrow mode and of a wide one, each a product of equal bits. */
    private static Target mixture(int n, double strength, Random random) {
        boolean[] one = planted(n, random);
        boolean[] other = planted(n, random);
        int apart = (int) IntStream.range(0, n).filter(i -> one[i] != other[i]).count();
        double near = strength * Math.log(0.95 / 0.05); // logits
        double wide = strength * Math.log(0.85 / 0.15);
        double p = 1.0 / (1.0 + Math.exp(-near));
        double q = 1.0 / (1.0 + Math.exp(-wide));
        double mean = 0.0;
        for (int u = 0; u <= apart; u++) { // bits where the modes differ and the state is unlike the first
            for (int v = 0; v <= n - apart; v++) { // other bits where the state is unlike both
                double ways = ways(apart, u) + ways(n - apart, v);
                double log = log(u + v, apart - u + v, n, p, q);
                mean += Math.exp(ways + log) * log;
            }
        }
        double[] marginals = new double[n];
        for (int i = 0; i < n; i++) {
            marginals[i] = 0.7 * (one[i] ? p : 1.0 - p) + 0.3 * (other[i] ? q : 1.0 - q);
        }
        LocalEnergyModel model = (LocalEnergyModel) EnergyModels.of(n, (byte[] x) -> {
            int fromOne = 0;
            int fromOther = 0;
            for (int i = 0; i < n; i++) {
                fromOne += x[i] == 1 != one[i] ? 1 : 0;
                fromOther += x[i] == 1 != other[i] ? 1 : 0;
            }
            return log(fromOne, fromOther, n, p, q);
        });
        return new Target(model, true, 0.0, mean, marginals, null, new double[0]);
    }

    private static double log(int fromOne, int fromOther, int n, double p, double q) {
        double first = Math.log(0.7) + (n - fromOne) * Math.log(p) + fromOne * Math.log(1.0 - p);
        double second = Math.log(0.3) + (n - fromOther) * Math.log(q) + fromOther * Math.log(1.0 - q);
        double most = Math.max(first, second);
        return most + Math.log(Math.exp(first - most) + Math.exp(second - most));
    }

    private static double ways(int n, int k) {
        double sum = 0.0;
        for (int i = 1; i <= k; i++) {
            sum += Math.log((n - k + i) / (double) i);
        }
        return sum;
    }

    /**
     * A golf hole: the planted state of few random equations, J = -sum w w' with w orthogonal to it (Hamze et al.
     * 2020). The last spin is fixed, so that there is one ground state. The truth is found by the scores of all states.
     */
    private static Target wishart(int n, double strength, Random random) {
        boolean[] signs = planted(n + 1, random);
        double[][] couplings = new double[n + 1][n + 1];
        int equations = (n + 1) / 4;
        for (int m = 0; m < equations; m++) {
            double[] w = random.doubles(n + 1).map(u -> random.nextGaussian()).toArray();
            double mean = 0.0;
            for (int i = 0; i <= n; i++) {
                mean += (signs[i] ? w[i] : -w[i]) / (n + 1);
            }
            for (int i = 0; i <= n; i++) {
                w[i] -= signs[i] ? mean : -mean;
            }
            for (int i = 0; i <= n; i++) {
                for (int j = 0; j < i; j++) {
                    couplings[i][j] -= 16.0 * strength * w[i] * w[j] / (n + 1);
                }
            }
        }
        List<Factor> factors = new ArrayList<>();
        for (int i = 0; i <= n; i++) {
            for (int j = 0; j < i; j++) {
                double last = signs[n] ? couplings[i][j] : -couplings[i][j];
                factors.add(i < n ? pair(j, i, 2, couplings[i][j]) : field(j, last));
            }
        }
        FactorBits model = (FactorBits) FactorModel.of(graph(n, 2, factors));
        var tracker = model.newTracker();
        byte[] state = new byte[n];
        for (int i = 0; i < n; i++) {
            state[i] = (byte) (signs[i] ? 1 : 0);
        }
        tracker.reset(state);
        double most = tracker.logProb();
        double total = 0.0;
        double mean = 0.0;
        double[] sums = new double[n];
        int[] touched = new int[2 * n];
        for (long code = 1; code <= 1L << n; code++) { // Gray's code
            double log = tracker.logProb();
            double weight = Math.exp(log - most);
            total += weight;
            mean += weight * log;
            for (int i = 0; i < n; i++) {
                sums[i] += state[i] * weight;
            }
            int site = Long.numberOfTrailingZeros(code);
            if (site < n) {
                tracker.flip(site, touched);
                state[site] ^= 1;
            }
        }
        double all = total;
        return new Target(
                model,
                true,
                most + Math.log(total),
                mean / total, Arrays.stream(sums).map(s -> s / all).toArray(), null, new double[0]);
    }
}
