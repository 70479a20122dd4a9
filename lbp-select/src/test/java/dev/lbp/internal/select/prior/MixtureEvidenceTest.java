package dev.lbp.internal.select.prior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.internal.select.data.DataException;
import dev.lbp.select.NaiveMixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of the evidence under priors of g, against integrals by another rule and in other variables. */
class MixtureEvidenceTest {

    /** A prior, and its naive integral for n observations. */
    record Case(String name, IntFunction<PriorOfG> prior, IntFunction<NaiveMixture> naive) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Case> cases() {
        return Stream.of(
                new Case("hyper-g 2.1", n -> new PriorOfG.Hyper(2.1, 1), n -> NaiveMixture.hyperG(2.1, n)),
                new Case("hyper-g 3", n -> new PriorOfG.Hyper(3, 1), n -> NaiveMixture.hyperG(3, n)),
                new Case("hyper-g 4", n -> new PriorOfG.Hyper(4, 1), n -> NaiveMixture.hyperG(4, n)),
                new Case("hyper-g/n 3", n -> new PriorOfG.Hyper(3, n), n -> NaiveMixture.hyperGn(3, n)),
                new Case("Zellner-Siow", PriorOfG.ZellnerSiow::new, NaiveMixture::zellnerSiow));
    }

    /** From R^2 = 0 to 1 - 1e-12, between the ends of polynomials; two kinds, which are dense at both ends. */
    private static List<Double> residuals(Random random, int kind) {
        List<Double> residuals = new ArrayList<>(kind == 0 ? List.of(1.0, 1.001e-12) : List.of());
        for (int power = 1 + 3 * kind; power <= 12; power += 6) {
            double part = Math.pow(10.0, -power * random.nextDouble());
            residuals.add(part);
            residuals.add(1.0 - part);
        }
        return residuals;
    }

    /** Those but for hyper-g 3, whose closed form is compared below. */
    static Stream<Case> casesOfTables() {
        return cases().filter(given -> !given.name.equals("hyper-g 3"));
    }

    /** The two kinds of residuals in turn. Tables of many columns are long: three of 1,000 rows are enough. */
    @ParameterizedTest
    @MethodSource("casesOfTables")
    void table_isExact_toTenDigits(Case given) {
        Random random = new Random(1L);
        int turn = 0;
        for (int n : new int[] {3, 12, 47, 1_000}) {
            MixtureEvidence evidence = new MixtureEvidence(given.prior.apply(n), n - 1);
            NaiveMixture naive = given.naive.apply(n);
            IntStream columns = n == 1_000 ? IntStream.of(1, n / 2, n - 2) : IntStream.of(1, 2, n / 2, n - 3, n - 2);
            for (int k : columns.filter(k -> k >= 1).distinct().toArray()) {
                turn++;
                for (double rss : residuals(random, turn % 2)) {
                    double expected = naive.log(n - 1, k, rss);
                    assertThat(evidence.logEvidence(k, rss, 0.0))
                            .as("n=%d k=%d rss=%s", n, k, rss)
                            .isCloseTo(expected, within(2e-11 * Math.max(1.0, Math.abs(expected))));
                }
            }
        }
    }

