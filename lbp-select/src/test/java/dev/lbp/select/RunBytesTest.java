package dev.lbp.select;

import dev.lbp.Results;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.select.prior.Inclusion;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs on regressions that were bytes draw the same. */
class RunBytesTest {

    private static final Regressions DATA = Regressions.autoregressive(40, 60, 0.6, 4L);

    static Stream<VariableSelection> selections() {
        return Stream.of(
                DATA.selection().inclusion(Inclusion.expectedSize(4)),
                DATA.selection().hyperGn().inclusion(Inclusion.betaBinomial(1, 1)),
                DATA.selection().evidence((k, rss, logDet) -> -k - 20.0 * Math.log(rss + 0.1)));
    }

    @ParameterizedTest
    @MethodSource("selections")
    void runOnTheModel_fromBytes_drawsTheSame(VariableSelection selection) {
        SamplingRun run = Samplers.lbp()
                .scale(1)
                .swaps(0.25)
                .build()
                .sample(selection.model())
                .chains(2)
                .warmup(100)
                .draws(200)
                .conditionals()
                .keepDraws();
        SamplingRun copy = SamplingRun.fromBytes(run.toBytes());
        Results.assertSame(run.run(), copy.run());
    }
}
