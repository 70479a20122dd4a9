package dev.lbp.runtime.engine.sweep;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.FairBits;
import dev.lbp.MoveSpaces;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.SmallPairwise;
import dev.lbp.SpinLine;
import dev.lbp.TableMoves;
import dev.lbp.Tempering;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.target.ModelException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.api.buffer.DataType;

/** What sweeps in blocks cannot do. */
class BlockRefusalTest {

    @Test
    void ensemble_classWhoseSitesTouch_isRefusedWithThem() {
        SmallPairwise touching =
                MetropolisSweepTest.lattice().coloured(new int[] {0, 2, 4, 6}, new int[] {1, 3, 5, 7, 8});
        assertThatThrownBy(() -> BlockSweepTest.chains(touching, 1, WorkerPool.inline(), 2))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("colouring puts sites 5 and 8 in one class, but one touches the other");
    }

    @Test
    void ensemble_noColouring_isRefused() {
        SmallPairwise uncoloured = MetropolisSweepTest.lattice().coloured();
        assertThatThrownBy(() -> BlockSweepTest.chains(uncoloured, 1, WorkerPool.inline(), 2))
                .hasMessageContaining("must have a colouring for inBlocks()");
    }

    @Test
    void inBlocks_whatItCannotDo_isRefusedByName() {
        Sampler sampler = Samplers.gibbs().inBlocks().build();
        SpinLine line = SpinLine.of(5);
        refused(
                () -> sampler.sample(line.batched(DataType.DOUBLE)),
                "must be a LocalEnergyModel with exact siteRatios() for inBlocks(): model=Batched");
        refused(
                () -> sampler.sample(line.plain()),
                "must be a LocalEnergyModel with exact siteRatios() for inBlocks(): model=");
        refused(
                () -> sampler.sample(line).tempering(Tempering.replicas(3)).run(),
                "inBlocks() has all threads at one chain, and a ladder has many chains");
        refused(
                () -> sampler.sample(TableMoves.random(MoveSpaces.permutations(3), 1.0, 5L)),
                "must be without inBlocks() for a model with its own moves, whose sites are not bits");
        refused(() -> Samplers.gibbs().inBlocks().thinned().build(), "must be left out with inBlocks(): thinned=true");
        refused(
                () -> Samplers.metropolis()
                        .inBlocks()
                        .jumps(new FairBits(5), 0.2)
                        .build(),
                "must be left out with inBlocks(): jumps=0.2");
    }

    private static void refused(ThrowingCallable call, String message) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(message);
    }
}
