package dev.lbp.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.MoveSpace;
import dev.lbp.MoveSpaces;
import dev.lbp.TableMoves;
import dev.lbp.target.ModelException;
import dev.lbp.target.MoveModel;
import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The check of models with their own moves passes on right ones and names what is wrong with each of some wrong ones.
 */
class MoveCheckTest {

    private static final MoveSpace MATCHINGS = MoveSpaces.matchings(2, 3);

    static Stream<MoveSpace> spaces() {
        return Stream.of(
                MoveSpaces.sites(2, 3, 4),
                MoveSpaces.permutations(4),
                MoveSpaces.subsets(5, 2),
                MATCHINGS,
                MoveSpaces.trees(4));
    }

    @ParameterizedTest
    @MethodSource("spaces")
    void verify_rightModel_passes(MoveSpace space) {
        MoveCheck.Report report =
                ModelCheck.of(TableMoves.random(space, 2.0, 11L)).states(2).verify();
        assertThat(report.states()).isEqualTo(2);
        assertThat(report.moves()).isGreaterThan(400);
        assertThat(report.largestError()).isLessThan(1e-12);
    }

    static Stream<Arguments> wrongOnes() {
        return Stream.of(
                wrong("the label itself as inverse", "the inverse \\d of label \\d", model -> model.new TableTracker() {
                    @Override
                    public int inverse(int move) {
                        return move;
                    }
                }),
                wrong(
                        "no inverse",
                        "must be in \\[0, M - 1=5\\]: inverse\\(\\d\\)=6",
                        model -> model.new TableTracker() {
                            @Override
                            public int inverse(int move) {
                                return 6;
                            }
                        }),
                wrong(
                        "a silent label",
                        "apply\\(\\d\\) changes the log-ratio or the legality of label 4",
                        model -> model.new TableTracker() {
                            @Override
                            public int apply(int move, int[] touched) {
                                int count = super.apply(move, touched);
                                for (int k = 0; k < count; k++) {
                                    if (touched[k] == 4) {
                                        touched[k] = touched[--count];
                                    }
                                }
                                return count;
                            }
                        }),
                wrong(
                        "a label out of range",
                        "must be in \\[0, M - 1=5\\]: touched\\[0\\]=6",
                        model -> model.new TableTracker() {
                            @Override
                            public int apply(int move, int[] touched) {
                                int count = super.apply(move, touched);
                                touched[0] = 6;
                                return count;
                            }
                        }),
                wrong(
                        "a wrong log-ratio",
                        "the log-ratio of label 2 is .*, but must be",
                        model -> model.new TableTracker() {
                            @Override
                            public void logRatios(int[] moves, int n, double[] out) {
                                super.logRatios(moves, n, out);
                                for (int k = 0; k < n; k++) {
                                    out[k] += moves[k] == 2 ? 0.1 : 0.0;
                                }
                            }
                        }),
                wrong(
                        "a NaN",
                        "must not be NaN or \\+Infinity: the log-ratio of label 0=NaN",
                        model -> model.new TableTracker() {
                            @Override
                            public void logRatios(int[] moves, int n, double[] out) {
                                Arrays.fill(out, 0, n, Double.NaN);
                            }
                        }),
                wrong(
                        "changes that are not made",
                        "logProb of the tracker after label|must lead back",
                        model -> model.new TableTracker() {
                            @Override
                            public int changes(int move, int[] sites, int[] values) {
                                return 0;
                            }
                        }),
                wrong(
                        "a site twice",
                        "changes\\(\\d\\) must list a site once: site 0",
                        model -> model.new TableTracker() {
                            @Override
                            public int changes(int move, int[] sites, int[] values) {
                                sites[0] = 0;
                                sites[1] = 0;
                                values[0] = 0;
                                values[1] = 0;
                                return 2;
                            }
                        }),
                wrong(
                        "a value out of range",
                        "changes\\(\\d\\) gives site 0 the value 4",
                        model -> model.new TableTracker() {
                            @Override
                            public int changes(int move, int[] sites, int[] values) {
                                sites[0] = 0;
                                values[0] = 4;
                                return 1;
                            }
                        }),
                wrong(
                        "no restore",
                        "restore\\(\\) must bring back the state of the last save\\(\\) bit for bit",
                        model -> model.new TableTracker() {
                            @Override
                            public void restore() {
                                // the mutant keeps the state
                            }
                        }),
                wrong(
                        "the first save for ever",
                        "restore\\(\\) must bring back the state of the last save\\(\\) bit for bit",
                        model -> model.new TableTracker() {
                            private boolean saved;

                            @Override
                            public void save() {
                                if (!saved) {
                                    super.save();
                                }
                                saved = true;
                            }
                        }),
                wrong(
                        "labels in order alone",
                        "asked with others in another order, the log-ratio of label \\d is .*, but must be",
                        model -> model.new TableTracker() {
                            @Override
                            public void logRatios(int[] moves, int n, double[] out) {
                                super.logRatios(IntStream.range(0, n).toArray(), n, out);
                            }
                        }),
                wrong(
                        "any state",
                        "reset\\(\\) must throw an IllegalArgumentException for a state of another length than N, or with a value outside"
                                + " \\[0, 3\\], here for one with a value below 0",
                        model -> model.new TableTracker() {
                            @Override
                            public void reset(int[] state) {
                                int[] held = new int[2];
                                for (int i = 0; i < 2; i++) {
                                    held[i] = Math.max(0, state[i]);
                                }
                                super.reset(held);
                            }
                        }));
    }

