package dev.lbp;

import dev.lbp.proposal.WeightFunction;
import dev.lbp.target.EnergyModel;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.nd4j.linalg.api.buffer.DataType;

/** The targets of five sites that every kernel is enumerated on, with their models. */
public final class SmallTargets {

    private static final int N = 5;

    private SmallTargets() {}

    /** A model, and the density it claims to have. */
    public record Case(String name, TableTarget target, EnergyModel model) {

        @Override
        public String toString() {
            return name;
        }
    }

    /** Ordinary targets, on which every sampler mixes. */
    public static List<Case> moderate() {
        TableTarget rough = rough(2.0);
        return List.of(
                new Case("pairwise, incremental tracker", pairwise().target(), pairwise()),
                new Case("rough, local", rough, rough.local()),
                new Case("rough, local, crude gradient", rough, rough.localWithGradient()),
                new Case("rough, batched", rough, rough.batched(true)),
                new Case("rough, batched, crude gradient", rough, rough.batched(false)),
                quadratic(DataType.DOUBLE, false),
                quadratic(DataType.DOUBLE, true),
                quadratic(DataType.FLOAT, false),
                byGradient(DataType.DOUBLE),
                byGradient(DataType.FLOAT));
    }

    /** Targets at the edges of the arithmetic: flat, all but certain, saturated, and with states of no probability. */
    public static List<Case> hard() {
        TableTarget flat = TableTarget.of("flat", N, x -> 0.0);
        TableTarget holes = withHoles();
        TableTarget sharp = product("sharp", 30.0, -30.0, 25.0, -28.0, 0.5);
        TableTarget saturated = product("saturated", 800.0, -800.0, 750.0, 0.25, -790.0);
        SmallPairwise overflowing = overflowing();
        TableTarget two = twoModes(200.0);
        return List.of(
                new Case("flat, local", flat, flat.local()),
                new Case("flat, batched", flat, flat.batched(true)),
                new Case("holes, local", holes, holes.local()),
                new Case("holes, local, crude gradient", holes, holes.localWithGradient()),
                new Case("holes, batched", holes, holes.batched(true)),
                new Case("holes, batched, crude gradient", holes, holes.batched(false)),
                new Case("sharp, local", sharp, sharp.local()),
                new Case("sharp, batched", sharp, sharp.batched(true)),
                new Case("saturated, local", saturated, saturated.local()),
                new Case("saturated, local, crude gradient", saturated, saturated.localWithGradient()),
                new Case("saturated, batched", saturated, saturated.batched(true)),
                new Case("overflowing, incremental tracker", overflowing.target(), overflowing),
                new Case(
                        "overflowing, batched",
                        overflowing.target(),
                        overflowing.target().batched(true)),
                new Case("two modes, local", two, two.local()),
                new Case("two modes, batched", two, two.batched(true)));
    }

    /** Targets with log-ratios of up to 10^4, whose ratios no floating-point number holds. */
    public static List<Case> extreme() {
        SmallPairwise one = exactlyOne(3_000.0);
        TableTarget two = twoModes(10_000.0);
        return List.of(
                new Case("exactly one, incremental tracker", one.target(), one),
                new Case("exactly one, batched", one.target(), one.target().batched(DataType.DOUBLE)),
                new Case(
                        "exactly one, batched, FLOAT",
                        one.target(),
                        one.target().batched(DataType.FLOAT)),
                new Case("two deep modes, local", two, two.local()),
                new Case("two deep modes, batched", two, two.batched(DataType.DOUBLE)),
                new Case("two deep modes, batched, FLOAT", two, two.batched(DataType.FLOAT)));
    }

    /**
     * Those of the hard and the extreme targets where single flips that raise the probability lead to the mode from
     * anywhere.
     */
    public static List<Case> steep() {
        return Stream.concat(hard().subList(6, 13).stream(), extreme().subList(0, 3).stream())
                .toList();
    }

