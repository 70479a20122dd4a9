package dev.lbp.cli.option;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The samplers of the command line: the targets that each can sample, and the options that it takes. A test compares
 * each combination of sampler, target and option with what the library refuses.
 */
public enum SamplerKind {
    AUTO(EnumSet.allOf(Form.class), Setting.ONES),
    LBP(Form.GRADIENTS, Setting.WEIGHT, Setting.SCALE, Setting.SWAPS, Setting.ONES, Setting.TEMPERING),
    PAS(
            Set.of(Form.LOCAL, Form.MOVES, Form.POTTS, Form.FACTORS),
            Setting.WEIGHT,
            Setting.PATH,
            Setting.ONES,
            Setting.TEMPERING),
    GWG(Form.GRADIENTS, Setting.WEIGHT, Setting.SCALE, Setting.SWAPS, Setting.TEMPERING),
    RWM(EnumSet.allOf(Form.class), Setting.SCALE, Setting.SWAPS, Setting.ONES, Setting.TEMPERING),
    DLMC(Form.GRADIENTS, Setting.WEIGHT, Setting.SCALE, Setting.TEMPERING),
    DMALA(Form.GRADIENTS, Setting.WEIGHT, Setting.SCALE, Setting.TEMPERING),
    GIBBS(
            EnumSet.of(Form.LOCAL, Form.RBM, Form.NETWORK, Form.POTTS, Form.FACTORS),
            Setting.SCAN,
            Setting.THINNED,
            Setting.TEMPERING),
    METROPOLIS(Set.of(Form.LOCAL, Form.POTTS, Form.FACTORS), Setting.SCAN, Setting.THINNED, Setting.TEMPERING),
    HAMMINGBALL(Form.BITS, Setting.BALL, Setting.TEMPERING),
    SWENDSEN_WANG(Set.of(Form.LOCAL), Setting.TEMPERING),
    WOLFF(Set.of(Form.LOCAL), Setting.TEMPERING),
    BLOCKGIBBS(Set.of(Form.RBM));

    /** A setting that not every sampler, or not every target, has. */
    public enum Setting {
        WEIGHT,
        SCALE,
        PATH,
        SCAN,
        BALL,
        THINNED,
        SWAPS,
        ONES,
        TEMPERING
    }

    /** What a target offers to samplers. */
    public enum Form {
        /** Log-ratios of single flips, as an instance has. */
        LOCAL("", EnumSet.allOf(Setting.class)),
        /** A layer of hidden units that can be drawn at once given the state, and the reverse. */
        RBM("--rbm", EnumSet.complementOf(EnumSet.of(Setting.SWAPS, Setting.THINNED))),
        /** The score of a state of bits and its gradient, and nothing cheaper for one flip. */
        NETWORK("--net", EnumSet.complementOf(EnumSet.of(Setting.SWAPS, Setting.THINNED))),
        /** The score of a state of categories and its gradient. */
        SEQUENCES("sequences", EnumSet.of(Setting.WEIGHT, Setting.SCALE, Setting.TEMPERING)),
        /** Log-ratios of single changes of categories. */
        POTTS(
                "--alignment or --model",
                EnumSet.of(Setting.WEIGHT, Setting.SCALE, Setting.PATH, Setting.SCAN, Setting.TEMPERING)),
        /** Log-ratios of single changes of categories, from tables. */
        FACTORS("--uai", POTTS.settings),
        /** Log-ratios of moves that the target defines, such as exchanges in a permutation. */
        MOVES("--assignment or --matching", EnumSet.of(Setting.WEIGHT, Setting.SCALE, Setting.PATH, Setting.TEMPERING));

        /** Targets of bits. */
        static final Set<Form> BITS = EnumSet.of(LOCAL, RBM, NETWORK);

        /** Targets whose log-ratios can be estimated from a gradient. */
        static final Set<Form> GRADIENTS = EnumSet.of(LOCAL, RBM, NETWORK, SEQUENCES);

        /** The options of the target, in messages. */
        public final String options;

        private final Set<Setting> settings;

        Form(String options, Set<Setting> settings) {
            this.options = options;
            this.settings = settings;
        }

        /** Whether one evaluation of the target scores the states of several chains. */
        public boolean isBatched() {
            return this == RBM || this == NETWORK || this == SEQUENCES;
        }

        /** Whether sweeps may take all sites of a colour together. */
        boolean hasColours() {
            return !isBatched() && this != POTTS && this != FACTORS;
        }

        /** Whether states are of bits. */
        public boolean isOfBits() {
            return BITS.contains(this);
        }

        /** Whether replicas exchange parts of states, by the graph of the target. */
        public boolean hasGraph() {
            return this == LOCAL || this == FACTORS;
        }

        public boolean has(Setting setting) {
            return settings.contains(setting);
        }
    }

    private final Set<Form> forms;
    private final Set<Setting> settings;

    SamplerKind(Set<Form> forms, Setting... settings) {
        this.forms = forms;
        this.settings = Set.of(settings);
    }

    boolean fits(Form form) {
        return forms.contains(form);
    }

    /** Whether the sampler needs log-ratios of single flips or moves. A target that is scored as a whole has none. */
    boolean needsLocalRatios() {
        return forms.contains(Form.LOCAL) && !forms.contains(Form.NETWORK);
    }

    boolean movesClusters() {
        return this == SWENDSEN_WANG || this == WOLFF;
    }

    boolean has(Setting setting) {
        return settings.contains(setting);
    }

    /**
     * Whether parallel tempering can use the sampler on a target. hammingball cannot with batches, because it scores
     * several states of one chain at a time.
     */
    boolean tempers(Form form) {
        return has(Setting.TEMPERING) && !(this == HAMMINGBALL && form.isBatched());
    }

    boolean hasAll(Set<Setting> given) {
        return settings.containsAll(given);
    }

    /** The names of the samplers that take an option on a target, in words. */
    static String namesWith(Setting setting, Form form) {
        return Arrays.stream(values())
                .filter(kind -> kind.has(setting) && kind.fits(form))
                .map(SamplerKind::toString)
                .collect(Collectors.joining(" or "));
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
