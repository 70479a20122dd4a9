import dev.lbp.select.HeldOut;
import dev.lbp.select.SelectionResult;
import dev.lbp.select.VariableSelection;
import dev.lbp.select.data.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Scores of logistic regressions by ten folds: averages over models under two priors, the best model under BIC and the
 * full model. {@code java -cp 'lbp/lib/*' SelectionFolds.java pima.csv birthwt.csv} reads tables whose column {@code
 * answer} is 0 or 1. It prints the mean log-loss of a row, its difference to that of the first predictor with the
 * standard error by folds, and the mean AUC of a fold.
 */
class SelectionFolds {

    private static final int FOLDS = 10;

    public static void main(String[] files) throws IOException {
        for (String file : files) {
            Table table = Table.csv(Path.of(file));
            Map<String, double[][]> scores = new LinkedHashMap<>(); // by predictor, log-loss and AUC of each fold
            int[] fold = folds(table.column("answer"));
            double[] rows = new double[FOLDS];
            boolean hasBic = true;
            for (int k = 0; k < FOLDS; k++) {
                int now = k;
                Table kept = table.rows(which(fold, of -> of != now));
                Table held = table.rows(which(fold, of -> of == now));
                rows[k] = held.rows();
                add(scores, k, "g", selection(kept).benchmarkPrior().run(), held);
                try {
                    if (hasBic) {
                        add(scores, k, "BIC", selection(kept).bic().run(), held);
                    }
                } catch (IllegalArgumentException e) { // columns separate the answers
                    System.out.println(file + ", fold " + (k + 1) + ": " + e.getMessage());
                    hasBic = false;
                    scores.keySet().removeIf(name -> name.startsWith("BIC"));
                }
            }
            System.out.printf("%s: n=%d, p=%d%n", file, table.rows(), table.names().size() - 1);
            double[] first = scores.values().iterator().next()[0];
            scores.forEach((name, each) -> {
                double n = Arrays.stream(rows).sum();
                double[] differences = new double[FOLDS];
                Arrays.setAll(differences, k -> rows[k] * (each[0][k] - first[k]) / n);
                double difference = Arrays.stream(differences).sum();
                double squares = Arrays.stream(differences)
                        .map(one -> (one - difference / FOLDS) * (one - difference / FOLDS))
                        .sum();
                double loss = IntStream.range(0, FOLDS)
                        .mapToDouble(k -> rows[k] * each[0][k] / n)
                        .sum();
                System.out.printf(
                        "%-14s log-loss %.4f, difference %.4f (%.4f), AUC %.4f%n",
                        name,
                        loss,
                        difference,
                        Math.sqrt(squares * FOLDS / (FOLDS - 1.0)),
                        Arrays.stream(each[1]).average().orElseThrow());
            });
        }
    }

    private static VariableSelection selection(Table kept) {
        return VariableSelection.logistic(kept, "answer").sampling(run -> run.chains(2).warmup(500).draws(2_000));
    }

    /** Random folds; each has its part of the ones. */
    private static int[] folds(double[] answers) {
        List<Integer> order = new ArrayList<>(IntStream.range(0, answers.length).boxed().toList());
        Collections.shuffle(order, new Random(1));
        order.sort(Comparator.comparingDouble(t -> answers[t]));
        int[] fold = new int[answers.length];
        for (int k = 0; k < fold.length; k++) {
            fold[order.get(k)] = k % FOLDS;
        }
        return fold;
    }

    private static int[] which(int[] fold, IntPredicate of) {
        return IntStream.range(0, fold.length).filter(t -> of.test(fold[t])).toArray();
    }

    private static void add(Map<String, double[][]> scores, int k, String prior, SelectionResult result, Table held)
            throws IOException {
        for (HeldOut.Score score : result.scoredOn(held).heldOut().orElseThrow().scores()) {
            boolean isFull = score.predictor().equals("full model") && prior.equals("BIC");
            boolean isWanted = score.predictor().equals("average") || isFull;
            if (isWanted && !score.measure().equals("Brier score")) {
                set(scores, prior + " " + score.predictor(), score.measure().equals("AUC") ? 1 : 0, k, score.value());
            }
        }
        if (prior.equals("BIC")) {
            Path file = Files.createTempFile("predictions", ".csv");
            result.exportPredictions(file, held);
            double[] by = Table.csv(file).column("best_model");
            Files.delete(file);
            double[] y = held.column("answer");
            double loss = IntStream.range(0, y.length)
                    .mapToDouble(t -> -Math.log(y[t] == 1 ? by[t] : 1 - by[t]))
                    .sum();
            set(scores, "BIC best model", 0, k, loss / y.length);
            set(scores, "BIC best model", 1, k, area(y, by));
        }
    }

    private static void set(Map<String, double[][]> scores, String name, int measure, int k, double value) {
        scores.computeIfAbsent(name, key -> new double[2][FOLDS])[measure][k] = value;
    }

    /** The area under the ROC curve: the part of pairs of a one and a zero in which the one has the larger value. */
    private static double area(double[] y, double[] by) {
        double wins = 0;
        double pairs = 0;
        for (int i = 0; i < y.length; i++) {
            for (int j = 0; j < y.length; j++) {
                if (y[i] > y[j]) {
                    wins += by[i] > by[j] ? 1 : by[i] == by[j] ? 0.5 : 0;
                    pairs++;
                }
            }
        }
        return wins / pairs;
    }
}
