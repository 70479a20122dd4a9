import dev.lbp.Report;
import dev.lbp.Samplers;
import dev.lbp.result.SampleResult;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.EnergyModels;
import java.nio.file.Path;

public class Tray {

    // What the laboratory measured: 1 is a positive pool.
    static final int[] ROWS = {0, 1, 1, 0, 1, 0};
    static final int[] COLUMNS = {0, 0, 1, 0, 0, 1, 0, 0};
    static final int[] DIAGONALS = {1, 1, 0, 1, 0, 0, 0, 0};

    static final double PREVALENCE = 0.04; // the share of infected samples
    static final double SENSITIVITY = 0.90; // how often a pool with an infected sample is positive
    static final double FALSE_ALARM = 0.02; // how often a pool without one is positive

    /** The log-probability of a tray, up to a constant. Sample 8 r + c is in row r, column c; 1 is infected. */
    static double score(byte[] tray) {
        int[] rows = new int[6]; // infected samples in each pool
        int[] columns = new int[8];
        int[] diagonals = new int[8];
        double score = 0;
        for (int sample = 0; sample < 48; sample++) {
            if (tray[sample] == 1) {
                int r = sample / 8;
                int c = sample % 8;
                rows[r]++;
                columns[c]++;
                diagonals[(r + c) % 8]++;
                score += Math.log(PREVALENCE / (1 - PREVALENCE));
            }
        }
        score = plusFit(score, rows, ROWS);
        score = plusFit(score, columns, COLUMNS);
        return plusFit(score, diagonals, DIAGONALS);
    }

    /** Adds the log-probability of what was measured, if the pools have these numbers of infected samples. */
    static double plusFit(double score, int[] infected, int[] measured) {
        for (int pool = 0; pool < measured.length; pool++) {
            double positive = infected[pool] > 0 ? SENSITIVITY : FALSE_ALARM;
            score += Math.log(measured[pool] == 1 ? positive : 1 - positive);
        }
        return score;
    }

    public static void main(String[] args) throws Exception {
        EnergyModel model = EnergyModels.of(48, (byte[] tray) -> score(tray));
        SampleResult result = Samplers.auto().sample(model).draws(250).seed(7).run();

        System.out.println(result.summary());
        for (int i = 0; i < 48; i++) {
            double probability = result.marginals()[i];
            if (probability > 0.1) {
                System.out.printf(
                        "row %d, column %d: infected with probability %.3f +- %.3f%n",
                        i / 8, i % 8, probability, result.marginalErrors()[i]);
            }
        }
        Report.of(result).title("Which samples are infected?").lattice(6, 8).write(Path.of("report.html"));
    }
}
