package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.lbp.result.RunFreeze;
import dev.lbp.result.RunPart;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.EnergyModels;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Warm-up that is made again on another machine may have other bits: a batched model rounds differently there. All
 * parts of a run go on from one freeze all the same.
 */
class MixedFreezesTest {

    private static final int N = 16;

    /** What the present machine adds at some states. None of these states identifies the model. */
    private double error;

    private final SpinLine line = SpinLine.of(N);

    private final EnergyModel model = EnergyModels.of(N, x -> {
        int hash = 0;
        for (byte site : x) {
            hash = 31 * hash + site;
        }
        return line.score(x) + (hash % 13 == 6 ? error : 0.0);
    });

    private SamplingRun run() {
        return Samplers.lbp()
                .build()
                .sample(model)
                .chains(4)
                .warmup(60)
                .draws(20)
                .seed(1)
                .threads(1);
    }

    private SamplingRun tempered() {
        return run().warmup(600).tempering(Tempering.replicas(3).every(50));
    }

    private List<RunPart> warm(SamplingRun run) {
        return List.of(run.part(0, 2).warmUp(), run.part(2, 2).warmUp());
    }

    private void refused(Runnable call, String message) {
        assertThatIllegalArgumentException().isThrownBy(call::run).withMessageMatching(message);
    }

    @Test
    void partsOfDifferentFreezes_areNotMerged() {
        List<RunPart> here = warm(run());
        error = 1.0;
        RunPart again = run().part(0, 2).warmUp();
        error = 0.0;
        RunFreeze one = RunPart.freeze(here);
        RunFreeze other = RunPart.freeze(List.of(again, here.get(1)));
        assertThat(other.toBytes()).isNotEqualTo(one.toBytes());
        RunPart first = run().part(0, 2).draw(here.get(0), one);
        RunPart second = run().part(2, 2).draw(here.get(1), other);
        refused(
                () -> run().merge(List.of(first, second)),
                "must have gone on from the same freeze: parts=chains 2 to 3 from one with checksum [0-9a-f]+,"
                        + " and chains 0 to 1 from [0-9a-f]+");
    }

    @Test
    void freeze_ofOtherWarmUpOfThePart_isRefused() {
        List<RunPart> here = warm(run());
        error = 1.0;
        List<RunPart> elsewhere = warm(run());
        error = 0.0;
        refused(
                () -> run().part(2, 2).draw(here.get(1), RunPart.freeze(elsewhere)),
                "must be made with this part: freeze=with other warm-up of chains 2 to 3");
    }

    @Test
    void temperedPartsOfDifferentFreezes_arePooledNoMore() {
        List<RunPart> here = warm(tempered());
        error = 1.0;
        RunPart again = tempered().part(0, 2).warmUp();
        error = 0.0;
        RunFreeze one = RunPart.freeze(here);
        RunFreeze other = RunPart.freeze(List.of(again, here.get(1)));
        RunPart first = tempered().part(0, 2).warmUp(here.get(0), one);
        RunPart second = tempered().part(2, 2).warmUp(here.get(1), other);
        refused(() -> RunPart.freeze(List.of(first, second)), "must have gone on from the same freeze: .*");
    }

    /** The same warm-up on another machine has the same bits, so its parts serve as well. */
    @Test
    void partsOfTheSameWarmUp_areTheWholeRun() {
        RunFreeze freeze = RunPart.freeze(warm(run()));
        List<RunPart> again = warm(run());
        RunPart first = run().part(0, 2).draw(again.get(0), freeze);
        RunPart second = run().part(2, 2).draw(again.get(1), RunPart.freeze(again));
        Results.assertSame(run().run(), run().merge(List.of(first, second)));
    }

    /** Chains that learn nothing need no freeze, and may have one. */
    @Test
    void partsWithAndWithoutAFreeze_thatPoolNothing_areTheWholeRun() {
        SamplingRun run = Samplers.gibbs()
                .build()
                .sample(line)
                .chains(4)
                .warmup(9)
                .draws(20)
                .threads(1);
        List<RunPart> warm = warm(run);
        RunPart second = run.part(2, 2).draw(warm.get(1), RunPart.freeze(warm));
        Results.assertSame(run.run(), run.merge(List.of(run.part(0, 2).draw(), second)));
    }
}