    private static Arguments wrong(String what, String message, Function<TableMoves, MoveModel.Tracker> tracker) {
        return Arguments.of(what, message, tracker);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wrongOnes")
    void verify_wrongTracker_namesIt(String what, String message, Function<TableMoves, MoveModel.Tracker> tracker) {
        TableMoves right = TableMoves.random(MATCHINGS, 2.0, 11L);
        TableMoves model = new TableMoves(MATCHINGS, x -> right.logProb()[x]) {
            @Override
            public Tracker newTracker() {
                return tracker.apply(right);
            }
        };
        assertThatThrownBy(() -> ModelCheck.of(model).verify())
                .isInstanceOf(ModelException.class)
                .hasMessageFindingMatch(message);
    }

    @Test
    void verify_sharedTracker_isNoticed() {
        TableMoves right = TableMoves.random(MATCHINGS, 2.0, 11L);
        TableMoves model = new TableMoves(MATCHINGS, x -> right.logProb()[x]) {
            private final Tracker only = right.newTracker();

            @Override
            public Tracker newTracker() {
                return only;
            }
        };
        assertThatThrownBy(() -> ModelCheck.of(model).verify())
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("newTracker() must return a tracker that shares no state with the ones before");
    }

    @Test
    void verify_randomStateOutOfRange_isNoticed() {
        TableMoves model = new TableMoves(MATCHINGS, x -> 0.0) {
            @Override
            public int[] randomState(UniformRandomProvider rng) {
                return new int[] {0, 4};
            }
        };
        assertThatThrownBy(() -> ModelCheck.of(model).verify())
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("must be in [0, values - 1=3]: randomState()[1]=4");
    }

    /** The first state is the only possible one, and only states given can be. */
    @Test
    void verify_onlyImpossibleStates_asksForPossibleOnes() {
        TableMoves model = new TableMoves(MATCHINGS, x -> x < 2 ? 0.0 : Double.NEGATIVE_INFINITY) {
            @Override
            public int[] randomState(UniformRandomProvider rng) {
                return new int[] {1, 2};
            }
        };
        assertThatThrownBy(() -> ModelCheck.of(model).verify())
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("all states are impossible");
        int[] possible = MATCHINGS.states().get(0);
        assertThat(ModelCheck.of(model)
                        .initial(new int[][] {possible})
                        .seed(2L)
                        .verify()
                        .states())
                .isEqualTo(1);
    }

    @Test
    void settings_badInput_isRefused() {
        MoveCheck check = ModelCheck.of(TableMoves.random(MATCHINGS, 2.0, 11L));
        assertThatThrownBy(() -> check.states(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("must be >= 1: states=0");
        assertThatThrownBy(() -> check.initial(new int[][] {{0, 4}}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("must be in [0, values - 1=3]: initial[0][1]=4");
        assertThatThrownBy(() -> ModelCheck.of((MoveModel) null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("must not be null: model");
    }
}
