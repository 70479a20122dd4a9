package dev.lbp.check;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.Samplers;
import dev.lbp.SpinLine;
import dev.lbp.WrappedTracker;
import dev.lbp.internal.States;
import dev.lbp.result.RunException;
import dev.lbp.target.EnergyModels;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.ModelException;
import dev.lbp.target.SiteRatios;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/** Trackers with one fault each, and what {@link ModelCheck} says of them. */
class TrackerCheckTest {

    private static final int N = 9;

    enum Fault {
        SIGN("logRatios of site"),
        LOG_PROB_NOT_FOLLOWED("logProb of the tracker after a flip of site"),
        NEIGHBOUR_FORGOTTEN("changes the log-ratio of site"),
        NEIGHBOUR_NOT_UPDATED("logRatios of the tracker"),
        ALL_FORGETS_THE_LAST("sites changes the log-ratio of site"),
        ALL_FORGETS_TO_FLIP("logProb of the tracker after flipAll"),
        RESTORE_DRIFTS("restore() must bring back the state of the last save() bit for bit"),
        RESTORE_DOES_NOTHING("restore() must bring back the state of the last save() bit for bit"),
        RESTORE_FORGETS_LATER_CALLS("restore() must bring back the state of the last save() bit for bit"),
        FIRST_SAVE_FOR_EVER("restore() must bring back the state of the last save() bit for bit"),
        SHARED("newTracker() must return a tracker that shares no state"),
        ANOTHER_DENSITY("logProb of the tracker is");

        private final String message;

        Fault(String message) {
            this.message = message;
        }
    }

    /** Fields in eighths make sums exact, so that nothing but the fault is wrong. */
    private record Faulty(SpinLine line, Fault fault, Tracker shared) implements LocalEnergyModel {

        Faulty(SpinLine line, Fault fault) {
            this(line, fault, line.newTracker());
        }

        @Override
        public int dimension() {
            return line.dimension();
        }

        @Override
        public Tracker newTracker() {
            return fault == Fault.SHARED ? shared : new FaultyTracker(line.newTracker(), fault);
        }

        /** The tracker's are scaled alike, so only a definition of its own gives it away. */
        @Override
        public INDArray logProb(INDArray states) {
            return fault == Fault.ANOTHER_DENSITY
                    ? line.batched(DataType.DOUBLE).logProb(states)
                    : LocalEnergyModel.super.logProb(states);
        }

        @Override
        public INDArray flipLogRatios(INDArray states) {
            return fault == Fault.ANOTHER_DENSITY
                    ? line.batched(DataType.DOUBLE).flipLogRatios(states)
                    : LocalEnergyModel.super.flipLogRatios(states);
        }
    }

    private static final class FaultyTracker implements LocalEnergyModel.Tracker {

        private static final long serialVersionUID = 1L;

        private final LocalEnergyModel.Tracker sound;
        private final Fault fault;
        private final double[] stale = new double[N];
        private double offset;
        private double frozenLogProb;

        /** The sites of the first flipAll since the last save, for a restore that knows no other. */
        private int[] first = {};

        private int calls;
        private boolean saved;

        FaultyTracker(LocalEnergyModel.Tracker sound, Fault fault) {
            this.sound = sound;
            this.fault = fault;
        }

        @Override
        public void reset(byte[] state) {
            sound.reset(state);
            frozenLogProb = sound.logProb();
            sound.logRatios(States.sites(N), N, stale);
        }

        @Override
        public double logProb() {
            return switch (fault) {
                case LOG_PROB_NOT_FOLLOWED -> frozenLogProb;
                case ANOTHER_DENSITY -> 0.5 * sound.logProb();
                default -> sound.logProb() + offset;
            };
        }

        @Override
        public void logRatios(int[] sites, int n, double[] out) {
            sound.logRatios(sites, n, out);
            for (int k = 0; k < n; k++) {
                out[k] = switch (fault) {
                    case SIGN -> -out[k];
                    case ANOTHER_DENSITY -> 0.5 * out[k];
                    case NEIGHBOUR_NOT_UPDATED -> sites[k] == 6 ? stale[6] : out[k];
                    default -> out[k];
                };
            }
        }

        @Override
        public int flip(int site, int[] touched) {
            int n = sound.flip(site, touched);
            if (fault == Fault.NEIGHBOUR_FORGOTTEN && site == 4) {
                int kept = 0;
                for (int k = 0; k < n; k++) {
                    if (touched[k] != 5) {
                        touched[kept++] = touched[k];
                    }
                }
                return kept;
            }
            return n;
        }

        @Override
        public int flipAll(int[] sites, int n, int[] touched) {
            first = calls == 0 ? Arrays.copyOf(sites, n) : first;
            calls++;
            return switch (fault) {
                case ALL_FORGETS_TO_FLIP -> sound.flipAll(sites, n - 1, touched);
                case ALL_FORGETS_THE_LAST -> Math.max(sound.flipAll(sites, n, touched), 1) - 1;
                default -> sound.flipAll(sites, n, touched);
            };
        }

        @Override
        public void save() {
            if (fault != Fault.FIRST_SAVE_FOR_EVER || !saved) {
                sound.save();
            }
            saved = true;
            calls = 0;
        }

