package dev.lbp.experiments.moves;

import dev.lbp.experiments.frame.CellPlan;
import dev.lbp.experiments.frame.Experiment;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.frame.Settings;
import dev.lbp.experiments.frame.Size;
import dev.lbp.experiments.report.Rows;
import dev.lbp.models.CategoricalFactorialHmm;
import dev.lbp.models.CategoricalProduct;
import dev.lbp.models.PaperConfiguration;
import dev.lbp.models.PottsModel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Sites of C values, in the settings of the DISCS benchmark (Goshvadi et al., 2023): the Potts model with an open
 * border at beta = 1 and without a field, independent sites with logits from N(0, 1.5^2), and the factorial HMM. The
 * samplers are PAS with paths of several lengths, RWM, and Gibbs sampling over all values of a site.
 */
public final class Categorical extends Experiment {

    private static final List<Walker> WALKERS =
            List.of(Walker.RWM, Walker.PAS_5, Walker.PAS_25, Walker.PAS_100, Walker.GIBBS);

    private static final int SMALL_BURN_IN = 200;

    private static final int BURN_IN = 4_000;

    private static final int[] VALUES = {4, 8};

    private static final double LOGITS = 1.5;

    private static final int HMM_CHAINS = 10;

    /** The number of moves between draws, as a share of the number of sites. */
    private static final double SHARE = 1.0 / 8.0;

    public Categorical() {
        super("categorical", "Sites of C values: PAS, RWM and Gibbs per second.");
    }

    @Override
    public void check(Settings settings) {
        cases(settings).forEach(kind -> MoveWalks.check(kind, settings));
    }

    /** The targets: Potts lattices, independent sites and hidden Markov models. */
    private static List<MoveCase> cases(Settings settings) {
        Size size = settings.size();
        int burnIn = size.pick(SMALL_BURN_IN, BURN_IN, BURN_IN);
        List<MoveCase> cases = new ArrayList<>();
        int side = size.pick(8, 30, 100);
        for (int values : VALUES) {
            PottsModel potts =
                    PottsModel.lattice(side, side, values).coupling(1.0).build();
            cases.add(new MoveCase(
                    "Potts " + side + "x" + side + " C=" + values, seed -> potts, burnIn, SHARE * side * side));
        }
        int sites = size.pick(100, 2_000, 20_000);
        cases.add(new MoveCase(
                "independent N=" + sites + " C=" + VALUES[0],
                seed -> CategoricalProduct.random(sites, VALUES[0], LOGITS, seed),
                burnIn,
                SHARE * sites));
        int steps = size.pick(20, 200, 1_000);
        for (int values : VALUES) {
            cases.add(new MoveCase(
                    "FHMM " + steps + "x" + HMM_CHAINS + " C=" + values,
                    seed -> CategoricalFactorialHmm.paper(steps, HMM_CHAINS, values, PaperConfiguration.C2, seed),
                    burnIn,
                    SHARE * steps * HMM_CHAINS));
        }
        return cases;
    }

    @Override
    protected List<CellPlan> plans(Lab lab) throws IOException {
        MoveWalks walks = new MoveWalks(lab, WALKERS);
        return MoveInstance.of(lab, cases(lab.settings()).stream())
                .map(walks::plan)
                .toList();
    }

    @Override
    public String publish(Lab lab) throws IOException {
        Rows cells = lab.rows(MoveWalks.table(lab));
        return cells.isEmpty() ? "" : new MoveWalksReport(lab, cells).text() + "\n" + lab.provenance(cells);
    }
}
