package dev.lbp.runtime.reweighting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.internal.bytes.TranscriptReader;
import dev.lbp.internal.bytes.TranscriptWriter;
import dev.lbp.result.Estimate;
import dev.lbp.result.SlotTable;
import dev.lbp.result.TemperedAverages;
import dev.lbp.runtime.reweighting.NaiveReweighting.Averages;
import dev.lbp.runtime.reweighting.NaiveReweighting.Sample;
import dev.lbp.runtime.tempering.LadderRecords;
import dev.lbp.runtime.tempering.SlotRecords;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reweighting against its equations, on states made by hand: nothing here samples a model. */
class LadderObservablesTest {

    private static final double[] BETAS = {0.0, 0.2, 0.5, 1.0};
    private static final int CHAINS = 2;
    private static final int SCANS = 64;
    private static final int BLOCKS = 16;
    private static final double LOG_UNIFORM = -3.0;
    private static final double TARGET_BETA = 2.0;

    /** The states of each scan: V and an observable of every slot. */
    private final double[][][] states = states();

    private final LadderObservables observables =
            new LadderObservables(BETAS, TARGET_BETA, LOG_UNIFORM, records(false), List.of());
    private final NaiveReweighting naive = new NaiveReweighting(BETAS);

    /** V is normal with mean 4 beta, apart for each chain; every third one is rounded, so that levels are shared. */
    private static double[][][] states() {
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(5);
        ZigguratSampler.NormalizedGaussian normal = ZigguratSampler.NormalizedGaussian.of(rng);
        double[][][] states = new double[CHAINS * SCANS][BETAS.length][];
        for (int scan = 0; scan < states.length; scan++) {
            for (int k = 0; k < BETAS.length; k++) {
                double v = 4.0 * BETAS[k] + 2.0 * normal.sample() + scan / SCANS;
                v = scan % 3 == 0 ? Math.rint(v) : v;
                states[scan][k] = new double[] {v, 0.3 * v + normal.sample() + 5.0};
            }
        }
        return states;
    }

    private static SlotRecords<double[]> empty() {
        return new SlotRecords<>(Map.of("a", (double[] state, double logProb) -> state[1]));
    }

    /** @param resumed whether the records are written and read in the middle */
    private LadderRecords records(boolean resumed) {
        List<SlotRecords<double[]>> chains = new ArrayList<>();
        for (int c = 0; c < CHAINS; c++) {
            SlotRecords<double[]> chain = empty();
            chain.begin(BETAS.length);
            for (int scan = 0; scan < SCANS; scan++) {
                if (resumed && scan == SCANS / 2 + 3) {
                    chain = copy(chain);
                }
                add(chain, states[c * SCANS + scan]);
            }
            chains.add(chain);
        }
        return SlotRecords.pooled(chains);
    }

    private static void add(SlotRecords<double[]> chain, double[][] scan) {
        double[] ratios = new double[BETAS.length];
        double[] logProbs = new double[BETAS.length];
        for (int k = 0; k < BETAS.length; k++) {
            ratios[k] = scan[k][0];
            logProbs[k] = scan[k][0] + LOG_UNIFORM;
        }
        chain.add(ratios, logProbs, k -> scan[k]);
    }

