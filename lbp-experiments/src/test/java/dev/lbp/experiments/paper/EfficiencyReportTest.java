package dev.lbp.experiments.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.experiments.frame.Outcome;
import dev.lbp.experiments.frame.PaperTarget;
import dev.lbp.experiments.frame.Size;
import dev.lbp.experiments.frame.TargetKind;
import dev.lbp.experiments.paper.Efficiency.Curve;
import dev.lbp.experiments.paper.EfficiencyReport.Measured;
import dev.lbp.experiments.report.Estimate;
import dev.lbp.models.PaperConfiguration;
import dev.lbp.theory.OptimalScaling;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EfficiencyReportTest {

    /**
     * On the curve of equation 6 jumps are longest at acceptance .574. With {@code u = z^(3/2) / 2} the mean square
     * {@code 2 z^2 Phi(-u)} is largest where {@code (3/2) u phi(u) = 2 Phi(-u)}: u = .915, acceptance .360.
     */
    @Test
    void optimum_ofSquaredJumps_isAtASmallerAcceptance() {
        List<Outcome> points = IntStream.rangeClosed(4, 40)
                .mapToObj(k -> {
                    double scale = 0.05 * k * 1_000.0;
                    double acceptance = OptimalScaling.lbpAcceptance(1.0, scale, 31_623);
                    Estimate jumps = new Estimate(scale * acceptance, 0.0);
                    Estimate samples = new Estimate(3.0 * scale * acceptance, 0.0);
                    return new Outcome(scale, new Estimate(acceptance, 0.0), jumps, samples, 1.0);
                })
                .toList();
        PaperTarget target = PaperTarget.of(TargetKind.BERNOULLI, Size.SMALL, PaperConfiguration.C1, 1L, null);
        Measured measured = new Measured(target, Curve.LBP, points);
        assertThat(measured.optimum().scale()).isCloseTo(1_081.0, within(40.0));
        assertThat(measured.optimum(Outcome::sampleSize).scale())
                .isCloseTo(measured.optimum().scale(), within(1e-6));
        double squared = measured.optimum(Outcome::squaredJumps).scale();
        assertThat(measured.acceptanceAt(squared)).isCloseTo(0.360, within(0.01));
    }
}
