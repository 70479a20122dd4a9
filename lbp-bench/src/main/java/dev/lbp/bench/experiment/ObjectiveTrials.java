package dev.lbp.bench.experiment;

import dev.lbp.learn.AcceptanceRate;
import dev.lbp.proposal.StateDistribution;
import dev.lbp.result.SampleResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.jspecify.annotations.Nullable;

/**
 * What each objective makes of a proposal. All learn from the same draws of a target, made by parallel tempering with Gibbs, and are
 * judged by other draws.
 */
final class ObjectiveTrials {

    static final List<CrossingCase> CASES =
            List.of(CrossingCase.ISING_5, CrossingCase.ISING_6, CrossingCase.HOPFIELD_64, CrossingCase.GLASS_8);

    private static final List<String> KEYS = List.of("size", "case", "family", "objective");

    private static final List<String> FIGURES =
            List.of("acceptance", "gap_bound", "importance", "mode_error", "rarest_share", "cpu_seconds", "seconds");

    private static final int CHAINS = 16;

    /** Draws of each chain for learning, and half as many for judging. */
    private static final int DRAWS = 1_000;

    /** Steps between draws, so that most are nearly independent. */
    private static final int THIN = 20;

    /** Processor seconds, roughly. */
    private static final double LEARNING = 4.0;

    private final Lab lab;

    /** A row for each proposal. */
    final CellTable cells;

    ObjectiveTrials(Lab lab) throws IOException {
        this.lab = lab;
        this.cells = lab.table("objectives", KEYS, FIGURES);
    }

    Row key(CrossingCase target, ProposalFamily family, ProposalFamily.Recipe recipe) {
        return Row.EMPTY
                .with("size", lab.settings().sizeText())
                .with("case", target.name())
                .with("family", family.title)
                .with("objective", recipe.title);
    }

    private record Cell(ProposalFamily family, ProposalFamily.Recipe recipe, Row key) {}

    private List<Cell> missing(CrossingCase target) {
        List<Cell> missing = new ArrayList<>();
        for (ProposalFamily family : ProposalFamily.values()) {
            for (ProposalFamily.Recipe recipe : ProposalFamily.Recipe.values()) {
                Row key = key(target, family, recipe);
                if (cells.find(key).isEmpty()) {
                    missing.add(new Cell(family, recipe, key));
                }
            }
        }
        return missing;
    }

    /** Adds the missing cells to the expected work. */
    void expect() {
        CASES.forEach(target -> lab.expect(LEARNING * missing(target).size()));
    }

    /** Measures the missing cells. */
    void measure() throws IOException {
        for (CrossingCase kind : CASES) {
            byte @Nullable [][] draws = null;
            CrossingTarget target = kind.target(lab.settings());
            for (Cell cell : missing(kind)) {
                draws = draws == null ? draws(target, "draws of " + kind) : draws;
                byte[][] all = draws;
                cells.add(lab.task(cell.key.toString(), LEARNING, () -> learned(target, all, cell)));
            }
        }
    }

    /** Draws for learning, then those for judging. */
    private byte[][] draws(CrossingTarget target, String task) {
        int each = lab.settings().size().pick(DRAWS / 20, DRAWS, 4 * DRAWS);
        SampleResult result = lab.run(
                task,
                0.0,
                CrossingMethod.GIBBS_TEMPERED
                        .sample(target.model(), null)
                        .chains(CHAINS)
                        .warmup(2_000)
                        .draws(each * 3 / 2)
                        .thin(THIN)
                        .seed(lab.settings().seed(task))
                        .keepDraws());
        byte[][] draws = new byte[CHAINS * result.draws()][];
        for (int k = 0; k < draws.length; k++) {
            draws[k] = result.draw(k % CHAINS, k / CHAINS);
        }
        return draws;
    }

    private Row learned(CrossingTarget target, byte[][] draws, Cell cell) {
        double cpu = ProcessorTime.ofProcess();
        long began = System.nanoTime();
        long seed = lab.settings().seed(cell.key.toString());
        int first = draws.length * 2 / 3;
        StateDistribution q = cell.family.learned(cell.recipe, target.model(), Arrays.copyOf(draws, first), seed);
        double used = ProcessorTime.ofProcess() - cpu;
        byte[][] others = Arrays.copyOfRange(draws, first, draws.length);
        AcceptanceRate rate = AcceptanceRate.estimate(target.model(), q, others, seed);
        double[] shares = shares(target, q, others.length, seed);
        double error = 0.0;
        int rarest = 0;
        for (int k = 0; k < shares.length; k++) {
            error = Math.max(error, Math.abs(shares[k] - target.exact()[k]));
            rarest = target.exact()[k] < target.exact()[rarest] ? k : rarest;
        }
        return cell.key
                .with("acceptance", rate.acceptance())
                .with("gap_bound", rate.lowerBound())
                .with("importance", rate.importanceEss())
                .with("mode_error", error)
                .with("rarest_share", shares[rarest] / target.exact()[rarest])
                .with("cpu_seconds", used)
                .with("seconds", 1e-9 * (System.nanoTime() - began));
    }

    /** The share of each mode in draws of q. */
    private static double[] shares(CrossingTarget target, StateDistribution q, int draws, long seed) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed + 1);
        double[] shares = new double[target.exact().length];
        byte[] state = new byte[target.model().dimension()];
        for (int d = 0; d < draws; d++) {
            q.draw(random, state);
            for (int k = 0; k < shares.length; k++) {
                shares[k] += target.statistics().get(k).of(state) / draws;
            }
        }
        return shares;
    }
}
