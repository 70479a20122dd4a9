import com.sun.management.OperatingSystemMXBean;
import dev.lbp.Samplers;
import dev.lbp.Tempering;
import dev.lbp.ValueRun;
import dev.lbp.infer.Inference;
import dev.lbp.infer.SumCore;
import dev.lbp.infer.io.EvidenceFile;
import dev.lbp.infer.io.GraphFile;
import dev.lbp.models.factor.Factor;
import dev.lbp.models.factor.FactorGraph;
import dev.lbp.models.factor.FactorModel;
import dev.lbp.result.TemperingResult;
import dev.lbp.result.ValueResult;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/**
 * log10 Z of a factor graph by parallel tempering of all its variables but those that evidence and zeros fix.
 *
 * <p>{@code java -cp 'lbp/lib/*' UaiTempering.java FILE EVIDENCE FLOOR DRAWS SEED [REPLICAS]}: zeros are raised to
 * FLOOR nats below the largest entry of their table, or stay if FLOOR is 0. 4 chains by gibbs() on one thread, exchanges
 * after every sweep, warm-up a fifth of DRAWS. Without REPLICAS the run finds their number.
 */
class UaiTempering {

    public static void main(String[] args) {
        FactorGraph graph = GraphFile.read(Path.of(args[0])).graph();
        double floor = Double.parseDouble(args[2]);
        int draws = Integer.parseInt(args[3]);
        Inference question = Inference.of(graph);
        EvidenceFile.read(Path.of(args[1]), graph).forEach(question::observe);
        SumCore core = question.core(1); // tables of one entry: nothing is summed out
        FactorGraph left = core.graph();
        int[] values = new int[left.sites()];
        Arrays.setAll(values, left::values);
        FactorGraph raised = FactorGraph.of(
                values,
                left.factors().stream()
                        .map(factor -> {
                            double[] entries = factor.logValues();
                            double least = Arrays.stream(entries).max().orElseThrow() - floor;
                            Arrays.setAll(
                                    entries,
                                    k -> floor > 0.0 && entries[k] == Double.NEGATIVE_INFINITY ? least : entries[k]);
                            return Factor.of(factor.sites(), entries);
                        })
                        .toList());
        ValueRun run = Samplers.gibbs().build().sample(FactorModel.categories(raised));
        Tempering tempering =
                args.length > 5 ? Tempering.replicas(Integer.parseInt(args[5])) : Tempering.replicas();
        ValueResult result = run.tempering(tempering.every(1))
                .chains(4)
                .threads(1)
                .warmup(draws / 5)
                .draws(draws)
                .seed(Long.parseLong(args[4]))
                .keepDraws()
                .run();
        long possible = 0;
        for (int t = 0; t < draws; t++) {
            for (int c = 0; c < 4; c++) {
                possible += left.logProb(result.draw(c, t)) == Double.NEGATIVE_INFINITY ? 0 : 1;
            }
        }
        TemperingResult ladder = result.tempering().orElseThrow();
        double seconds =
                1e-9 * ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
        double nats = core.logConstant() + ladder.logZ() + Math.log(possible / (4.0 * draws));
        System.out.printf(
                Locale.ROOT,
                "%d of %d sites, %d replicas, %.0f s, log10 Z %.4f +- %.4f, possible %.3f, %s%n",
                left.sites(),
                graph.sites(),
                ladder.replicas(),
                seconds,
                nats / Math.log(10.0),
                ladder.logZError() / Math.log(10.0),
                possible / (4.0 * draws),
                result.verdict().get(0));
    }
}
