package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.result.SampleResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The figures of runs with a fixed number of ones: {@code mvn test -pl lbp-core,lbp-models -Dtest=SubsetFiguresTest}.
 */
class SubsetFiguresTest {

    /** Half of the sites of the paper's 50x50 lattice. */
    private static SamplingRun half(Sampler sampler) {
        return sampler.sample(IsingModel.paper(50, PaperConfiguration.C2, 2))
                .ones(1_250)
                .chains(4)
                .seed(2);
    }

    /**
     * Half of the sites of the paper's 50x50 lattice. Over the instances of seeds 1 to 7, runs of this length had R
     * 84.0 and jump distance 96.3 on average, with standard deviations of 1.0 and 0.6; without the constraint R is 168
     * and the distance 97. The distance is 2 R times the acceptance rate. The bounds are over 4 standard deviations
     * away.
     */
    @Test
    void lbp_halfOfAnIsingLattice_jumpsAsFarAsWithoutTheConstraint() {
        SampleResult result = half(Samplers.lbp().adaptive(0.574).build())
                .warmup(3_000)
                .draws(2_000)
                .run();
        assertThat(result.acceptanceRate()).isBetween(0.55, 0.60);
        assertThat(result.scale()).isBetween(79.0, 89.0);
        assertThat(result.expectedJumpDistance()).isBetween(93.5, 102.0);
    }

    /**
     * The same by removing and adding ones. Over the instances of seeds 1 to 7, runs of this length had acceptance
     * 0.9969 and jump distance 182.0 on average, with standard deviations of 0.00005 and 0.2. The distance is below 2 R
     * because a swap may take back what another did. The bounds are over 9 standard deviations away.
     */
    @Test
    void pas_halfOfAnIsingLattice_jumpsTwiceAsFar() {
        SampleResult result =
                half(Samplers.pas().path(100).build()).warmup(500).draws(500).run();
        assertThat(result.acceptanceRate()).isBetween(0.996, 0.998);
        assertThat(result.expectedJumpDistance()).isBetween(180.0, 184.0);
    }

    /**
     * Prints the medians of the table of docs/results/figures.md, from runs in turn. Each repetition has 4 chains of
     * 2,000 to 20,000 draws; per step the effective samples of {@code pas()} at R = 100 are more than 1.5 times
     * those of {@code lbp()} at 0.574, of both traces.
     */
    @Tag("slow")
    @Test
    void allInTurn_halfOfAnIsingLattice_effectiveSamples() {
        Sampler perStep = Samplers.lbp().adaptive(0.574).build();
        Sampler longPath = Samplers.pas().path(100).build();
        List<Sampler> samplers = List.of(
                perStep,
                Samplers.lbp().adaptive().build(),
                Samplers.pas().path(25).build(),
                Samplers.pas().path(50).build(),
                longPath,
                Samplers.rwm().build());
        Map<Sampler, List<SampleResult>> results = new LinkedHashMap<>();
        for (int repetition = 0; repetition <= 7; repetition++) { // the first is for the compiler
            for (Sampler sampler : samplers) {
                SampleResult result = half(sampler)
                        .seed(repetition)
                        .warmup(2_000)
                        .draws(4_000)
                        .threads(1)
                        .run();
                if (repetition > 0) {
                    results.computeIfAbsent(sampler, any -> new ArrayList<>()).add(result);
                }
            }
        }
        results.forEach((sampler, all) -> System.out.printf(
                Locale.ROOT,
                "%s: R %.0f, acceptance %.3f, EJD %.1f, us/step %.2f, ESS/step %.4f, %.4f, ESS/s %.0f, %.0f%n",
                sampler,
                median(all, SampleResult::scale),
                median(all, SampleResult::acceptanceRate),
                median(all, SampleResult::expectedJumpDistance),
                median(all, result -> 1e6 * seconds(result) / steps(result)),
                median(all, result -> result.effectiveSampleSize("logProb") / steps(result)),
                median(all, result -> result.effectiveSampleSize("hamming") / steps(result)),
                median(all, result -> result.effectiveSampleSize("logProb") / seconds(result)),
                median(all, result -> result.effectiveSampleSize("hamming") / seconds(result))));
        for (String trace : List.of("logProb", "hamming")) {
            assertThat(median(results.get(longPath), result -> result.effectiveSampleSize(trace)))
                    .isGreaterThan(1.5 * median(results.get(perStep), result -> result.effectiveSampleSize(trace)));
        }
    }

    private static double steps(SampleResult result) {
        return (double) result.chains() * result.draws();
    }

    private static double seconds(SampleResult result) {
        return 1e-9 * result.drawTime().toNanos();
    }

    private static double median(List<SampleResult> results, ToDoubleFunction<SampleResult> figure) {
        return results.stream()
                .mapToDouble(figure)
                .sorted()
                .skip(results.size() / 2)
                .findFirst()
                .orElseThrow();
    }
}
