package dev.lbp.experiments.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.ChainBatch;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.experiments.comparison.ComparisonTarget.Kind;
import dev.lbp.experiments.frame.Budget;
import dev.lbp.experiments.frame.CellTable;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.frame.NoProgress;
import dev.lbp.experiments.frame.Settings;
import dev.lbp.experiments.frame.Size;
import dev.lbp.experiments.report.Row;
import dev.lbp.experiments.report.Rows;
import dev.lbp.target.CategoricalEnergyModel;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.Target;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComparisonTest {

    /**
     * Samplers of real coordinates, one that needs a distribution, and two of ferromagnets, of which there are none.
     */
    private static final Set<String> LEFT_OUT =
            Set.of("mala", "barker", "continuous", "independent", "swendsenWang", "wolff");

    /** Sweeps that differ from "Gibbs" only where sites have a colouring. */
    private static final Set<ComparisonSampler> ORDERS =
            Set.of(ComparisonSampler.GIBBS_IN_ORDER, ComparisonSampler.GIBBS_RANDOM);

    @TempDir
    private Path directory;

    private static Settings settings() {
        return new Settings(List.of(), Size.SMALL, List.of(), Budget.QUICK, 20, 1L, 1, null, null);
    }

    /** A sampler that the library gains must be measured, or be left out on purpose. */
    @Test
    void samplers_areAllOfTheLibrary() {
        Set<String> measured = Arrays.stream(ComparisonSampler.values())
                .map(each -> each.method)
                .collect(Collectors.toSet());
        Set<String> there = Arrays.stream(Samplers.class.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()))
                .map(Method::getName)
                .filter(name -> !LEFT_OUT.contains(name))
                .collect(Collectors.toSet());
        assertThat(measured).isEqualTo(there);
    }

    @Test
    void fits_eachKind_asTheLibrarySays() {
        for (ComparisonTarget target : List.of(
                ComparisonTarget.NETWORK, ComparisonTarget.RBM, ComparisonTarget.POTTS, ComparisonTarget.GLASS)) {
            Target model = target.instance(settings());
            for (ComparisonSampler sampler : ComparisonSampler.values()) {
                if (sampler.fits(target.kind)) {
                    start(sampler.sampler, model);
                } else if (target.kind == Kind.VALUES || !ORDERS.contains(sampler)) {
                    assertThatThrownBy(() -> start(sampler.sampler, model))
                            .as(sampler + " on " + target)
                            .isInstanceOf(IllegalArgumentException.class);
                }
            }
        }
    }

    private static void start(Sampler sampler, Target model) {
        if (model instanceof CategoricalEnergyModel values) {
            sampler.start(values, 1L);
        } else {
            sampler.start((EnergyModel) model, 1L);
        }
    }

    /** The table says what auto() chooses in a run; the figures are of chains in a loop. */
    @Test
    void choice_ofARun_isThatOfTheMeasuredChains() {
        EnergyModel model = (EnergyModel) ComparisonTarget.ISING.instance(settings());
        byte[][] initial = new byte[16][model.dimension()];
        ChainBatch chains = Samplers.auto().build().start(model, 3L, initial);
        chains.warmUp(64);
        chains.step();
        byte[][] run = Samplers.auto()
                .build()
                .sample(model)
                .chains(16)
                .initial(initial)
                .warmup(64)
                .draws(1)
                .seed(3L)
                .run()
                .finalStates();
        for (int c = 0; c < run.length; c++) {
            assertThat(chains.state(c)).isEqualTo(run[c]);
        }
    }

    private static Row row(ComparisonTarget target, ComparisonSampler sampler, int round, double energy, double other) {
        return Row.EMPTY
                .with("size", "small")
                .with("case", target.name())
                .with("round", round)
                .with("sampler", sampler.name())
                .with("sites", 36)
                .with("chains", 4)
                .with("steps", 500)
                .with("draws", 100)
                .with("ess_energy", energy)
                .with("ess_direction", other)
                .with("cpu_seconds", sampler == ComparisonSampler.AUTO ? 2.0 : 1.0)
                .with("seconds", 6.0);
    }

    /** auto() has 1,000 effective samples of the energy in 2 s on both targets, but on the glass no direction. */
    @Test
    void publish_figuresBoundsAndWhatIsUnknown() throws IOException {
        Comparison experiment = new Comparison();
        Lab lab = new Lab(experiment, settings(), directory, NoProgress.NONE);
        assertThat(lab.publish("none.md")).isEmpty();
        CellTable table = Comparison.table(lab);
        for (int round = 1; round <= 3; round++) {
            table.add(row(ComparisonTarget.ISING, ComparisonSampler.AUTO, round, 1_000.0, 500.0));
            table.add(row(ComparisonTarget.ISING, ComparisonSampler.LBP, round, 100.0 * (round + 1), 500.0));
            table.add(row(ComparisonTarget.ISING, ComparisonSampler.RWM, round, 99.0, Double.NaN));
            table.add(row(ComparisonTarget.COLD_GLASS, ComparisonSampler.AUTO, round, 1_000.0, 99.0));
            table.add(row(ComparisonTarget.COLD_GLASS, ComparisonSampler.GIBBS, round, 600.0, 99.0));
            table.add(row(ComparisonTarget.COLD_GLASS, ComparisonSampler.METROPOLIS, round, 500.0, 200.0));
        }
        Comparison.choices(lab)
                .add(Row.EMPTY
                        .with("size", "small")
                        .with("case", "ISING")
                        .with("choice", "DLMC, weight sqrt(t)")
                        .with("steps", 64));
        assertThat(lab.publish("samplers.md"))
                .contains("| sampler | Ising lattice | glass, beta 1 |")
                // 300 in 1 s are 0.6 of 1,000 in 2 s. Both took 500 steps, so by the step they are 0.3.
                .contains("| LBP, t/(t+1) | 0.60 / 2.00 | - |", "| LBP, t/(t+1) | 0.30 / 1.00 | - |")
                .contains("| LBP, t/(t+1) | 0.60 (0.40 to 0.80) |", "| LBP, t/(t+1) | 2.00 |")
                // Fewer than 100 in 1 s against 500 and 250 in 1 s: below 0.2 and 0.4.
                .contains("| RWM | <0.2 / <0.4 | - |")
                .contains("| Gibbs | - | 1.20 / - |")
                // 200 in 1 s against at most 100 in 2 s.
                .contains("| Metropolis | - | 1.00 / >4.0 |")
                .contains("Ising lattice: none; glass, beta 1: Gibbs.")
                .contains("| Ising lattice | 36 | DLMC, weight sqrt(t) | 1,000 | 500 | 250 |")
                .contains("| glass, beta 1 | 36 | - | 1,000 | 500 | - |")
                .contains("`lbp experiment samplers --size small --budget quick --chains 20 --seed 1`");
    }

    /** On a busy machine a slice may have too few draws for an ESS. */
    @Test
    void ratio_leavesOutRoundsWithoutAnEss() {
        Rows mine = sizes(50.0, 50.0);
        Rows others = sizes(Double.NaN, 400.0);
        assertThat(ComparedEss.of(mine, others, "ess", row -> 1.0).text()).isEqualTo("<0.3");
        assertThat(ComparedEss.of(others, mine, "ess", row -> 1.0).text()).isEqualTo(">4.0");
    }

    private static Rows sizes(double... sizes) {
        return new Rows(IntStream.range(0, sizes.length)
                .mapToObj(round -> Row.EMPTY
                        .with("round", round)
                        .with("ess", sizes[round])
                        .with("draws", 1_000)
                        .with("chains", 1))
                .toList());
    }

    /** A slice has a draw at least, and its clock runs while steps are taken alone. */
    @Test
    void slice_recordsDraws_andTimesStepsAlone() {
        EnergyModel model = (EnergyModel) ComparisonTarget.FIELD.instance(settings());
        byte[][] initial = new byte[3][model.dimension()];
        ComparedChains chains = ComparedChains.of(model, Samplers.gibbs().build(), 1L, initial, 2L);
        double[] time = {0.0};
        // Each look at the clock is a second later than the last one, and a step takes two looks.
        ComparedChains.Slice slice = chains.slice(2, 4.5, () -> time[0]++);
        assertThat(slice.seconds()).isEqualTo(5.0);
        assertThat(slice.draws()).isEqualTo(5);
        assertThat(slice.chains()).isEqualTo(3);
        assertThat(chains.slice(1, 0.0, () -> 0.0).draws()).isEqualTo(1);
        byte[][] same = new byte[1][model.dimension()];
        ChainBatch batch = Samplers.gibbs().build().start(model, 1L, same);
        batch.step(2);
        ComparedChains.Slice first =
                ComparedChains.of(model, Samplers.gibbs().build(), 1L, same, 2L).slice(2, 0.0, () -> 0.0);
        assertThat(first.logProb()[0][0]).isEqualTo(batch.logProb(0));
        assertThat(Math.abs(first.direction()[0][0]))
                .isLessThanOrEqualTo(
                        Stream.of(batch.state(0)).mapToInt(ComparisonTest::ones).sum());
    }

    private static int ones(byte[] state) {
        int sum = 0;
        for (byte site : state) {
            sum += site;
        }
        return sum;
    }
}
