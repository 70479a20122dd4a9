package dev.lbp.experiments.paper;

import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.cli.plot.CurvePlot.Look;
import dev.lbp.experiments.frame.CellPlan;
import dev.lbp.experiments.frame.CellTable;
import dev.lbp.experiments.frame.Experiment;
import dev.lbp.experiments.frame.Figure;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.frame.Outcome;
import dev.lbp.experiments.frame.PaperTarget;
import dev.lbp.experiments.frame.Settings;
import dev.lbp.experiments.frame.TargetKind;
import dev.lbp.experiments.report.Columns;
import dev.lbp.experiments.report.Curves;
import dev.lbp.experiments.report.Row;
import dev.lbp.experiments.report.Rows;
import dev.lbp.models.PaperConfiguration;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.result.SampleResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares the common locally balanced weight functions, with and without replacement, each adapted to acceptance 0.574
 * (GWG-R is LBP-R with replacement). {@link Roughness} compares them with weight functions that are not locally
 * balanced.
 *
 * <p>Each seed draws its own instance, so that standard errors over seeds include the differences between instances.
 * The first half of the steps is warm-up, in which chains also reach equilibrium.
 */
public final class Weights extends Experiment {

    static final List<WeightFunction> BALANCED =
            List.of(WeightFunction.SQRT, WeightFunction.BARKER, WeightFunction.MIN, WeightFunction.MAX);

    public Weights() {
        super("weights", "Weight functions, replacement, and local balance.", TargetKind.values());
    }

    /** Draws paths without replacement (LBP) or with replacement (GWG). */
    enum Method {
        LBP,
        GWG;

        Sampler sampler(WeightFunction weight) {
            return this == LBP
                    ? Samplers.lbp().weight(weight).build()
                    : Samplers.gwg().weight(weight).build();
        }
    }

    /** The number of chains of one seed. All seeds together have the settings' number of chains. */
    public static int chains(Lab lab) {
        return chains(lab.settings());
    }

    public static int chains(Settings settings) {
        return Math.max(2, settings.chains() / Lab.SEEDS);
    }

    @Override
    public void check(Settings settings) {
        for (PaperTarget target : settings.instances(TargetKind.values())) {
            target.check(chains(settings), settings.drawSteps(target));
        }
    }

    @Override
    protected List<CellPlan> plans(Lab lab) throws IOException {
        return List.of(comparison(lab), Roughness.plan(lab));
    }

    /** The cells of each weight function on each instance. */
    private static CellPlan comparison(Lab lab) throws IOException {
        Settings settings = lab.settings();
        List<Row> instances = new ArrayList<>();
        for (TargetKind kind : settings.targets()) {
            for (PaperConfiguration configuration : settings.configurations()) {
                for (int seed = 1; seed <= Lab.SEEDS; seed++) {
                    long instance = settings.seed("instance " + seed);
                    instances.add(PaperTarget.of(kind, settings.size(), configuration, instance, settings.rbm())
                            .key()
                            .with("seed", seed));
                }
            }
        }
        return CellPlan.of(table(lab), instances)
                .axis("sampler", Method.values(), method -> method)
                .axis("weight", BALANCED, WeightFunction::name)
                .work(key -> work(lab, key.part(PaperTarget.class)))
                .measured(key -> measured(lab, key.part(PaperTarget.class), key));
    }

    private static double work(Lab lab, PaperTarget target) {
        int steps = lab.settings().steps(target);
        return chains(lab) * (double) steps * target.secondsPerStep(Math.pow(target.dimension(), 2.0 / 3.0));
    }

    /** Runs one sampler with one weight function on one instance. */
    private static Row measured(Lab lab, PaperTarget target, Row key) {
        WeightFunction weight = key.part(WeightFunction.class);
        int steps = lab.settings().steps(target);
        String cell = key.text("sampler") + ", " + weight.name() + ", " + key.text("seed") + ", " + target.id();
        SampleResult result = lab.seeded(
                cell,
                work(lab, target),
                key.part(Method.class)
                        .sampler(weight)
                        .sample(target.model())
                        .chains(chains(lab))
                        .warmup(steps / 2)
                        .draws(steps - steps / 2)
                        .initial(
                                target.initialStates(chains(lab), lab.settings().seed("start " + cell))));
        return Outcome.of(result).addTo(key);
    }

    static CellTable table(Lab lab) throws IOException {
        return lab.table("weights", "target size config sampler weight seed", Outcome.COLUMNS);
    }

    @Override
    public String publish(Lab lab) throws IOException {
        Rows rows = lab.rows(table(lab));
        Rows rough = lab.rows(Roughness.table(lab));
        Rows all = Rows.of(rows, rough);
        return all.isEmpty()
                ? ""
                : comparison(rows) + (rough.isEmpty() ? "" : roughness(lab, rough)) + lab.provenance(all);
    }

    private static String comparison(Rows rows) {
        Columns<Rows> table = new Columns<>();
        for (String column : new String[] {"target", "size", "config", "sampler", "weight"}) {
            table.add(column, group -> group.text(column));
        }
        table.add("R", group -> group.mean("R"))
                .add("acceptance", group -> group.mean("acceptance"))
                .add("EJD", group -> group.mean("ejd"))
                .add("ESS", group -> group.mean("ess"))
                .add("seconds", group -> group.median("%.1f", "seconds"));
        return "Adapted to acceptance 0.574; GWG draws with replacement. Means over " + Lab.SEEDS
                + " instances, in brackets standard errors over them; of seconds, which are those of the draws of all chains together,"
                + " medians.\n\n" + table.of(rows.by("target", "size", "config", "sampler", "weight")) + "\n";
    }

    private static String roughness(Lab lab, Rows rows) throws IOException {
        Curves curves = new Curves();
        Columns<Rows> table = new Columns<Rows>().add("lambda", group -> group.text("lambda"));
        for (WeightFunction weight : Roughness.WEIGHTS) {
            String title = "g = " + weight.name();
            curves.addMeans(title, Look.JOINED, rows.with("weight", weight.name()), "lambda", "acceptance");
            table.add(title, group -> {
                Rows found = group.with("weight", weight.name());
                return found.isEmpty() ? "-" : found.mean("acceptance");
            });
        }
        Figure figure =
                new Figure().panel("Acceptance of single flips, Ising", "roughness lambda", "acceptance rate", curves);
        return figure.link(lab, "roughness", "Acceptance against roughness", 1) + "\n\n"
                + "Acceptance of single flips on an Ising lattice of " + Roughness.side(lab) + " x "
                + Roughness.side(lab)
                + " sites, log pi = lambda (sum a_i s_i + sum s_i s_j) with a_i uniform in"
                + " (-1, 1); means over " + Lab.SEEDS + " fields, in brackets standard errors over them.\n\n"
                + table.of(rows.by("size", "lambda")) + "\n";
    }
}
