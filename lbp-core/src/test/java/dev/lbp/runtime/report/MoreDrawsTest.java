package dev.lbp.runtime.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.SpinLine;
import dev.lbp.diagnostics.TraceStatistics;
import dev.lbp.result.SampleResult;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The draws that a verdict asks for, and the runs that it asks. All seeds are fixed, so the tests cannot fail by
 * chance.
 */
class MoreDrawsTest {

    private static final Pattern ADVICE =
            Pattern.compile("- About ([\\d,]+) more draws.* would be enough, ([\\d,]+) in all\\.\n");

    /** Autoregressive chains of order 1 and unit variance; each second chain is shifted. */
    private static double[][] chains(int count, int draws, double correlation, double shift) {
        Random random = new Random(5);
        double[][] trace = new double[count][draws];
        for (int c = 0; c < count; c++) {
            double value = random.nextGaussian();
            for (int t = 0; t < draws; t++) {
                trace[c][t] = value + shift * (c % 2);
                value = correlation * value + Math.sqrt(1.0 - correlation * correlation) * random.nextGaussian();
            }
        }
        return trace;
    }

    private static double growth(double[][] trace, int traces) {
        return MoreDraws.growth(trace, TraceStatistics.of(trace), traces);
    }

    /**
     * The sample sizes are {@code m q / (1.01^2 - 1)}, with q the quantile of a chi-square over its degrees of freedom,
     * by R: {@code m * qchisq(0.05 / 2 / traces, m - 1, lower = FALSE) / (m - 1) / (1.01^2 - 1)} for m = 2 chains.
     */
    @ParameterizedTest
    @CsvSource({"4, 60, 0, 2, 1016.913", "2, 100, 0, 1, 620.1263", "4, 400, 0.7, 2, 1016.913", "1, 100, 0, 2, 620.7495"
    })
    void growth_shortChainsThatAgree_isToTheSampleThatRHatNeeds(
            int chains, int draws, double correlation, int traces, double sample) {
        double[][] trace = chains(chains, draws, correlation, 0.0);
        TraceStatistics statistics = TraceStatistics.of(trace);
        double ofRHat = (Math.pow(statistics.rHat(), 2) - 1.0) / (1.01 * 1.01 - 1.0);
        double ofSample = sample / statistics.bulkSample();
        assertThat(growth(trace, traces))
                .isCloseTo(Math.max(ofSample, ofRHat), within(1e-5))
                .isGreaterThan(1.0);
    }

    /** The modes are 1 apart, in chains of any length: R-hat is not explained by the chains' own correlation. */
    @ParameterizedTest
    @CsvSource({"100, 0", "1000, 0", "1000, 0.7", "20000, 0.9"})
    void growth_chainsInTwoModes_isUnknown(int draws, double correlation) {
        assertThat(growth(chains(4, draws, correlation, 1.0), 2)).isNaN();
        assertThat(growth(chains(4, draws, correlation, 0.0), 2)).isPositive();
    }

    /** Signs are independent, so the bulk is large; sizes are slow, and in the second case differ between chains. */
    @Test
    void growth_slowSizesOfFairSigns_isThatOfSizes() {
        double[][] sizes = chains(4, 2_000, 0.98, 0.0);
        double[][] apart = chains(4, 2_000, 0.98, 3.0);
        Random signs = new Random(6);
        for (int c = 0; c < 4; c++) {
            for (int t = 0; t < 2_000; t++) {
                double sign = signs.nextBoolean() ? 1.0 : -1.0;
                sizes[c][t] *= sign;
                apart[c][t] *= sign;
            }
        }
        assertThat(TraceStatistics.of(sizes).bulkSample()).isGreaterThan(4_000.0);
        assertThat(TraceStatistics.of(sizes).rHat()).isGreaterThan(1.01);
        assertThat(growth(sizes, 2)).isBetween(2.0, 20.0); // some 160 effective sizes, of 1,017
        assertThat(growth(apart, 2)).isNaN();
    }