    private static SlotRecords<double[]> copy(SlotRecords<double[]> chain) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        chain.transcribe(new TranscriptWriter(bytes));
        SlotRecords<double[]> read = empty();
        read.transcribe(new TranscriptReader(new ByteArrayInputStream(bytes.toByteArray())));
        return read;
    }

    private List<Sample> samples() {
        List<Sample> samples = new ArrayList<>();
        for (int scan = 0; scan < states.length; scan++) {
            int block = scan / SCANS * BLOCKS + scan % SCANS * BLOCKS / SCANS;
            for (double[] state : states[scan]) {
                samples.add(new Sample(state[0], state[1], block));
            }
        }
        return samples;
    }

    /** Compares with the averages of all states and those without each block. */
    private static void same(Estimate estimate, Averages all, List<Averages> without, ToDoubleFunction<Averages> f) {
        double value = f.applyAsDouble(all);
        double error = NaiveReweighting.error(without, f);
        assertThat(estimate.value()).isEqualTo(value, within(1e-8 * (1.0 + Math.abs(value))));
        assertThat(estimate.error()).isEqualTo(error, within(0.05 * error)); // linear in the change of log Z
    }

    @Test
    void averages_atAndBetweenSlots_solveTheEquations() {
        for (double beta : new double[] {0.35, 1.0}) {
            TemperedAverages at = observables.at(TARGET_BETA * beta);
            Averages all = naive.averages(samples(), beta);
            List<Averages> without = naive.without(samples(), CHAINS * BLOCKS, beta);
            same(at.logZ(), all, without, n -> n.logZ() - (1.0 - beta) * LOG_UNIFORM);
            same(at.mean("a"), all, without, n -> n.moments()[1]);
            same(at.variance("a"), all, without, Averages::variance);
            same(at.susceptibility("a"), all, without, n -> 2.0 * beta * n.variance());
            same(at.binderCumulant("a"), all, without, n -> 1.0 - n.moments()[4] / 3.0 / Math.pow(n.moments()[2], 2));
        }
        assertThat(observables.at(0.0).logZ().value()).isEqualTo(-LOG_UNIFORM, within(1e-9));
        assertThat(observables.at(1.0).beta()).isEqualTo(1.0);
        assertThat(observables.at(2.0).temperature()).isEqualTo(0.5);
    }

    /** Energy, heat capacity and entropy are of the log-probability, V + log pi_0. */
    @Test
    void thermodynamics_areMomentsOfTheLogProbability() {
        List<Sample> energies = samples().stream()
                .map(s -> new Sample(s.ratio(), s.ratio() + LOG_UNIFORM, s.block()))
                .toList();
        double beta = 0.35;
        double unit = TARGET_BETA;
        TemperedAverages at = observables.at(beta * unit);
        Averages exact = naive.averages(energies, beta);
        double energy = -exact.moments()[1] / unit;
        double logZ = exact.logZ() - (1.0 - beta) * LOG_UNIFORM;
        assertThat(at.energy().value()).isEqualTo(energy, within(1e-8));
        assertThat(at.heatCapacity().value())
                .isEqualTo(Math.pow(beta * unit, 2) * exact.variance() / (unit * unit), within(1e-8));
        assertThat(at.entropy().value()).isEqualTo(logZ + beta * unit * energy, within(1e-8));
        same(
                at.entropy(),
                exact,
                naive.without(energies, CHAINS * BLOCKS, beta),
                n -> n.logZ() - (1.0 - beta) * LOG_UNIFORM - beta * n.moments()[1]);
    }

    @Test
    void slots_haveTheFiguresOfAllScans() {
        SlotTable table = observables.slots("a");
        for (int k = 0; k < BETAS.length; k++) {
            double mean = 0.0;
            for (double[][] scan : states) {
                mean += scan[k][1] / states.length;
            }
            double variance = 0.0;
            double ofBatches = 0.0;
            double batch = 0.0;
            for (int scan = 0; scan < states.length; scan++) {
                variance += Math.pow(states[scan][k][1] - mean, 2) / (states.length - 1);
                batch += (states[scan][k][1] - mean) / 4; // 64 scans of a chain are 16 batches of 4
                if (scan % 4 == 3) {
                    ofBatches += batch * batch;
                    batch = 0.0;
                }
            }
            double error = Math.sqrt(ofBatches / 32 / 31);
            assertThat(table.mean()[k]).isEqualTo(mean, within(1e-10));
            assertThat(table.variance()[k]).isEqualTo(variance, within(1e-10));
            assertThat(table.error()[k]).isEqualTo(error, within(1e-10));
            assertThat(table.effectiveSampleSize()[k]).isEqualTo(variance / error / error, within(1e-6));
        }
    }

    @Test
    void records_writtenAndRead_areTheSame() {
        LadderObservables resumed = new LadderObservables(BETAS, TARGET_BETA, LOG_UNIFORM, records(true), List.of());
        assertThat(resumed.slots("a").error()).isEqualTo(observables.slots("a").error());
        assertThat(resumed.at(0.35).logZ()).isEqualTo(observables.at(0.35).logZ());
    }

    /** 10,000 scans: every fourth is kept, 2,500 of them. */
    @Test
    void manyScans_areThinned() {
        SlotRecords<double[]> chain = empty();
        chain.begin(BETAS.length);
        for (int scan = 0; scan < 10_000; scan++) {
            double v = scan;
            chain.add(new double[] {v, v, v, v}, new double[] {v, v, v, v}, k -> new double[] {v, v});
        }
        LadderRecords records = SlotRecords.pooled(List.of(chain));
        LadderObservables thinned = new LadderObservables(BETAS, TARGET_BETA, LOG_UNIFORM, records, List.of());
        assertThat(thinned.thinning()).isEqualTo(4);
        assertThat(thinned.kept()).isEqualTo(2_500);
        for (int row = 0; row < 2_500; row++) {
            assertThat(records.value(0, row, 2, 1)).isEqualTo(4.0 * row);
        }
        assertThat(thinned.slots("a").mean()[1]).isEqualTo(4_999.5); // of all scans
    }

    /** Half of the reference's states are impossible: their weight is 0 but at beta 0. */
    @Test
    void impossibleStates_countOnlyForLogZ() {
        SlotRecords<double[]> chain = empty();
        chain.begin(2);
        for (int scan = 0; scan < 64; scan++) {
            double v = scan % 2 == 0 ? Double.NEGATIVE_INFINITY : 1.0;
            chain.add(new double[] {v, 1.0}, new double[] {v, 1.0}, k -> new double[] {0.0, 7.0});
        }
        LadderObservables half = new LadderObservables(
                new double[] {0, 1}, 1.0, Double.NaN, SlotRecords.pooled(List.of(chain)), List.of());
        assertThat(half.at(1.0).logZ().value()).isEqualTo(1.0 + Math.log(0.5), within(1e-9));
        assertThat(half.at(0.5).mean("a").value()).isEqualTo(7.0, within(1e-12));
        assertThat(half.at(0.0).mean("a").value()).isNaN();
    }

    /**
     * 128 scans, the first with a value that is higher by a gap: an error within {@code 2^-52 sqrt(128) 0.7 =
     * 1.8e-15} is that of the arithmetic. One batch or block of all differs, so the error is gap / 128, of any number
     * of them: 1.6e-15 and 2.0e-15 lie beside the bound.
     */
    @ParameterizedTest
    @CsvSource({"2e-13, false", "2.5e-13, true", "1e-6, true"})
    void valuesThatNearlyAgree_haveAnErrorAboveRoundingAlone(double gap, boolean known) {
        SlotRecords<double[]> chain = empty();
        chain.begin(2);
        for (int scan = 0; scan < 128; scan++) {
            double value = scan == 0 ? 0.7 + gap : 0.7;
            chain.add(new double[] {0.1, 0.1}, new double[] {0.3, 0.3}, k -> new double[] {0.1, value});
        }
        LadderObservables near =
                new LadderObservables(new double[] {0, 1}, 1.0, -0.2, SlotRecords.pooled(List.of(chain)), List.of());
        for (double error : near.slots("a").error()) {
            assertThat(Double.isNaN(error)).isNotEqualTo(known);
        }
        assertThat(Double.isNaN(near.at(0.3).mean("a").error())).isNotEqualTo(known);
    }

    /** 128 scans whose states agree in all: no error of an average can be told, and that of log Z is that of a draw. */
    @Test
    void statesThatAgree_haveNoErrorOfZero() {
        SlotRecords<double[]> chain = empty();
        chain.begin(2);
        for (int scan = 0; scan < 128; scan++) {
            chain.add(new double[] {0.1, 0.1}, new double[] {0.3, 0.3}, k -> new double[] {0.1, 0.7});
        }
        LadderObservables agreed =
                new LadderObservables(new double[] {0, 1}, 1.0, -0.2, SlotRecords.pooled(List.of(chain)), List.of());
        assertThat(agreed.slots("a").error()).containsExactly(Double.NaN, Double.NaN);
        assertThat(agreed.slots("a").effectiveSampleSize()).containsExactly(Double.NaN, Double.NaN);
        for (double beta : new double[] {0.0, 0.3, 1.0}) {
            TemperedAverages at = agreed.at(beta);
            assertThat(at.mean("a")).isEqualTo(new Estimate(0.7, Double.NaN));
            assertThat(at.energy()).isEqualTo(new Estimate(-0.3, Double.NaN));
            assertThat(at.heatCapacity()).isEqualTo(new Estimate(0.0, Double.NaN));
            assertThat(at.binderCumulant("a").error()).isNaN();
            double least = beta == 0.0 ? 0.0 : 1.0 / 128;
            assertThat(at.logZ().error()).isEqualTo(least);
            assertThat(at.entropy().error()).isEqualTo(least);
        }
    }

    /**
     * V is about -12,000 at the reference, and 0 in one of 64 of its states and at the colder slots: log Z is that of
     * these few. By the mean of V, log Z would be 300 off at the start, and every share of slot 1 zero.
     */
    @Test
    void steepRatios_areSolved() {
        SlotRecords<double[]> chain = empty();
        chain.begin(3);
        for (int scan = 0; scan < 640; scan++) {
            double hot = scan % 64 == 0 ? 0.0 : -12_000.0 - scan;
            chain.add(new double[] {hot, 0.0, 0.0}, new double[] {hot, 0.0, 0.0}, k -> new double[] {0.0, 1.0});
        }
        LadderObservables steep = new LadderObservables(
                new double[] {0, 0.05, 1}, 1.0, Double.NaN, SlotRecords.pooled(List.of(chain)), List.of());
        Estimate logZ = steep.at(1.0).logZ();
        assertThat(logZ.value()).isEqualTo(-Math.log(64.0), within(1e-6));
        assertThat(logZ.error()).isBetween(0.05, 0.5);
        assertThat(steep.at(1.0).mean("logProb").value()).isEqualTo(0.0, within(1e-9));
        assertThat(steep.at(0.0).logZ()).isEqualTo(new Estimate(0.0, 0.0));
    }

    /** 64 scans of two slots, the colder one higher by a gap, and what is known at beta 1. */
    private static TemperedAverages apart(double gap) {
        SlotRecords<double[]> chain = empty();
        chain.begin(2);
        for (int scan = 0; scan < 64; scan++) {
            chain.add(new double[] {0.0, gap}, new double[] {0.0, gap}, k -> new double[] {0.0, k});
        }
        return new LadderObservables(
                        new double[] {0, 1}, 1.0, Double.NaN, SlotRecords.pooled(List.of(chain)), List.of())
                .at(1.0);
    }

    /**
     * Between states of V = 0 and V = g log Z is g / 2, and each state is of its own slot with odds of exp(g / 2): 128
     * states overlap in {@code 128 / (exp(g / 2) + 2 + exp(-g / 2))}, 1.01 at g = 9.65 and 0.99 at 9.7.
     */
    @Test
    void slotsThatOverlapInLessThanOneState_haveNoAverages() {
        TemperedAverages near = apart(9.65);
        assertThat(near.logZ().value()).isEqualTo(9.65 / 2.0, within(1e-8));
        assertThat(near.mean("a").value()).isEqualTo(1.0 / (1.0 + Math.exp(-9.65 / 2.0)), within(1e-8));
        for (double gap : new double[] {9.7, 1e3, 1e200, 1e308}) {
            TemperedAverages apart = apart(gap);
            assertThat(apart.logZ()).isEqualTo(new Estimate(Double.NaN, Double.NaN));
            assertThat(apart.mean("a")).isEqualTo(new Estimate(Double.NaN, Double.NaN));
            assertThat(apart.variance("logProb")).isEqualTo(new Estimate(Double.NaN, Double.NaN));
        }
    }

    /** V of half the reference's states is -1e200, and of all others 0: log Z is -log 2, in a bracket of 1e200 nats. */
    @Test
    void ratiosOfEverySize_areSolved() {
        SlotRecords<double[]> chain = empty();
        chain.begin(2);
        for (int scan = 0; scan < 64; scan++) {
            double hot = scan % 2 == 0 ? -1e200 : 0.0;
            chain.add(new double[] {hot, 0.0}, new double[] {hot, 0.0}, k -> new double[] {0.0, 1.0});
        }
        LadderObservables wide = new LadderObservables(
                new double[] {0, 1}, 1.0, Double.NaN, SlotRecords.pooled(List.of(chain)), List.of());
        assertThat(wide.at(1.0).logZ().value()).isEqualTo(-Math.log(2.0), within(1e-8));
    }

    @Test
    void powersBeyondFour_areRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> observables.at(0.5).estimate(moments -> moments.moment("a", 5)))
                .withMessage("must be in [1, 4]: power=5");
    }

    @Test
    void observable_notTracked_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> observables.slots("b"))
                .withMessage("must be one of logProb, a, which were tracked: name=b");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> observables.at(0.5).mean("energy"))
                .withMessage("must be one of logProb, a, which were tracked: name=energy");
    }
}
