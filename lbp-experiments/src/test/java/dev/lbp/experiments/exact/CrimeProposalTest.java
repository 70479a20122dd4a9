package dev.lbp.experiments.exact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lbp.Samplers;
import dev.lbp.learn.AcceptanceRate;
import dev.lbp.learn.Autoregressive;
import dev.lbp.learn.BernoulliMixture;
import dev.lbp.proposal.StateDistribution;
import dev.lbp.result.SampleResult;
import dev.lbp.select.VariableSelection;
import dev.lbp.select.data.Table;
import dev.lbp.target.LocalEnergyModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Proposals for a posterior of bits: which of 15 variables explain crime rates of 47 states (UScrime of R's package
 * MASS), with BIC. The acceptance of jumps is a sum over all pairs of the 2^15 models.
 */
@Tag("data")
class CrimeProposalTest {

    private static final Path DIRECTORY =
            Path.of(System.getProperty("lbp.data", "../../shared/data")).resolve("uscrime");

    private static final int N = 15;

    private static LocalEnergyModel model() throws IOException {
        assumeTrue(Files.exists(DIRECTORY), () -> "no directory " + DIRECTORY.toAbsolutePath());
        Table table = Table.csv(DIRECTORY.resolve("UScrime.csv")).without("rownames");
        String[] logged =
                table.names().stream().filter(name -> !name.equals("So")).toArray(String[]::new);
        return VariableSelection.linear(table.log(logged), "y").bic().model();
    }

    private static byte[] state(int s) {
        byte[] state = new byte[N];
        for (int i = 0; i < N; i++) {
            state[i] = (byte) (s >> i & 1);
        }
        return state;
    }

    /** {@code E min(1, w(x') / w(x))} over x of p and x' of q, w = p / q. */
    private static double acceptance(double[] p, StateDistribution q) {
        double[] ofQ = IntStream.range(0, p.length)
                .mapToDouble(s -> Math.exp(q.logProb(state(s))))
                .toArray();
        int[] order = IntStream.range(0, p.length)
                .boxed()
                .sorted(Comparator.comparingDouble(s -> p[s] / ofQ[s]))
                .mapToInt(Integer::intValue)
                .toArray();
        double rate = 0.0;
        double below = 0.0; // of p, at smaller weights
        for (int s : order) {
            rate += ofQ[s] * (2.0 * below + p[s]);
            below += p[s];
        }
        return rate;
    }

    /**
     * The model has N bits, one for each variable. The estimated rate is of 20,000 nearly independent draws: its
     * standard error is below .5 / sqrt(20,000) = .0036, and the tolerance over 4 of them.
     */
    @Test
    void logisticBits_areAcceptedMoreOften_thanIndependentOnes() throws IOException {
        LocalEnergyModel model = model();
        assertThat(model.dimension()).isEqualTo(N);
        LocalEnergyModel.Tracker tracker = model.newTracker();
        double[] p = new double[1 << N];
        double sum = 0.0;
        for (int s = 0; s < p.length; s++) {
            tracker.reset(state(s));
            p[s] = Math.exp(tracker.logProb());
            sum += p[s];
        }
        for (int s = 0; s < p.length; s++) {
            p[s] /= sum;
        }
        SampleResult result = Samplers.gibbs()
                .build()
                .sample(model)
                .chains(4)
                .draws(5_000)
                .thin(5)
                .seed(3)
                .keepDraws()
                .run();
        byte[][] draws = IntStream.range(0, 20_000)
                .mapToObj(k -> result.draw(k % 4, k / 4))
                .toArray(byte[][]::new);
        StateDistribution independent = BernoulliMixture.fit(draws, 1);
        StateDistribution logistic = Autoregressive.fit(draws);
        double ofIndependent = acceptance(p, independent);
        double ofLogistic = acceptance(p, logistic);
        System.out.println(String.format(
                Locale.ROOT,
                "jumps accepted: independent bits %.3f, logistic bits %.3f; estimated %.3f, bound %.3f",
                ofIndependent,
                ofLogistic,
                AcceptanceRate.estimate(model, logistic, draws, 5).acceptance(),
                AcceptanceRate.estimate(model, logistic, draws, 5).lowerBound()));
        assertThat(AcceptanceRate.estimate(model, logistic, draws, 5).acceptance())
                .isCloseTo(ofLogistic, within(0.015));
        assertThat(ofLogistic).isGreaterThan(ofIndependent + 0.1);
    }
}
