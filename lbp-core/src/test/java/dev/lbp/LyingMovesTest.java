package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.lbp.LyingMoves.Lie;
import dev.lbp.result.RunException;
import dev.lbp.result.ValueResult;
import dev.lbp.target.ModelException;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A run on moves whose tracker lies fails by name, whatever the sampler and the lie that it meets. */
class LyingMovesTest {

    /** Lies that a sampler does not meet which asks for the ratio of a drawn label alone. */
    private static final Set<Lie> OF_TABLES = EnumSet.of(Lie.TOUCHED_LATE);

    static Stream<Arguments> lies() {
        return Stream.of(Lie.values())
                .filter(lie -> lie != Lie.NONE)
                .flatMap(lie -> Stream.of(
                                Arguments.of(Samplers.pas().build(), lie),
                                Arguments.of(Samplers.rwm().scale(3).build(), lie))
                        .filter(row -> row.get()[0].toString().startsWith("PAS") || !OF_TABLES.contains(lie)));
    }

    private static ValueRun run(Sampler sampler, Lie lie) {
        return sampler.sample(new LyingMoves(MoveSpaces.permutations(4), lie))
                .chains(2)
                .warmup(1000)
                .draws(3000)
                .seed(5);
    }

    @ParameterizedTest
    @MethodSource("lies")
    void lie_failsByName(Sampler sampler, Lie lie) {
        ValueRun run = run(sampler, lie);
        assertThat(catchThrowable(run::run))
                .as("%s, %s", sampler, lie)
                .isInstanceOf(RunException.class)
                .hasMessageContaining("LyingMoves")
                .hasMessageContaining("must ")
                .cause()
                .isInstanceOf(ModelException.class);
    }

    @Test
    void honestTracker_runs() {
        assertThat(run(Samplers.pas().build(), Lie.NONE).run()).isInstanceOf(ValueResult.class);
        assertThat(run(Samplers.rwm().scale(3).build(), Lie.NONE).run()).isInstanceOf(ValueResult.class);
    }
}
