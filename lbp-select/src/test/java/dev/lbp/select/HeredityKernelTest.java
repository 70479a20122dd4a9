package dev.lbp.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.TableTarget;
import dev.lbp.check.ModelCheck;
import dev.lbp.internal.select.average.FamilyJump;
import dev.lbp.internal.select.average.SubsetModel;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.runtime.engine.MetropolisKernel;
import dev.lbp.runtime.engine.TransitionMatrix;
import dev.lbp.runtime.engine.chain.HeatBathKernel;
import dev.lbp.select.data.Table;
import dev.lbp.select.prior.Heredity;
import dev.lbp.target.LocalEnergyModel;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The steps of chains under heredity, by their whole transition matrix, and that they find interactions. */
class HeredityKernelTest {

    /** The part of steps that are jumps, and of the others that are swaps. */
    private static final double JUMPS = 0.2;

    private static final double SWAPS = 0.25;

    private static Table table(int rows) {
        Random random = new Random(8L);
        double[][] values = new double[rows][];
        for (int t = 0; t < rows; t++) {
            double[] x = random.doubles(5).map(u -> u - 0.5).toArray();
            x[3] = 8 * x[0] * x[1] + random.nextGaussian();
            x[4] = x[3] > 0 ? 1 : 0;
            values[t] = x;
        }
        return Table.of("a,b,c,y,z".split(","), values);
    }

    private static SubsetModel model(boolean linear, Heredity heredity, String formula) {
        Table table = table(80);
        VariableSelection selection = linear
                ? VariableSelection.linear(table.without("z"), "y")
                : VariableSelection.logistic(table.without("y"), "z");
        return (SubsetModel) selection.formula(formula).heredity(heredity).model();
    }

    @ParameterizedTest
    @CsvSource({
        "true, STRONG, (a+b+c)^2",
        "true, WEAK, (a+b+c)^2",
        "true, STRONG, a*b*c",
        "true, WEAK, a*b*c",
        "false, STRONG, a*b + c",
        "false, WEAK, a*b + c",
        "true, STRONG, a + b + c + a:b:c"
    })
    void step_leavesThePosteriorInvariant(boolean linear, Heredity heredity, String formula) {
        SubsetModel model = model(linear, heredity, formula);
        LocalEnergyModel.Tracker tracker = model.newTracker();
        TableTarget target = TableTarget.of(model.name(), model.dimension(), state -> {
            tracker.reset(state);
            return tracker.logProb();
        });
        // Ratios of the linear tracker have rounding errors above 1e-12; ModelCheck compares them below.
        LocalEnergyModel steps = linear ? target.local() : model;
        TransitionMatrix others = HeatBathKernel.lbp(target, steps, SWAPS)
                .with(MetropolisKernel.lbp(target, steps, WeightFunction.BARKER).matrix(1));
        others.verifyInvariant().verifyReversible().verifyErgodic();
        FamilyJump q = model.jumps();
        double[][] p = new double[target.states()][target.states()];
        int jumps = 0;
        for (int x = 0; x < p.length; x++) {
            p[x][x] = 1.0;
            for (int y = 0; y < p.length; y++) {
                if (x == y || !target.possible(x)) {
                    continue;
                }
                double there = logQ(q, x, y);
                double back = logQ(q, y, x);
                if (there > Double.NEGATIVE_INFINITY) {
                    assertThat(target.possible(y))
                            .as("jumps lead to models that are allowed")
                            .isTrue();
                    assertThat(back).as("a jump back").isFinite();
                    jumps++;
                    double ratio = target.logProb(y) - target.logProb(x) + back - there;
                    p[x][y] = Math.exp(there) * Math.min(1.0, Math.exp(ratio));
                    p[x][x] -= p[x][y];
                }
            }
        }
        assertThat(jumps).isPositive();
        TransitionMatrix ofJumps = new TransitionMatrix(target, p).verifyStochastic();
        TransitionMatrix.mixture(JUMPS, ofJumps, others)
                .verifyStochastic()
                .verifyInvariant()
                .verifyReversible()
                .verifyErgodic();
    }