    /** 168 integrals over g, linear and not, with k up to 40 and n up to 100,000; evidence.py made them by mpmath. */
    @Test
    void integrals_areThoseOfAdaptiveQuadrature_toTenDigits() throws IOException {
        Map<String, MixtureEvidence> known = new HashMap<>();
        for (String line : Files.readAllLines(Path.of("src/test/resources/dev/lbp/select/integrals.csv"))) {
            String[] cells = line.split(",");
            if (line.startsWith("#") || cells[0].equals("regression")) {
                continue;
            }
            int n = Integer.parseInt(cells[2]);
            int k = Integer.parseInt(cells[3]);
            double value = Double.parseDouble(cells[4]);
            PriorOfG prior = switch (cells[1]) {
                case "hyper-g" -> new PriorOfG.Hyper(3, 1);
                case "hyper-g-n" -> new PriorOfG.Hyper(3, n);
                case "zellner-siow" -> new PriorOfG.ZellnerSiow(n);
                default -> new PriorOfG.Robust(n, 1, k);
            };
            double found = cells[0].equals("linear")
                    ? known.computeIfAbsent(cells[1] + n, key -> new MixtureEvidence(prior, n - 1))
                            .logEvidence(k, value, 0)
                    : new LocalG.Mixture(prior).logFactor(k, value);
            double expected = Double.parseDouble(cells[5]);
            assertThat(found).as(line).isCloseTo(expected, within(1e-10 * Math.max(1.0, Math.abs(expected))));
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void moments_areThoseOf_thePosteriorOfG(Case given) {
        for (int n : new int[] {12, 60}) {
            int nu = n - 2;
            MixtureEvidence evidence = new MixtureEvidence(given.prior.apply(n), nu);
            NaiveMixture naive = given.naive.apply(n);
            for (int k : new int[] {1, 4, nu - 1}) {
                for (double rss : new double[] {1.0, 0.97, 0.4, 1e-3, 1e-9}) {
                    double shrinkage = naive.mean(nu, k, rss, g -> g / (1 + g));
                    double rest = naive.mean(nu, k, rss, g -> 1 / (1 + g));
                    double variance = naive.mean(nu, k, rss, g -> (1 / (1 + g) - rest) * (1 / (1 + g) - rest));
                    double noise = naive.mean(nu, k, rss, g -> (1 + g * rss) / (1 + g) / (nu - 2));
                    double ofCoefficients =
                            naive.mean(nu, k, rss, g -> g / (1 + g) * (1 + g * rss) / (1 + g) / (nu - 2));
                    assertThat(evidence.shrinkage(k, rss)).isCloseTo(shrinkage, within(1e-10));
                    assertThat(evidence.shrinkageVariance(k, rss)).isCloseTo(variance, within(1e-10));
                    assertThat(evidence.noise(k, rss) / noise).isCloseTo(1, within(1e-10));
                    assertThat(evidence.variance(k, rss) / ofCoefficients).isCloseTo(1, within(1e-10));
                }
            }
        }
    }

    @Test
    void hyperG_isTheClosedForm() {
        MixtureEvidence evidence = new MixtureEvidence(new PriorOfG.Hyper(3, 1), 59);
        for (int k = 1; k < 50; k += 6) {
            for (double rss = 0.05; rss < 1.0; rss += 0.1) {
                double expected = NaiveMixture.closedForm(3, 59, k, rss);
                assertThat(evidence.logEvidence(k, rss, 0))
                        .isCloseTo(expected, within(2e-11 * (1 + Math.abs(expected))));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void additions_areDifferences_ofTheEvidence(Case given) {
        MixtureEvidence evidence = new MixtureEvidence(given.prior.apply(50), 49);
        double[] squares = {0.0, 1e-9, 0.003, 0.02, 0.1, 0.29};
        double[] pivots = {0.5, 1.0, 0.9, 0.7, 0.8, 1.0};
        double[] out = new double[6];
        for (int k : new int[] {0, 1, 7}) {
            double rss = k == 0 ? 1.0 : 0.3;
            evidence.additions(k, rss, squares, pivots, out);
            for (int j = 0; j < 6; j++) {
                double expected = evidence.logEvidence(k + 1, rss - squares[j] / pivots[j], 0.0)
                        - evidence.logEvidence(k, rss, 0.0);
                assertThat(out[j]).isCloseTo(expected, within(1e-11));
            }
        }
    }

    @Test
    void perfectFit_isRefused() {
        MixtureEvidence evidence = new MixtureEvidence(new PriorOfG.Hyper(3, 1), 49);
        assertThatThrownBy(() -> evidence.logEvidence(2, 1e-27, 0.0)).isInstanceOf(DataException.class);
    }
}
