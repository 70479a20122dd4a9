package dev.lbp.experiments.energy;

import dev.lbp.cli.data.DataSet;
import java.util.Map;
import java.util.Objects;

/**
 * Table 2 of Sun et al. (2022): the smallest number of Metropolis-Hastings steps per update with which resnet-64 trains
 * well.
 */
final class PaperSteps {

    /** The steps per update of each sampler, in the order of {@link EnergySteps#SAMPLERS}. */
    private static final Map<DataSet, int[]> TABLE = Map.of(
            DataSet.STATIC_MNIST, new int[] {90, 20, 40, 15},
            DataSet.DYNAMIC_MNIST, new int[] {100, 20, 40, 15},
            DataSet.OMNIGLOT, new int[] {100, 60, 30, 5},
            DataSet.CALTECH, new int[] {100, 60, 80, 30});

    private PaperSteps() {}

    static int of(DataSet data, EnergySampler sampler) {
        return Objects.requireNonNull(TABLE.get(data))[EnergySteps.SAMPLERS.indexOf(sampler)];
    }
}
