package dev.lbp.bench.experiment;

import dev.lbp.models.AssignmentModel;
import dev.lbp.models.SyntheticRecords;
import dev.lbp.proposal.WeightFunction;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Uninformed, naive informed and balanced proposals on matchings. Perfect matchings with log-normal edge weights, the example of
 * Zanella's slides on informed proposals: permutations with {@code log pi(s) = sum_a A[a][s_a]}, A from N(0, lambda^2). And record
 * linkage as in Zanella (2020): matchings of two files of synthetic records, 60 % of them with a match.
 *
 * <p>Measured are the acceptance of single moves by their weights, and mixing by the second.
 */
final class Moves implements Experiment {

    static final List<WeightFunction> WEIGHTS = Roughness.WEIGHTS;

    static final double[] LAMBDAS = {1.0, 2.0, 3.0, 5.0};

    private static final List<Walker> WALKERS =
            List.of(Walker.RWM, Walker.PAS_1, Walker.PAS_5, Walker.PAS_25, Walker.PAS_100);

    private static final List<String> ACCEPTANCE_FIGURES = List.of("acceptance", "seconds");

    /** Proposals from each state. */
    private static final int PROPOSALS = 4;

    private static final int BURN_IN = 1_000;

    /** Fields of a record and the cost of a link: weak, medium and strong evidence. */
    private static final int[][] RECORDS = {{5, 4}, {6, 7}, {8, 6}};

    private static final double MATCHES = 0.6;
    private static final int CATEGORIES = 8;
    private static final double ERROR_RATE = 0.1;

    @Override
    public String name() {
        return "moves";
    }

    @Override
    public String purpose() {
        return "Matchings: acceptance by weight, mixing by the second.";
    }

    @Override
    public Set<TargetKind> kinds() {
        return EnumSet.noneOf(TargetKind.class);
    }

    @Override
    public void check(Settings settings) {
        cases(settings).forEach(kind -> MoveWalks.check(kind, settings));
    }

    /** The name of an assignment. */
    static String assignment(int n, double lambda) {
        return "assignment n=" + n + " lambda=" + (int) lambda;
    }

    /** The sizes of assignments. */
    static int[] sizes(Settings settings) {
        return settings.size().pick(new int[] {20}, new int[] {50, 100, 200}, new int[] {400});
    }

    private static List<MoveCase> assignments(Settings settings) {
        List<MoveCase> cases = new ArrayList<>();
        for (int n : sizes(settings)) {
            for (double lambda : LAMBDAS) {
                cases.add(new MoveCase(
                        assignment(n, lambda), seed -> AssignmentModel.random(n, lambda, seed), BURN_IN, n / 8.0));
            }
        }
        return cases;
    }

    private static List<MoveCase> linkages(Settings settings) {
        int n = settings.size().pick(20, 100, 300);
        List<MoveCase> cases = new ArrayList<>();
        for (int[] shape : RECORDS) {
            cases.add(new MoveCase(
                    "records " + n + "+" + n + " fields=" + shape[0] + " cost=" + shape[1],
                    seed -> new SyntheticRecords(n, n, (int) (MATCHES * n), shape[0], CATEGORIES, ERROR_RATE, seed)
                            .model(shape[1]),
                    BURN_IN,
                    1.0));
        }
        return cases;
    }

    private static List<MoveCase> cases(Settings settings) {
        List<MoveCase> cases = new ArrayList<>(assignments(settings));
        cases.addAll(linkages(settings));
        return cases;
    }

    @Override
    public void measure(Lab lab) throws IOException {
        MoveWalks walks = new MoveWalks(lab, WALKERS);
        CellTable acceptances = acceptances(lab);
        List<MoveCase> assignments = assignments(lab.settings());
        List<MoveInstance> instances = instances(lab, cases(lab.settings()));
        instances.forEach(walks::expect);
        for (MoveInstance instance : instances) {
            if (assignments.stream().anyMatch(kind -> kind.name().equals(instance.kind.name()))) {
                measureAcceptance(acceptances, instance);
            }
            walks.measure(instance);
        }
    }

    /** All repetitions of some cases. */
    static List<MoveInstance> instances(Lab lab, List<MoveCase> cases) {
        List<MoveInstance> instances = new ArrayList<>();
        for (MoveCase kind : cases) {
            for (int repetition = 1; repetition <= Repetitions.SEEDS; repetition++) {
                instances.add(new MoveInstance(lab, kind, repetition));
            }
        }
        return instances;
    }

    static CellTable acceptances(Lab lab) throws IOException {
        List<String> keys = new ArrayList<>(MoveInstance.KEYS);
        keys.add("weight");
        return lab.table("acceptance", keys, ACCEPTANCE_FIGURES);
    }

    private static void measureAcceptance(CellTable table, MoveInstance instance) throws IOException {
        for (WeightFunction weight : WEIGHTS) {
            Row key = instance.key().with("weight", weight.name());
            if (table.find(key).isEmpty()) {
                instance.states(); // outside of the time
                long began = System.nanoTime();
                double acceptance = acceptance(instance, weight);
                table.add(key.with("acceptance", acceptance).with("seconds", 1e-9 * (System.nanoTime() - began)));
            }
        }
    }

    private static double acceptance(MoveInstance instance, WeightFunction weight) {
        if (weight == WEIGHTS.get(0)) {
            return instance.uniformAcceptance();
        }
        UniformRandomProvider random = instance.random(weight.name());
        return instance.mean(moves -> moves.informed(weight, PROPOSALS, random).acceptance());
    }

    @Override
    public String publish(Lab lab) throws IOException {
        return MovesReport.publish(lab);
    }
}
