package dev.lbp.cli.sequences;

import dev.lbp.Sampler;
import dev.lbp.ValueRun;
import dev.lbp.check.MutationScan;
import dev.lbp.cli.terminal.Text;
import dev.lbp.internal.Check;
import dev.lbp.nn.CategoricalNetworkModel;
import dev.lbp.nn.CategoricalNetworkModel.Layout;
import dev.lbp.nn.OnnxNetwork;
import dev.lbp.target.Expert;
import dev.lbp.target.Experts;
import dev.lbp.target.SiteConstraints;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** The score of a network. */
record NetworkScore(CategoricalNetworkModel network) implements SequenceScore {

    /**
     * A network as a model of sequences. The order of its input, [sites][letters] or [letters][sites], is known if the
     * shape has two axes of different lengths, one of them that of the letters; axes of length 1 do not count. Else
     * {@code --layout} is needed.
     *
     * @param file the file of the network, for messages
     * @param layout the order of the input; null if not given
     */
    static NetworkScore of(OnnxNetwork network, Path file, int letters, @Nullable Layout layout) {
        Check.that(
                network.dimension() % letters == 0,
                "have a multiple of the " + letters + " letters of --alphabet as inputs, and has "
                        + network.dimension(),
                "--net",
                file);
        long[] axes = LongStream.of(network.shape()).filter(size -> size != 1).toArray();
        Check.that(
                axes.length != 2 || axes[0] == letters || axes[1] == letters,
                "have an axis of the " + letters + " letters of --alphabet, and has the input "
                        + Arrays.toString(network.shape()),
                "--net",
                file);
        boolean hasOneSite = network.dimension() == letters; // then both orders of the input are the same
        boolean known = hasOneSite || (axes.length == 2 && axes[0] != axes[1]);
        Check.that(
                layout != null || known,
                "be given with --layout sites-first or values-first, for its input " + Arrays.toString(network.shape())
                        + " does not tell which axis is that of the letters",
                "--net",
                file);
        try {
            return new NetworkScore(
                    layout == null
                            ? CategoricalNetworkModel.of(network, letters)
                            : CategoricalNetworkModel.of(network, letters, layout));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "must fit --alphabet, of " + letters + " letters, and --layout: --net=" + file + ": "
                            + e.getMessage(),
                    e);
        }
    }

    @Override
    public int sites() {
        return network.dimension();
    }

    @Override
    public ValueRun run(Sampler sampler, SiteConstraints constraints, double beta) {
        // one expert: the product of experts is exp(beta times the network's score)
        Experts score = Experts.of(sites(), network.values(), Expert.of(network).weight(beta));
        return sampler.sample(constraints.on(score));
    }

    @Override
    public double[][] reference(double beta) {
        return new double[sites()][network.values()];
    }

    /** {@inheritDoc} It costs N evaluations of the network. */
    @Override
    public String advice(int[] wildType, double beta, double price) {
        MutationScan scan = MutationScan.of(network, wildType);
        if (scan.standardDeviation() == 0.0) {
            return "single mutations of the wild type do not change the score\n";
        }
        String text = Text.format(
                "single mutations of the wild type change the score with a standard deviation of %.4f%n"
                        + "their log-ratios at this beta and price: %.2f (5 %%), %.2f (50 %%), %.2f (95 %%)%n"
                        + "a first guess of --beta: %.3g, one over this deviation%n",
                scan.standardDeviation(),
                beta * scan.low() - price,
                beta * scan.median() - price,
                beta * scan.high() - price,
                scan.suggestedBeta());
        return beta <= scan.largestBeta()
                ? text
                : text
                        + Text.format(
                                "first-order estimates are off by %.1f nats at this beta: if the acceptance is low, take a smaller"
                                        + " --beta, or --replicas%n",
                                beta * scan.error());
    }
}