        @Override
        public void restore() {
            if (fault == Fault.RESTORE_FORGETS_LATER_CALLS && calls > 1) {
                sound.flipAll(first, first.length, new int[2 * N]);
            } else if (fault != Fault.RESTORE_DOES_NOTHING) {
                sound.restore();
            }
            offset += fault == Fault.RESTORE_DRIFTS ? 1e-13 : 0.0;
        }
    }

    @ParameterizedTest
    @EnumSource
    void verify_faultyTracker_namesTheFault(Fault fault) {
        assertThatThrownBy(
                        () -> ModelCheck.of(new Faulty(SpinLine.of(N), fault)).verify())
                .isInstanceOf(ModelException.class)
                .hasMessageStartingWith("Faulty: ")
                .hasMessageContaining(fault.message);
    }

    @Test
    void verify_neighbourForgotten_namesBothSites() {
        assertThatThrownBy(() -> ModelCheck.of(new Faulty(SpinLine.of(N), Fault.NEIGHBOUR_FORGOTTEN))
                        .verify())
                .hasMessageContaining("flip(4) changes the log-ratio of site 5 but does not tell so");
    }

    private static LocalEnergyModel coloured(int[][] classes) {
        SpinLine line = SpinLine.of(4);
        return new LocalEnergyModel() {
            private static final long serialVersionUID = 1L;

            @Override
            public int dimension() {
                return 4;
            }

            @Override
            public Tracker newTracker() {
                return line.newTracker();
            }

            @Override
            public int[][] colouring() {
                return classes;
            }

            @Override
            public String name() {
                return "coloured";
            }
        };
    }

    @Test
    void verify_neighboursOfOneColour_namesThem() {
        assertThatThrownBy(() ->
                        ModelCheck.of(coloured(new int[][] {{0, 2, 3}, {1}})).verify())
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("coloured: colouring puts sites 2 and 3 in one class");
    }

    /** A line of four spins with these log-ratios. */
    private static LocalEnergyModel lineWith(SiteRatios ratios) {
        return new LocalEnergyModel() {

            @Override
            public int dimension() {
                return 4;
            }

            @Override
            public Tracker newTracker() {
                return SpinLine.of(4).newTracker();
            }

            @Override
            public Optional<SiteRatios> siteRatios() {
                return Optional.of(ratios);
            }
        };
    }

    @Test
    void verify_siteRatiosOfAnotherModel_namesTheSite() {
        LocalEnergyModel model =
                lineWith(SpinLine.independent(4, 0.25).siteRatios().orElseThrow());
        assertThatThrownBy(() -> ModelCheck.of(model).verify())
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("the log-ratio by siteRatios() of site 0 is ");
    }

    @Test
    void verify_siteRatiosThatWriteToTheSites_areRefused() {
        SiteRatios right = SpinLine.of(4).siteRatios().orElseThrow();
        LocalEnergyModel model = lineWith((state, sites, from, to, out) -> {
            right.logRatios(state, sites, from, to, out);
            sites[from] = 3;
        });
        assertThatThrownBy(() -> ModelCheck.of(model).verify())
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("siteRatios() must not write to sites");
    }

    /** Here Gibbs looks too. */
    @Test
    void verify_sitesMissingOrTwice_saysSo() {
        int[][][] wrong = {{{0, 2}, {1}}, {{0, 2}, {1, 3, 0}}, {{0, 2}, {1, 4}}, {{0, 2}, {1, -1}}, {{0, 0}, {1, 3}}};
        for (int[][] classes : wrong) {
            LocalEnergyModel model = coloured(classes);
            String message = "coloured: colouring must name every site exactly once";
            assertThatThrownBy(() -> ModelCheck.of(model).verify())
                    .isInstanceOf(ModelException.class)
                    .hasMessage(message);
            assertThatThrownBy(() -> Samplers.gibbs().build().sample(model).run())
                    .isInstanceOf(RunException.class)
                    .hasCauseInstanceOf(ModelException.class)
                    .hasMessage(message);
        }
    }

    /** A log-probability of 1,000 does not change what is printed of a log-ratio. */
    @Test
    void verify_wrongLogRatio_printsItAsTheTrackerGaveIt() {
        LocalEnergyModel sound = EnergyModels.of(N, state -> 1_000.0 + 0.25 * state[4]);
        LocalEnergyModel wrong = new LocalEnergyModel() {

            @Override
            public int dimension() {
                return N;
            }

            @Override
            public String name() {
                return "Wrong";
            }

            @Override
            public Tracker newTracker() {
                return new WrappedTracker(sound.newTracker()) {

                    private static final long serialVersionUID = 1L;

                    @Override
                    public void logRatios(int[] sites, int n, double[] out) {
                        super.logRatios(sites, n, out);
                        for (int k = 0; k < n; k++) {
                            out[k] = sites[k] == 4 ? Math.copySign(0.75, out[k]) : out[k];
                        }
                    }
                };
            }
        };
        byte[][] zero = {new byte[N]};
        assertThatThrownBy(() -> ModelCheck.of(wrong).states(zero).verify())
                .isInstanceOf(ModelException.class)
                .hasMessage("Wrong: logRatios of site 4 is 0.75, but must be 0.25");
    }
}