    private static double logQ(FamilyJump q, int x, int y) {
        return q.given(TableTarget.state(x, q.dimension())).logProb(TableTarget.state(y, q.dimension()));
    }

    /**
     * Draws have the law that is scored. Each of at most 128 states has 4,000 draws from each of at most 128 others; a
     * share is over 7 standard deviations and 3 draws off with probability below 1e-10 (Bernstein), in all below 2e-6.
     */
    @ParameterizedTest
    @CsvSource({"STRONG, (a+b+c)^2", "WEAK, (a+b+c)^2", "STRONG, a*b*c", "WEAK, a*b*c"})
    void draws_haveTheLawThatIsScored(Heredity heredity, String formula) {
        SubsetModel model = model(true, heredity, formula);
        FamilyJump jumps = model.jumps();
        LocalEnergyModel.Tracker tracker = model.newTracker();
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(5L);
        int n = model.dimension();
        int draws = 4_000;
        byte[] drawn = new byte[n];
        for (int x = 0; x < 1 << n; x++) {
            tracker.reset(TableTarget.state(x, n));
            if (tracker.logProb() == Double.NEGATIVE_INFINITY) {
                continue;
            }
            FamilyJump q = jumps.given(TableTarget.state(x, n));
            double[] found = new double[1 << n];
            boolean same = true;
            for (int t = 0; t < draws; t++) {
                double logProb = q.draw(random, drawn);
                same &= q.logProb(drawn) == logProb;
                found[TableTarget.number(drawn)]++;
            }
            assertThat(same).as("scores of draws from %d", x).isTrue();
            for (int y = 0; y < found.length; y++) {
                if (y != x) {
                    double expected = draws * Math.exp(logQ(jumps, x, y));
                    assertThat(found[y]).isCloseTo(expected, within(3 + 7 * Math.sqrt(expected)));
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"true, STRONG", "true, WEAK", "false, STRONG", "false, WEAK"})
    void tracker_agreesWithTheLogProbability(boolean linear, Heredity heredity) {
        SubsetModel model = model(linear, heredity, "(a+b+c)^2");
        byte[][] states = IntStream.range(0, 64)
                .mapToObj(x -> TableTarget.state(x, 6))
                .filter(state -> {
                    LocalEnergyModel.Tracker tracker = model.newTracker();
                    tracker.reset(state);
                    return tracker.logProb() > Double.NEGATIVE_INFINITY;
                })
                .toArray(byte[][]::new);
        assertThat(states.length).isBetween(18, 60);
        ModelCheck.of(model).states(states).verify();
    }

    /**
     * The effect of a:b alone is large, those of a and b are none, so that single flips would need e^6 tries. Chains
     * agree with the enumeration to 5 standard errors: 8 comparisons fail with probability below 1e-5 each.
     */
    @Test
    void chains_findAnInteractionWithoutMainEffects() {
        Random random = new Random(1L);
        double[][] rows = new double[500][6];
        for (double[] row : rows) {
            Arrays.setAll(row, j -> random.nextGaussian());
            row[5] += 0.35 * row[0] * row[1];
        }
        VariableSelection selection = VariableSelection.linear(Table.of("a,b,c,d,e,y".split(","), rows), "y")
                .formula("a*b + c*d + c:e + e")
                .heredity(Heredity.STRONG);
        SelectionResult exact = selection.run();
        assertThat(exact.inclusion("a:b").probability()).isGreaterThan(0.999);
        SelectionResult sampled = selection
                .enumerateUpTo(0)
                .sampling(run -> run.warmup(500).draws(3_000))
                .seed(4)
                .run();
        assertThat(sampled.run().orElseThrow().mixed()).isTrue();
        assertThat(sampled.run().orElseThrow().jumpAcceptance()).isBetween(0.001, 0.9);
        for (SelectionResult.Variable variable : sampled.inclusion()) {
            assertThat(variable.probability())
                    .isCloseTo(exact.inclusion(variable.name()).probability(), within(5 * variable.error() + 1e-4));
        }
    }
}