    /** Exactly one of the first three sites is to be 1, by a penalty times the squared difference. */
    static SmallPairwise exactlyOne(double penalty) {
        double[] bias = {penalty, penalty + 0.5, penalty - 0.25, 0.5, -0.75};
        double[][] coupling = new double[N][N];
        couple(coupling, 0, 1, -2.0 * penalty);
        couple(coupling, 0, 2, -2.0 * penalty);
        couple(coupling, 1, 2, -2.0 * penalty);
        couple(coupling, 0, 3, 0.25);
        return new SmallPairwise(bias, coupling, new int[0][]);
    }

    /** A ring of five sites and a chord, of random strengths. */
    public static SmallPairwise pairwise() {
        double[] bias = {0.7, -1.3, 0.4, 1.9, -0.8};
        double[][] coupling = new double[N][N];
        couple(coupling, 0, 1, 0.9);
        couple(coupling, 1, 2, -1.4);
        couple(coupling, 2, 3, -0.6);
        couple(coupling, 3, 4, 1.2);
        couple(coupling, 4, 0, -0.5);
        couple(coupling, 1, 3, 0.8);
        return new SmallPairwise(bias, coupling, new int[][] {{0, 2}, {1, 4}, {3}});
    }

    public static SmallPairwise overflowing() {
        double[][] coupling = new double[N][N];
        couple(coupling, 0, 3, 0.25);
        return new SmallPairwise(new double[] {1300.0, -1300.0, 0.5, -1.0, 1290.0}, coupling, new int[0][]);
    }

    /**
     * Log-probabilities without any structure, in [-width, width]: the fractional parts of multiples of the golden
     * ratio.
     */
    public static TableTarget rough(double width) {
        return TableTarget.of("rough", N, x -> width * (2.0 * golden(TableTarget.number(x)) - 1.0));
    }

    /** Every third state is impossible. */
    static TableTarget withHoles() {
        return TableTarget.of("holes", N, x -> {
            int k = TableTarget.number(x);
            return k % 3 == 2 ? Double.NEGATIVE_INFINITY : 2.0 * golden(k);
        });
    }

    /** Two states, one the complement of the other, hold all of the probability. */
    static TableTarget twoModes(double depth) {
        return TableTarget.of("two modes", N, x -> {
            int ones = Integer.bitCount(TableTarget.number(x));
            return (ones == 0 || ones == N ? 0.0 : -depth) + golden(TableTarget.number(x));
        });
    }

    /** Independent sites of given log-odds. */
    public static TableTarget product(String name, double... logOdds) {
        return TableTarget.of(
                name,
                logOdds.length,
                x -> IntStream.range(0, x.length)
                        .mapToDouble(i -> logOdds[i] * x[i])
                        .sum());
    }

    private static Case quadratic(DataType type, boolean exact) {
        SmallQuadratic model = new SmallQuadratic(type, exact);
        return new Case(model.toString(), SmallQuadratic.target(), model);
    }

    private static Case byGradient(DataType type) {
        SmallQuadratic model = new SmallQuadratic(type, false);
        return new Case(model + ", by gradient", SmallQuadratic.target(), new GradientOnly(model));
    }

    private static double golden(int k) {
        double multiple = (k + 1) * 0.6180339887498949;
        return multiple - Math.floor(multiple);
    }

    private static void couple(double[][] coupling, int i, int j, double strength) {
        coupling[i][j] = strength;
        coupling[j][i] = strength;
    }

    /**
     * Every weight function that samplers are tried with: the four of the library, one of no balance, one made
     * balanced.
     */
    public static List<WeightFunction> weights() {
        return Arrays.asList(
                WeightFunction.SQRT,
                WeightFunction.BARKER,
                WeightFunction.MIN,
                WeightFunction.MAX,
                WeightFunction.of("t^0.9", logT -> 0.9 * logT),
                WeightFunction.balanced("balanced t^2", logT -> 2.0 * logT));
    }

    /**
     * Weight functions that rise with t, bounded, unbounded and of a user's own. One that falls, as the balanced t^2
     * does above 1, keeps away from steep ascents.
     */
    public static List<WeightFunction> risingWeights() {
        return List.of(
                WeightFunction.SQRT,
                WeightFunction.BARKER,
                WeightFunction.MIN,
                WeightFunction.MAX,
                WeightFunction.balanced("balanced t^0.9", logT -> 0.9 * logT));
    }
}
