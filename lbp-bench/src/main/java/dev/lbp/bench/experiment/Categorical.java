package dev.lbp.bench.experiment;

import dev.lbp.models.CategoricalFactorialHmm;
import dev.lbp.models.CategoricalProduct;
import dev.lbp.models.PaperConfiguration;
import dev.lbp.models.PottsModel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Sites of C values, in the settings of the DISCS benchmark (Goshvadi et al., 2023): the Potts model with an open border at beta
 * = 1 and without a field, independent sites with logits from N(0, 1.5^2), and the factorial HMM. PAS with paths of several
 * lengths, RWM, and Gibbs sampling with all values of a site at once.
 */
final class Categorical implements Experiment {

    private static final List<Walker> WALKERS =
            List.of(Walker.RWM, Walker.PAS_5, Walker.PAS_25, Walker.PAS_100, Walker.GIBBS);

    private static final int SMALL_BURN_IN = 200;

    private static final int BURN_IN = 4_000;

    private static final int[] VALUES = {4, 8};

    private static final double LOGITS = 1.5;

    private static final int HMM_CHAINS = 10;

    /** A draw for this share of the sites' moves. */
    private static final double SHARE = 1.0 / 8.0;

    @Override
    public String name() {
        return "categorical";
    }

    @Override
    public String purpose() {
        return "Sites of C values: PAS, RWM and Gibbs by the second.";
    }

    @Override
    public Set<TargetKind> kinds() {
        return EnumSet.noneOf(TargetKind.class);
    }

    @Override
    public void check(Settings settings) {
        cases(settings).forEach(kind -> MoveWalks.check(kind, settings));
    }

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
    public void measure(Lab lab) throws IOException {
        MoveWalks walks = new MoveWalks(lab, WALKERS);
        List<MoveInstance> instances = Moves.instances(lab, cases(lab.settings()));
        instances.forEach(walks::expect);
        for (MoveInstance instance : instances) {
            walks.measure(instance);
        }
    }

    @Override
    public String publish(Lab lab) throws IOException {
        List<Row> cells = lab.shown(MoveWalks.table(lab));
        return cells.isEmpty() ? "" : MoveWalksReport.text(lab, cells) + "\n" + lab.provenance(cells);
    }
}