    /** 100 draws of a correlation time of 200; and a chain that never moves beside three that do. */
    @Test
    void growth_tooFewEffectiveDraws_isUnknown() {
        assertThat(growth(chains(4, 100, 0.99, 0.0), 2)).isNaN();
        double[][] standing = chains(4, 100, 0.0, 0.0);
        Arrays.fill(standing[2], 0.1);
        assertThat(growth(standing, 2)).isNaN();
    }

    private static SamplingRun fairBits(int chains, int draws) {
        return Samplers.gibbs()
                .build()
                .sample(SpinLine.flat(20))
                .chains(chains)
                .warmup(1)
                .draws(draws)
                .seed(1);
    }

    /** Draws of fair bits are independent; their log-probability is constant, and is not judged. */
    @ParameterizedTest
    @CsvSource({"4, 60, ' of each chain'", "1, 60, ''"})
    void summary_shortRun_saysHowManyDrawsMakeItMixed(int chains, int draws, String ofEach) {
        SampleResult result = fairBits(chains, draws).run();
        Matcher advice = ADVICE.matcher(result.summary());
        assertThat(advice.find()).as(result.summary()).isTrue();
        int all = Integer.parseInt(advice.group(2).replace(",", ""));
        assertThat(advice.group())
                .isEqualTo(String.format(
                        "- About %,d more draws%s would be enough, %,d in all.%n", all - draws, ofEach, all));
        assertThat(all - draws).matches(more -> more < 100 || more % 10 == 0, "is of two digits");
        assertThat(Verdict.of((ReportedRun) result).finding()).isEqualTo(Verdict.Finding.TOO_LITTLE);
        assertThat(fairBits(chains, all).run().summary())
                .contains("verdict: mixed")
                .doesNotContain("more draws");
    }

    /** A pair of equal sites that never changes: its chains are in two modes. */
    @Test
    void summary_sitesDiffer_saysNothingOfMoreDraws() {
        byte[][] initial = new byte[4][20];
        Arrays.fill(initial[1], (byte) 1);
        SampleResult stuck = Samplers.gibbs()
                .build()
                .sample(SpinLine.locked(20))
                .initial(initial)
                .warmup(1)
                .draws(60)
                .run();
        assertThat(stuck.summary()).contains("not shown to have mixed").doesNotContain("more draws");
    }

    @Test
    void verdict_anotherDoubt_saysNothingOfMoreDraws() {
        SampleResult run = fairBits(4, 60).run();
        assertThat(reasons((ReportedRun) run)).anyMatch(reason -> reason.contains("more draws of each chain"));
        assertThat(reasons(Ladders.with(run, Ladders.lattice())))
                .anyMatch(reason -> reason.contains("more draws of each"));
        assertThat(reasons(Ladders.with(run, Ladders.withRestarts(3, 10, 10, 10))))
                .noneMatch(reason -> reason.contains("more draws of each"));
    }

    /** The diagnostics are those of one draw in two. */
    @Test
    void verdict_diagnosticsOfFewerDraws_saysNothingOfMoreDraws() {
        SampleResult run = fairBits(4, 60).run();
        Class<?>[] types = {ReportedRun.class, SampleResult.class};
        Object thinned =
                Proxy.newProxyInstance(MoreDrawsTest.class.getClassLoader(), types, (proxy, method, values) -> {
                    if (method.getName().equals("ofDraws")) {
                        @SuppressWarnings("unchecked")
                        BiFunction<double[][], Integer, Object> function =
                                (BiFunction<double[][], Integer, Object>) values[1];
                        return function.apply(run.traces().get((String) values[0]), 2);
                    }
                    try {
                        return method.invoke(run, values);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        assertThat(reasons((ReportedRun) thinned))
                .isNotEmpty()
                .noneMatch(reason -> reason.contains("more draws of each chain"));
    }

    private static List<String> reasons(ReportedRun run) {
        return Verdict.of(run).reasons();
    }
}
