import dev.lbp.Samplers;
import dev.lbp.models.sequences.Alphabet;
import dev.lbp.models.sequences.Fasta;
import dev.lbp.nn.CategoricalNetworkModel;
import dev.lbp.nn.OnnxNetwork;
import dev.lbp.result.ValueResult;
import dev.lbp.target.Expert;
import dev.lbp.target.Experts;
import dev.lbp.target.SiteConstraints;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.commons.math3.stat.correlation.SpearmansCorrelation;

/**
 * How far a predictor can be trusted away from its data: designs by the first of three networks that were trained on
 * the same measurements from different seeds, scored by the other two. Prints a line for each price.
 *
 * <p>{@code java -cp 'lbp/lib/*' PredictorCliff.java DIR ube4b}, DIR with ube4b-cnn-0.onnx to ube4b-cnn-2.onnx and
 * ube4b.fasta
 */
class PredictorCliff {

    private static final double BETA = 2.0;
    private static final int VALUES = Alphabet.PROTEIN.size();

    public static void main(String[] arguments) throws IOException {
        Path directory = Path.of(arguments[0]);
        String protein = arguments[1];
        int[] wildType = Fasta.read(directory.resolve(protein + ".fasta"), Alphabet.PROTEIN)
                .sequences()
                .get(0)
                .values();
        try (OnnxNetwork judge1 = OnnxNetwork.load(directory.resolve(protein + "-cnn-1.onnx"));
                OnnxNetwork judge2 = OnnxNetwork.load(directory.resolve(protein + "-cnn-2.onnx"));
                OnnxNetwork designer = OnnxNetwork.load(directory.resolve(protein + "-cnn-0.onnx"))) {
            System.out.printf(
                    "wild type: %.2f; the others %.2f, %.2f%n",
                    score(designer, wildType), score(judge1, wildType), score(judge2, wildType));
            for (double price : new double[] {7.0, 6.0, 5.0, 4.0, 3.0, 0.0}) {
                designs(price, wildType, designer, judge1, judge2);
            }
        }
    }

    private static void designs(
            double price, int[] wildType, OnnxNetwork designer, OnnxNetwork judge1, OnnxNetwork judge2) {
        int[][] starts = new int[8][];
        Arrays.setAll(starts, c -> wildType);
        ValueResult result = Samplers.lbp()
                .build()
                .sample(SiteConstraints.of(wildType.length, VALUES)
                        .price(wildType, price)
                        .on(Experts.of(
                                wildType.length,
                                VALUES,
                                Expert.of(CategoricalNetworkModel.of(designer, VALUES))
                                        .weight(BETA))))
                .chains(starts.length)
                .initial(starts)
                .threads(1)
                .warmup(1_500)
                .draws(50)
                .thin(30)
                .keepDraws()
                .run();
        int count = result.chains() * result.draws();
        double[] own = new double[count];
        double[] others = new double[count];
        double mutations = 0.0;
        double apart = 0.0;
        for (int k = 0; k < count; k++) {
            int[] design = result.draw(k / result.draws(), k % result.draws());
            for (int i = 0; i < design.length; i++) {
                mutations += design[i] == wildType[i] ? 0.0 : 1.0 / count;
            }
            double first = score(judge1, design);
            double second = score(judge2, design);
            own[k] = score(designer, design);
            others[k] = 0.5 * (first + second);
            apart += Math.abs(first - second) / count;
        }
        System.out.printf(
                "price %.1f: %.1f mutations, score %.2f; the others %.2f, %.2f apart; rank correlation %.2f%n",
                price,
                mutations,
                Arrays.stream(own).average().orElseThrow(),
                Arrays.stream(others).average().orElseThrow(),
                apart,
                new SpearmansCorrelation().correlation(own, others));
    }

    private static double score(OnnxNetwork network, int[] state) {
        boolean valuesFirst = network.shape()[0] == VALUES;
        FloatBuffer cells = FloatBuffer.allocate(state.length * VALUES);
        for (int i = 0; i < state.length; i++) {
            cells.put(valuesFirst ? state[i] * state.length + i : i * VALUES + state[i], 1.0f);
        }
        FloatBuffer score = FloatBuffer.allocate(1);
        network.evaluate(cells, 1, score, null);
        return score.get(0);
    }
}
