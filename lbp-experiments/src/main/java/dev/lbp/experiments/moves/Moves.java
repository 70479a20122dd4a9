package dev.lbp.experiments.moves;

import dev.lbp.experiments.frame.CellPlan;
import dev.lbp.experiments.frame.CellTable;
import dev.lbp.experiments.frame.Experiment;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.frame.Settings;
import dev.lbp.experiments.frame.Stopwatch;
import dev.lbp.experiments.paper.Roughness;
import dev.lbp.models.AssignmentModel;
import dev.lbp.models.SyntheticRecords;
import dev.lbp.proposal.WeightFunction;
import java.io.IOException;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Uninformed, naively informed and balanced proposals on matchings. The first targets are perfect matchings with
 * log-normal edge weights, the example of Zanella's slides on informed proposals: permutations with {@code log pi(s) =
 * sum_a A[a][s_a]}, A from N(0, lambda^2). The others are record linkage as in Zanella (2020): matchings of two files
 * of synthetic records; 60 % of them have a match.
 *
 * <p>The experiment measures the acceptance of single moves for each weight function, and effective samples per second.
 */
public final class Moves extends Experiment {

    static final List<WeightFunction> WEIGHTS = Roughness.WEIGHTS;
    /** The weight g = 1, which draws moves uniformly. Its acceptance rate is known without proposals. */
    private static final WeightFunction UNINFORMED = WEIGHTS.get(0);

    private static final double[] LAMBDAS = {1.0, 2.0, 3.0, 5.0};

    private static final List<Walker> WALKERS =
            List.of(Walker.RWM, Walker.PAS_1, Walker.PAS_5, Walker.PAS_25, Walker.PAS_100);

    /** Proposals from each state, for an acceptance rate. */
    private static final int PROPOSALS = 4;

    private static final int SMALL_BURN_IN = 200;

    private static final int BURN_IN = 1_000;

    /** Fields of a record and the cost of a link: weak, medium and strong evidence. */
    private static final int[][] RECORDS = {{5, 4}, {6, 7}, {8, 6}};

    /** The share of records with a match. */
    private static final double MATCHES = 0.6;

    private static final int CATEGORIES = 8;
    private static final double ERROR_RATE = 0.1;

    public Moves() {
        super("moves", "Matchings: acceptance by weight, mixing per second.");
    }

    @Override
    public void check(Settings settings) {
        Stream.concat(assignmentCases(settings), linkages(settings)).forEach(kind -> MoveWalks.check(kind, settings));
    }

    private static int burnIn(Settings settings) {
        return settings.size().pick(SMALL_BURN_IN, BURN_IN, BURN_IN);
    }

    /** The sizes of assignments. */
    static int[] sizes(Settings settings) {
        return settings.size().pick(new int[] {20}, new int[] {50, 100, 200}, new int[] {400});
    }

    /** Perfect matchings of n with n, with log-normal edge weights. */
    record Assignment(int n, double lambda) {

        String name() {
            return "assignment n=" + n + " lambda=" + (int) lambda;
        }

        private MoveCase moveCase(int burnIn) {
            return new MoveCase(name(), seed -> AssignmentModel.random(n, lambda, seed), burnIn, n / 8.0);
        }
    }

    static List<Assignment> assignments(Settings settings) {
        return IntStream.of(sizes(settings))
                .boxed()
                .flatMap(n -> DoubleStream.of(LAMBDAS).mapToObj(lambda -> new Assignment(n, lambda)))
                .toList();
    }

    private static Stream<MoveCase> assignmentCases(Settings settings) {
        return assignments(settings).stream().map(each -> each.moveCase(burnIn(settings)));
    }

    /** The matchings of records of two data sets, for each pair of {@link #RECORDS}: a number of fields and a cost. */
    private static Stream<MoveCase> linkages(Settings settings) {
        int n = settings.size().pick(20, 100, 300);
        return Stream.of(RECORDS)
                .map(shape -> new MoveCase(
                        "records " + n + "+" + n + " fields=" + shape[0] + " cost=" + shape[1],
                        seed -> new SyntheticRecords(n, n, (int) (MATCHES * n), shape[0], CATEGORIES, ERROR_RATE, seed)
                                .model(shape[1]),
                        burnIn(settings),
                        1.0)); // accepted moves from one draw to the next
    }

    @Override
    protected List<CellPlan> plans(Lab lab) throws IOException {
        MoveWalks walks = new MoveWalks(lab, WALKERS);
        CellTable acceptances = acceptances(lab);
        return Stream.concat(
                        MoveInstance.of(lab, assignmentCases(lab.settings()))
                                .flatMap(each -> Stream.of(acceptance(acceptances, each), walks.plan(each))),
                        MoveInstance.of(lab, linkages(lab.settings())).map(walks::plan))
                .toList();
    }

    static CellTable acceptances(Lab lab) throws IOException {
        return lab.table("acceptance", "model size repetition weight", "acceptance seconds");
    }

    /** The cells of the acceptance rates of an instance. */
    private static CellPlan acceptance(CellTable table, MoveInstance instance) {
        return CellPlan.of(table, instance.key())
                .axis("weight", WEIGHTS, WeightFunction::name)
                .measured(key -> {
                    instance.states(); // not part of the measured time
                    Stopwatch watch = new Stopwatch();
                    double acceptance = acceptance(instance, key.part(WeightFunction.class));
                    return key.with("acceptance", acceptance).with("seconds", watch.seconds());
                });
    }

    /** The mean acceptance probability of single moves that a weight function proposes. */
    private static double acceptance(MoveInstance instance, WeightFunction weight) {
        if (weight == UNINFORMED) {
            return instance.uniformAcceptance();
        }
        UniformRandomProvider random = instance.random(weight.name());
        return instance.mean(moves -> moves.informed(weight, PROPOSALS, random).acceptance());
    }

    @Override
    public String publish(Lab lab) throws IOException {
        return new MovesReport(lab).publish();
    }
}
