package dev.lbp.experiments.exact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.Samplers;
import dev.lbp.learn.LearnedProposal;
import dev.lbp.learn.ProposalTraining;
import dev.lbp.models.IsingModel;
import dev.lbp.result.SampleResult;
import java.util.Arrays;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Learned jumps between the six modes of a Hopfield network of 64 spins, whose probabilities are known exactly. */
class HopfieldTrainingTest {

    private static final int N = 64;

    private static final int CHAINS = 16;

    /**
     * With an effective size of some 12,000 draws the total variation of six shares is .008 on average, with a standard
     * deviation of .003; .02 is four of them above: 3e-5. LBP alone stays in the mode where it begins.
     */
    @Test
    @Tag("slow")
    void jumps_giveTheModes_theirProbabilities() {
        HopfieldNetwork network = new HopfieldNetwork(N, 2.0, 1);
        IsingModel model = network.model();
        LearnedProposal learned = ProposalTraining.of(model).run();
        System.out.print(learned.summary());
        assertThat(learned.isWorthIt()).isTrue();
        double[] exact = network.answer().modes();
        SampleResult jumped = sampled(Samplers.lbp().jumps(learned.proposal(), 0.1), model);
        SampleResult alone = sampled(Samplers.lbp(), model);
        double error = variation(shares(network, jumped, 0, CHAINS), exact);
        System.out.printf(
                Locale.ROOT,
                "modes %s, jumps accepted %.3f, total variation %.4f, of one chain %.4f, without jumps %.4f%n",
                Arrays.toString(exact),
                jumped.jumpAcceptance(),
                error,
                variation(shares(network, jumped, 0, 1), exact),
                variation(shares(network, alone, 0, 1), exact));
        assertThat(jumped.jumpAcceptance()).isGreaterThan(0.6);
        assertThat(error).isLessThan(0.02);
        assertThat(variation(shares(network, alone, 0, 1), exact)).isGreaterThan(0.3);
    }

    private static SampleResult sampled(Samplers.Lbp lbp, IsingModel model) {
        return lbp.build()
                .sample(model)
                .chains(CHAINS)
                .warmup(2_000)
                .draws(20_000)
                .seed(5)
                .keepDraws()
                .run();
    }

    private static double[] shares(HopfieldNetwork network, SampleResult result, int from, int to) {
        int[][] patterns = new int[HopfieldNetwork.PATTERNS][];
        Arrays.setAll(patterns, network::pattern);
        double[] shares = new double[HopfieldNetwork.MODES];
        double[] overlaps = new double[HopfieldNetwork.PATTERNS];
        for (int chain = from; chain < to; chain++) {
            for (int draw = 0; draw < result.draws(); draw++) {
                byte[] state = result.draw(chain, draw);
                Arrays.fill(overlaps, 0.0);
                for (int i = 0; i < N; i++) {
                    for (int m = 0; m < patterns.length; m++) {
                        overlaps[m] += patterns[m][i] * (2 * state[i] - 1);
                    }
                }
                shares[HopfieldNetwork.mode(overlaps)] += 1.0 / ((to - from) * (double) result.draws());
            }
        }
        return shares;
    }

    private static double variation(double[] shares, double[] exact) {
        double sum = 0.0;
        for (int m = 0; m < exact.length; m++) {
            sum += Math.abs(shares[m] - exact[m]) / 2.0;
        }
        return sum;
    }
}
