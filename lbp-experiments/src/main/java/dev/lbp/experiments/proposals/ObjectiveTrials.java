package dev.lbp.experiments.proposals;

import dev.lbp.cli.plot.CurvePlot.Look;
import dev.lbp.experiments.frame.CellPlan;
import dev.lbp.experiments.frame.CellTable;
import dev.lbp.experiments.frame.Figure;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.frame.Shared;
import dev.lbp.experiments.frame.Stopwatch;
import dev.lbp.experiments.proposals.ProposalFamily.Recipe;
import dev.lbp.experiments.report.Columns;
import dev.lbp.experiments.report.Curves;
import dev.lbp.experiments.report.Row;
import dev.lbp.experiments.report.Rows;
import dev.lbp.learn.AcceptanceRate;
import dev.lbp.proposal.StateDistribution;
import dev.lbp.result.SampleResult;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Compares the objectives by which a proposal is learned. All learn from the same draws of a target, made by parallel
 * tempering with Gibbs sampling, and are judged by other draws.
 */
final class ObjectiveTrials {

    static final List<CrossingCase> CASES =
            List.of(CrossingCase.ISING_5, CrossingCase.ISING_6, CrossingCase.HOPFIELD_64, CrossingCase.GLASS_8);

    private static final int CHAINS = 16;

    /** Draws of each chain for learning. Half as many other draws are for judging. */
    private static final int DRAWS = 1_000;

    /** Steps between draws, so that most are nearly independent. */
    private static final int THIN = 20;

    /** Estimated processor seconds of a cell. */
    private static final double LEARNING = 4.0;

    private final Lab lab;

    /** A row for each proposal. */
    final CellTable cells;

    ObjectiveTrials(Lab lab) throws IOException {
        this.lab = lab;
        this.cells = lab.table(
                "objectives",
                "size case family objective",
                "acceptance gap_bound importance mode_error rarest_share cpu_seconds seconds");
    }

    /** The plan of the cells. The cells of a target share its draws. */
    CellPlan plan() {
        Shared<CrossingTarget> targets = new Shared<>();
        Shared<byte[][]> draws = new Shared<>();
        return CellPlan.of(cells, lab.sizeKey())
                .axis("case", CASES, Enum::name)
                .axis("family", ProposalFamily.values(), family -> family.title)
                .axis("objective", Recipe.values(), recipe -> recipe.title)
                .work(key -> LEARNING)
                .measured(key -> {
                    CrossingCase kind = key.part(CrossingCase.class);
                    CrossingTarget target = targets.of(kind, () -> kind.target(lab.settings()));
                    byte[][] all = draws.of(kind, () -> draws(target, "draws of " + kind));
                    return lab.task(key.toString(), LEARNING, () -> learned(target, all, key));
                });
    }

    /** The draws for learning, followed by the draws for judging. */
    private byte[][] draws(CrossingTarget target, String task) {
        int each = lab.settings().size().pick(DRAWS / 20, DRAWS, 4 * DRAWS);
        SampleResult result = lab.seeded(
                task,
                /* work= */ 0.0,
                CrossingMethod.GIBBS_TEMPERED
                        .sample(target.model(), /* q= */ null)
                        .chains(CHAINS)
                        .warmup(2_000)
                        .draws(each * 3 / 2) // for learning, and half as many for judging
                        .thin(THIN)
                        .keepDraws());
        byte[][] draws = new byte[CHAINS * result.draws()][];
        Arrays.setAll(draws, k -> result.draw(k % CHAINS, k / CHAINS));
        return draws;
    }

    /** Learns a proposal from the first 2/3 of the draws, and judges it by the others. */
    private Row learned(CrossingTarget target, byte[][] draws, Row key) {
        Stopwatch watch = new Stopwatch();
        long seed = lab.settings().seed(key.toString());
        int first = draws.length * 2 / 3;
        StateDistribution q = key.part(ProposalFamily.class)
                .learned(key.part(Recipe.class), target.model(), Arrays.copyOf(draws, first), seed);
        double used = watch.cpuSeconds();
        byte[][] others = Arrays.copyOfRange(draws, first, draws.length);
        AcceptanceRate rate = AcceptanceRate.estimate(target.model(), q, others, seed);
        double[] shares = shares(target, q, others.length, seed);
        double error = 0.0;
        int rarest = 0;
        for (int k = 0; k < shares.length; k++) {
            error = Math.max(error, Math.abs(shares[k] - target.exact()[k]));
            rarest = target.exact()[k] < target.exact()[rarest] ? k : rarest;
        }
        return key.with("acceptance", rate.acceptance())
                .with("gap_bound", rate.lowerBound())
                .with("importance", rate.importanceEss())
                .with("mode_error", error)
                .with("rarest_share", shares[rarest] / target.exact()[rarest])
                .with("cpu_seconds", used)
                .with("seconds", watch.seconds());
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

    /** The rows, which have a column "seconds". */
    Rows rows() {
        return lab.rows(cells);
    }

    /** The text. Empty if no cell is done. */
    String text() throws IOException {
        Rows rows = rows();
        if (rows.isEmpty()) {
            return "";
        }
        Columns<Map.Entry<ProposalFamily, CrossingCase>> table = new Columns<Map.Entry<ProposalFamily, CrossingCase>>()
                .add("q", line -> line.getKey().title)
                .add("target", line -> line.getValue().brief);
        for (Recipe recipe : Recipe.values()) {
            table.add(recipe.title, line -> cell(of(rows, line.getKey(), line.getValue(), recipe)));
        }
        String times = rows.by("family", ProposalFamily.values(), family -> family.title).stream()
                .map(group -> group.value().title + " " + group.spread("cpu_seconds") + " s")
                .collect(Collectors.joining("; "));
        return "## Objectives\n\nEach cell: the acceptance of jumps, the effective share of draws in importance sampling, and by how much the"
                + " probability that q gives to a mode (a site, for the glass) is off at most. Likelihood and the polish after it learn as"
                + " they do by default; the others begin at independent fair sites, or at random components. Processor time of learning: "
                + times + ".\n\n"
                + table.of(Stream.of(ProposalFamily.values())
                        .flatMap(family -> CASES.stream().map(target -> Map.entry(family, target)))
                        .toList())
                + figure(rows)
                        .write(lab, "proposals-objectives", "Acceptance of jumps by the objective of learning", 2);
    }

    /** The rows of a family, a target and an objective. */
    private static Rows of(Rows rows, ProposalFamily family, CrossingCase target, Recipe recipe) {
        return rows.with("family", family.title).with("case", target.name()).with("objective", recipe.title);
    }

    /** The text of a cell of the table; "-" without rows. */
    private static String cell(Rows rows) {
        return rows.isEmpty()
                ? "-"
                : rows.text(3, "acceptance") + ", " + rows.text(2, "importance") + ", " + rows.text(2, "mode_error");
    }

    /** A panel for each family: the acceptance by the number of the objective. */
    private static Figure figure(Rows rows) {
        Figure figure = new Figure();
        for (ProposalFamily family : ProposalFamily.values()) {
            Curves curves = new Curves();
            for (CrossingCase target : CASES) {
                curves.add(
                        target.brief,
                        Look.JOINED,
                        curves.size(),
                        Stream.of(Recipe.values())
                                .flatMap(recipe -> of(rows, family, target, recipe).stream()
                                        .map(row -> new double[] {recipe.ordinal() + 1.0, row.number("acceptance")}))
                                .toList());
            }
            figure.panel(family.title, "column of the table", "acceptance", curves);
        }
        return figure;
    }
}
